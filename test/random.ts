/** A source of numbers from 0 to below 1 (mulberry32): the same numbers for the same seed, a whole number below 2³¹. */
export const seeded = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** Some of the items, as many as `count` says, in their order. */
export const sample = <Item>(items: readonly Item[], count: number, random: () => number): Item[] => {
  const places = items.map((_, place) => [random(), place] as const).sort(([a], [b]) => a - b);
  const chosen = new Set(places.slice(0, count).map(([, place]) => place));
  return items.filter((_, place) => chosen.has(place));
};
