/**
 * Returns the number of edits between two texts: a character added, removed or replaced, or two neighbours swapped
 * (optimal string alignment).
 */
const editsBetween = (from: string, to: string): number => {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const edits = Math.min(above[j - 1]! + (isSame ? 0 : 1), above[j]! + 1, row[j - 1]! + 1);
      row.push(isSwapped ? Math.min(edits, before[j - 2]! + 1) : edits);
    }
    before = above;
    above = row;
  }
  return above[to.length]!;
};

const MOST_EDITS = 2;

/**
 * The name that was probably meant by a misspelt one: the nearest within two edits; `undefined` if no name is that
 * near.
 */
export const nearName = <Name extends string>(misspelt: string, names: readonly Name[]): Name | undefined =>
  names
    .filter((name) => Math.abs(name.length - misspelt.length) <= MOST_EDITS)
    .map((name) => ({ name, edits: editsBetween(misspelt, name) }))
    .filter(({ edits }) => edits <= MOST_EDITS)
    .sort((one, other) => one.edits - other.edits)[0]?.name;
