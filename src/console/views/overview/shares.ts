import { resultOrder, toneOf, type Tone } from '../../tone.js';

/** One result's part of a bar of `SHARES_WIDTH`. */
export interface Share {
  readonly result: string;
  readonly count: number;
  readonly tone: Tone;
  readonly x: number;
  readonly width: number;
}

export const SHARES_WIDTH = 1000;

const orderOf = (result: string): number => {
  const at = (resultOrder as readonly string[]).indexOf(result);
  return at < 0 ? resultOrder.length : at;
};

/** The parts of a bar, side by side, in the order of results; those without verdicts have no width. */
export const sharesOf = (results: Readonly<Record<string, number>>): readonly Share[] => {
  const names = [...new Set([...resultOrder, ...Object.keys(results)])].sort(
    (one, other) => orderOf(one) - orderOf(other),
  );
  const counts = names.map((result) => (Object.hasOwn(results, result) ? results[result]! : 0));
  const total = counts.reduce((sum, each) => sum + each, 0);
  let x = 0;
  return names.map((result, at) => {
    const width = total ? (counts[at]! / total) * SHARES_WIDTH : 0;
    const share = { result, count: counts[at]!, tone: toneOf(result), x, width };
    x += width;
    return share;
  });
};
