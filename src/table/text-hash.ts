/** What a hash of a text begins with: FNV-1a over code units. */
export const HASH_BASIS = 0x811c9dc5;

/** The hash with one more code unit. */
export const withUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** A hash as a number below `size`, a power of two: its high bits are brought down. */
export const hashBelow = (hash: number, size: number): number => (hash ^ (hash >>> 15)) & (size - 1);

/** The hash of a text. */
export const hashOf = (text: string): number => {
  let hash = HASH_BASIS;
  for (let at = 0; at < text.length; at += 1) hash = withUnit(hash, text.charCodeAt(at));
  return hash;
};
