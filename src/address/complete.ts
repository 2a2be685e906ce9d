import type { ParsedAddress } from './faults.js';

/**
 * Whether an address may be finished: it parses, and its domain has a dot and ends in two letters or more (or in an A-label).
 * An unknown ending is complete; a numeric ending and an address literal are not.
 */
export function isComplete(parsed: ParsedAddress): boolean {
  return parsed.ok && /\.(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(parsed.asciiDomain);
}
