const LONGEST_SHOWN = 1000;

/**
 * A text as an answer may repeat it: without control characters, direction marks and lone surrogates, which would disturb
 * logs, terminals and JSON readers, and at most 1,000 UTF-16 units long.
 */
export function shownAddress(text: string): string {
  return text
    .slice(0, 4 * LONGEST_SHOWN)
    .replace(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu, '')
    .slice(0, LONGEST_SHOWN)
    .replace(/\p{Cs}$/u, '');
}
