/**
 * Whether a domain may be the beginning of a longer one: it ends in a label that national endings are built on (`yahoo.co` → `yahoo.co.uk`),
 * or it is one of `prefixes`, such as `yahoo.com` → `yahoo.com.br`. The domain is lower-case A-labels.
 */
export function isGrowing(asciiDomain: string, prefixes: readonly string[]): boolean {
  return /\.(?:co|ac|or|ne|go|gob|edu)$/.test(asciiDomain) || prefixes.includes(asciiDomain);
}
