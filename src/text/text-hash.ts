/** Hash of an empty text: FNV-1a over UTF-16 code units. */
export const FNV_OFFSET_BASIS = 0x811c9dc5;

/** Returns the hash of a text with one more code unit. */
export const addCodeUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** Folds a hash to an index below `size`, a power of two. */
export const toIndex = (hash: number, size: number): number => (hash ^ (hash >>> 15)) & (size - 1);

/** Returns the hash of a text. */
export const fnv1a = (text: string): number => {
  let hash = FNV_OFFSET_BASIS;
  for (let at = 0; at < text.length; at += 1) hash = addCodeUnit(hash, text.charCodeAt(at));
  return hash;
};
