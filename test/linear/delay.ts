import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** What something cost, in milliseconds. */
export interface Cost {
  readonly milliseconds: number;
  /** The longest that others had to wait for their turn meanwhile. */
  readonly delay: number;
}

const NANOSECONDS = 1e6;
/** In milliseconds: how often the event loop is looked at. */
const RESOLUTION = 1;

/** What others may have to wait at most, on a machine that does nothing else, in milliseconds. */
export const LONGEST_DELAY = 50;

/** Does something and measures it. By the clock: for benchmarks and soak, where the machine is quiet. */
export const costOf = async (work: () => unknown): Promise<Cost> => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  // It measures from its first look on.
  await sleep(2 * RESOLUTION);
  const started = performance.now();
  await work();
  const milliseconds = performance.now() - started;
  await sleep(2 * RESOLUTION);
  histogram.disable();
  return { milliseconds, delay: Math.max(0, histogram.max / NANOSECONDS - RESOLUTION) };
};
