/**
 * Joiners that words are written with: U+200C and U+200D after a mark, such as a virama, and U+200C between letters (RFC 5892 appendices A.1
 * and A.2), in scripts from Arabic on. This leaves no joiner out that the standard allows, and knows no table: `isStrayJoiner` is exact.
 */
export const JOINED = /(?<=[^\0-\u05ff])(?:(?<=\p{M})[\u200c\u200d]|(?<=\p{L})\u200c(?=[^\0-\u05ff]))/gu;
