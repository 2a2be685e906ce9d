import { slipDistance } from './distance.js';
import { parseNamedAddress } from './parse.js';
import type { DomainTables } from './tables.js';

const LONGEST_CORRECTED = 254;

/** What the cheapest slip costs. */
const CHEAPEST = 2;

/** Names of one or two letters belong to someone (`ms.com` is not a mistyped `msn.com`); only what follows them can be mistyped. */
function isOwnName(typed: string, provider: string): boolean {
  const dot = typed.indexOf('.');
  return dot < 3 && typed.slice(dot) === provider.slice(provider.indexOf('.'));
}

function isSlipOf(typed: string, provider: string): boolean {
  // The longer the domain, the more slips leave it recognisable.
  const limit = Math.min(6, Math.floor(provider.length / 3) + 1);
  // As many letters more or less cost at least this each.
  const isNear = Math.abs(typed.length - provider.length) * CHEAPEST <= limit;
  return isNear && !isOwnName(typed, provider) && slipDistance(typed, provider, limit) <= limit;
}

/**
 * The address that was probably meant, its local part untouched, or '' if unknown: the text is not an address, its domain is
 * known, or not exactly one provider is a slip of the fingers away. In the domain a comma, or a second dot, before the ending is forgiven.
 */
export function suggestAddress(text: string, { providers, known }: DomainTables): string {
  if (text.length > LONGEST_CORRECTED) return '';
  const mended = text.replace(/(?<![.,])[.,]+(?=[^@.,]*$)/, '.');
  const parsed = parseNamedAddress(mended);
  if (!parsed.ok) return '';
  if (known(parsed.asciiDomain)) return mended === text ? '' : mended;
  // What was typed, not its A-labels: one letter with a foreign accent is one slip.
  const typed = parsed.domain.toLowerCase();
  const [only, another] = providers.filter((provider) => isSlipOf(typed, provider));
  return only && !another ? `${parsed.localPart}@${only}` : '';
}
