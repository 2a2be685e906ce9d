import type { DayCounts } from '../../../wire/console/index.js';

/** One day's bar in a chart of `BAR_STEP` × the number of days by `CHART_HEIGHT`. */
export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** Width of a day, of its bar, and the height of the chart: units of the drawing. */
export const BAR_STEP = 10;
export const BAR_WIDTH = 7;
export const CHART_HEIGHT = 100;

// A day with one call among thousands is not a day without.
const LEAST_HEIGHT = 1.5;

/** The end of a scale for numbers up to `most`: even, at least 4, and short to read, as is its half. */
export const scaleEnd = (most: number): number => {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const steps = power > 1 ? [1, 2, 3, 4, 6, 8] : [6, 8];
  return (steps.find((step) => step * power >= most) ?? 10) * power;
};

/** A bar for each day's calls. */
export const barsOf = (days: readonly DayCounts[]): readonly Bar[] => {
  const end = scaleEnd(Math.max(0, ...days.map(({ calls }) => calls)));
  return days.map(({ calls }, at) => {
    const height = calls > 0 ? Math.max(LEAST_HEIGHT, (calls / end) * CHART_HEIGHT) : 0;
    return { x: at * BAR_STEP + (BAR_STEP - BAR_WIDTH) / 2, y: CHART_HEIGHT - height, height };
  });
};

/** The number of the day at a place of the chart. @param ratio from 0 at its left edge to 1 at its right */
export const dayAt = (ratio: number, days: number): number => Math.min(days - 1, Math.max(0, Math.floor(ratio * days)));
