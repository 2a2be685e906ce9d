/** One measured figure, and what it is held to. */
export interface Figure {
  readonly what: string;
  /** `undefined` where it could not be had; then `said` says why. */
  readonly figure: number | undefined;
  readonly unit: string;
  readonly digits?: number;
  /** The bar, from above or from below; one without a bar stands beside another for comparison. */
  readonly atMost?: number;
  readonly atLeast?: number;
  /** What stands behind the figure. */
  readonly said?: string;
}

/** The middle one; the upper of two. */
export const median = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? NaN;

/** The figure below which so many of a hundred lie. */
export const percentile = (figures: readonly number[], percent: number): number =>
  [...figures].sort((a, b) => a - b)[Math.min(figures.length - 1, Math.floor((figures.length * percent) / 100))] ?? NaN;

/** A figure that is missing is beyond its bar too. */
const isWithin = ({ figure = NaN, atMost = Infinity, atLeast = -Infinity }: Figure): boolean =>
  figure <= atMost && figure >= atLeast;

const barOf = ({ atMost, atLeast, unit }: Figure): string =>
  atMost !== undefined ? `at most ${atMost} ${unit}` : atLeast !== undefined ? `at least ${atLeast} ${unit}` : '';

/** Prints `measured: …` lines, and makes the process fail where a figure is beyond its bar. */
export const print = (figures: readonly Figure[]): void => {
  for (const each of figures) {
    const { what, figure, unit, digits = 0, said = '' } = each;
    const hasBar = each.atMost !== undefined || each.atLeast !== undefined;
    const isBeyond = hasBar && !isWithin(each);
    const value = figure === undefined ? '–' : `${figure.toFixed(digits)} ${unit}`;
    console.log(
      `measured: ${what.padEnd(66)}${value.padStart(14)}  ${barOf(each)}${isBeyond ? '  BEYOND ITS BAR' : ''}${said && `  (${said})`}`,
    );
    if (isBeyond) process.exitCode = 1;
  }
};
