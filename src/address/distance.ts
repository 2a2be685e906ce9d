// Eleven to a row, the last left blank, so that a key's neighbours are 1, 10 and 11 places away; a character without a key is far from all.
const KEYS = '            1234567890 qwertyuiop asdfghjkl  zxcvbnm,.';

const CHEAP = 2;
const MISSED = 3;
const OTHER = 4;
const WRONG_START = 6;

function isNeighbour(a: string, b: string): boolean {
  return !!a && !!b && [1, 10, 11].includes(Math.abs(KEYS.indexOf(a) - KEYS.indexOf(b)));
}

/** A key that stuttered is likelier than one that a finger brushed, and that likelier than one from nowhere. */
function extra(typed: string, at: number): number {
  const key = typed.charAt(at);
  const before = typed.charAt(at - 1);
  if (key === before) return CHEAP;
  return isNeighbour(key, before) || isNeighbour(key, typed.charAt(at + 1)) ? MISSED : OTHER;
}

const missed = (meant: string, at: number) => (meant[at] === meant[at - 1] ? CHEAP : MISSED);

const replaced = (typed: string, meant: string, other: number) =>
  typed === meant ? 0 : isNeighbour(typed, meant) ? other / 2 : other;

/**
 * How far a typed text is from the one that may be meant: Damerau–Levenshtein distance (optimal string alignment), weighted by how fingers slip.
 * 2 a swap, a doubled letter or a neighbouring key of a QWERTY keyboard; 3 a missed letter or a brushed key; 4 any other edit, 6 at the first letter.
 * Infinity if the distance is above `limit`.
 */
export function slipDistance(typed: string, meant: string, limit: number): number {
  let before: number[] = [];
  let above = [0];
  for (let j = 0; j < meant.length; j++) above.push(above[j]! + missed(meant, j));
  for (let i = 0; i < typed.length; i++) {
    const a = typed.charAt(i);
    const drop = extra(typed, i);
    const row = [above[0]! + drop];
    for (let j = 0; j < meant.length; j++) {
      const b = meant.charAt(j);
      let cost = Math.min(
        above[j]! + replaced(a, b, i ? OTHER : WRONG_START),
        above[j + 1]! + drop,
        row[j]! + missed(meant, j),
      );
      if (i && j && a === meant[j - 1] && b === typed[i - 1]) cost = Math.min(cost, before[j - 1]! + CHEAP);
      row.push(cost);
    }
    // A swap reaches back two rows.
    if (Math.min(...above, ...row) > limit) return Infinity;
    before = above;
    above = row;
  }
  const distance = above[meant.length]!;
  return distance > limit ? Infinity : distance;
}
