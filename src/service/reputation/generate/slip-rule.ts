import { numbered, providers, slips } from './curated.js';

const cutAtDot = (domain: string) => {
  const dot = domain.indexOf('.');
  return [domain.slice(0, dot), domain.slice(dot + 1)] as const;
};

/** Names shorter than this are near to too many words to be told from another ending. */
const SHORTEST_NAME = 6;

const endings = new Set(providers.map((domain) => cutAtDot(domain)[1]));
const names = [...new Set(providers.map((domain) => cutAtDot(domain)[0]))];
const isProvider = new Set([...providers, ...numbered]);
/** Names that people are known to type for a provider's, with any ending that a provider has: `comast.com` is no less a slip than `comast.net`. */
const slippedNames = new Set(
  [...slips.keys()].map((typed) => cutAtDot(typed)[0]).filter((name) => !names.includes(name)),
);

/** Whether one text becomes the other by one letter that is missed, added or another, or by one swap of neighbours. */
export function isOneEdit(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const a = one.slice(start);
  const b = other.slice(start);
  if (a.length !== b.length) return a.slice(1) === b || a === b.slice(1);
  if (!a) return false;
  return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
}

/**
 * The provider of which a domain is one slip: one edit away, known to be typed for it, or one of these in its name alone, with an ending
 * of another provider. `undefined` for a provider's own domain, and for what is near none.
 */
export function slipOf(domain: string): string | undefined {
  if (isProvider.has(domain)) return undefined;
  const near = slips.get(domain) ?? providers.find((provider) => isOneEdit(domain, provider));
  if (near) return near;
  const [name, ending] = cutAtDot(domain);
  if (!endings.has(ending)) return undefined;
  const isSlip = (meant: string) => meant.length >= SHORTEST_NAME && isOneEdit(name, meant);
  return slippedNames.has(name) ? [...slips].find(([typed]) => typed.startsWith(`${name}.`))?.[1] : names.find(isSlip);
}
