import { slipDistance } from './distance.js';
import { knownTables } from './known-tables.js';
import { parseNamedAddress } from './parse.js';
import type { DomainTables } from './tables.js';

const LONGEST_CORRECTED = 254;

/** What the cheapest slip costs. A provider is meant if every other is at least one more slip away. */
const CHEAPEST = 2;
const MOST = 6;
/** Behind a name that is right, no more than one slip, or one missed letter: endings are short. */
const MOST_IN_ENDING = 3;

/** Names of one or two letters belong to someone (`ms.com` is not a mistyped `msn.com`); only what follows them can be mistyped. */
function isOwnName(typed: string, provider: string): boolean {
  const dot = typed.indexOf('.');
  return dot < 3 && typed.slice(dot) === provider.slice(provider.indexOf('.'));
}

/** What the slips from a provider's domain to what was typed cost, or Infinity if they are too many. */
function slipCost(typed: string, provider: string, most: number): number {
  // The longer the domain, the more slips leave it recognisable.
  const limit = Math.min(most, Math.floor(provider.length / 3) + 1);
  // As many letters more, less or other cost at least this each.
  let edits = limit / CHEAPEST;
  if (Math.abs(typed.length - provider.length) > edits || isOwnName(typed, provider)) return Infinity;
  for (const letter of provider) if (!typed.includes(letter) && --edits < 0) return Infinity;
  return slipDistance(typed, provider, limit);
}

/** The provider's domain that was probably meant, or '' if none is, or several are as likely. */
function meantDomain(typed: string, { providers, brands = [] }: DomainTables): string {
  const [name, ending] = typed.split(/\.(.*)/);
  const own = providers.filter((provider) => provider.startsWith(`${name}.`));
  const brand = brands.find((each) => own.includes(each)) ?? '';
  if (own[0] && !ending) return own[1] ? brand : own[0];

  const candidates = own[0] ? own : providers;
  const costs = candidates.map((provider) => slipCost(typed, provider, own[0] ? MOST_IN_ENDING : MOST));
  const least = Math.min(...costs);
  const [nearest = '', another] = candidates.filter((_, index) => costs[index]! < least + CHEAPEST);
  // With another country's ending, nobody knows whether it slipped, or was thought to exist.
  if (another || (brand && own[1] && ending?.length === 2 && nearest !== brand)) return '';
  return nearest || (/^[^.]{5,}\.(?:com?\.)?\w+$/.test(typed) && !own[1] ? brand : '');
}

/**
 * The address that was probably meant, its local part untouched, or '' if unknown: the text is not an address, its domain is
 * known, or several providers are as likely. A slip of the fingers is corrected, a bare name (`jane@gmail`) and a cut ending are completed,
 * and a name that is one provider's alone gets its ending (`jane@gmail.co.uk`). In the domain commas, and dots too many, are forgiven.
 * `tables` are the domains to know: if absent, the big mail providers of the world, and what resembles them.
 */
export function suggestAddress(text: string, tables: DomainTables = knownTables): string {
  if (text.length > LONGEST_CORRECTED) return '';
  const at = text.lastIndexOf('@');
  // No ending is `.con`.
  const domain = text
    .slice(at)
    .replace(/[.,]+/g, '.')
    .replace(/\.con$/i, '.com');
  const mended = text.slice(0, at) + domain;
  const parsed = parseNamedAddress(mended);
  if (!parsed.ok) return '';
  const slip = tables.slips?.get(parsed.asciiDomain);
  if (!slip && tables.known(parsed.asciiDomain)) return mended === text ? '' : mended;
  // What was typed, not its A-labels: one letter with a foreign accent is one slip.
  const meant = slip ?? meantDomain(parsed.domain.toLowerCase(), tables);
  if (meant) return `${parsed.localPart}@${meant}`;
  return domain.includes('.') ? '' : suggestAddress(`${mended}.com`, tables);
}
