import type { TryStep } from '../../../wire/console/index.js';

/** A step with its place on the axis of time: shares of the whole, 0 to 1. */
export interface TimedStep extends TryStep {
  readonly from: number;
  readonly share: number;
}

/** Steps one after the other on one axis. */
export interface Timeline {
  readonly steps: readonly TimedStep[];
  /** Milliseconds of all steps. */
  readonly total: number;
}

const durationOf = ({ milliseconds = 0 }: TryStep): number => Math.max(milliseconds, 0);

/** Where each step is in the time that all took. */
export const timelineOf = (steps: readonly TryStep[]): Timeline => {
  const total = steps.reduce((sum, step) => sum + durationOf(step), 0);
  let before = 0;
  const timed = steps.map((step) => {
    const [from, share] = total ? [before / total, durationOf(step) / total] : [0, 0];
    before += durationOf(step);
    return { ...step, from, share };
  });
  return { steps: timed, total };
};
