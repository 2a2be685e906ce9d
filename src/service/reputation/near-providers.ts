/** Cost of the cheapest slip (`slipDistance`); no edit reduces the count difference by more. */
const LEAST_EDIT_COST = 2;
const MAX_COST = 6;

/** Letters and digits, and one for all else: at worst a provider too many is compared. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const placeOf = new Map([...LETTERS].map((letter, place) => [letter.charCodeAt(0), place]));

/** Counts each letter of a domain; dots and commas may have been corrected, and do not count. */
function countsOf(domain: string): Uint8Array {
  const counts = new Uint8Array(LETTERS.length + 1);
  for (let at = 0; at < domain.length; at++) {
    const unit = domain.charCodeAt(at);
    if (unit !== 0x2c && unit !== 0x2e) counts[placeOf.get(unit) ?? LETTERS.length]! += 1;
  }
  return counts;
}

/** The fewest letters that must come or go between two domains, whatever their order. */
function difference(one: Uint8Array, other: Uint8Array): number {
  let more = 0;
  let fewer = 0;
  for (let letter = 0; letter <= LETTERS.length; letter++) {
    const by = one[letter]! - other[letter]!;
    if (by > 0) more += by;
    else fewer -= by;
  }
  return Math.max(more, fewer);
}

/** Commas may stand for dots. */
const nameOf = (domain: string): string => domain.split(/[.,]/, 1)[0] ?? '';

/**
 * Tells of a typed domain which providers are near enough to be compared letter by letter, which costs a hundred times as
 * much: the others have another name, and too many letters that it has not, or too few.
 */
export function nearProviders(providers: readonly string[]): (domain: string) => readonly string[] {
  const counted = providers.map((provider) => ({ provider, name: nameOf(provider), counts: countsOf(provider) }));
  return (domain) => {
    const lowerCase = domain.toLowerCase();
    const typedName = nameOf(lowerCase);
    const typed = countsOf(lowerCase);
    return counted
      .filter(({ name, counts }) => name === typedName || difference(typed, counts) * LEAST_EDIT_COST <= MAX_COST)
      .map(({ provider }) => provider);
  };
}
