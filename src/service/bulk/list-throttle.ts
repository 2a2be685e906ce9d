import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { yieldToEventLoop } from '../../timing/index.js';

export interface ThrottleOptions {
  /** Whether a caller waits for an answer of this process, or did a moment ago. */
  readonly isBusy: () => boolean;
  /** A clock in milliseconds. */
  readonly now?: () => number;
  /** The share of time, 0 to 1, that the process was busy since the last call. */
  readonly workload?: () => number;
  /** Resolves after this many milliseconds; for 0, after all other work that is ready has had its turn. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Addresses that are checked before the clock is read again. */
const ADDRESSES_PER_CHECK = 8;
/** Other work gets a turn after this time, in milliseconds. */
const SLICE_MS = 5;
/** The share of the process's time that lists leave to waiting callers. */
const MAX_WORKLOAD = 0.5;
/** Milliseconds between two measurements of how busy the process is. */
const MEASURE_MS = 50;
const PAUSE_MS = { first: 8, least: 1, most: 100 } as const;
const [SLOWER, FASTER] = [1.5, 0.85];

const workloadOfProcess = (): (() => number) => {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    return utilization;
  };
};

/**
 * Limits the speed of lists: full speed while no caller waits for an answer; else a few addresses at a time, with
 * pauses that last until the process has time to spare. All lists of a process share one throttle.
 */
export class ListThrottle {
  readonly #options: Required<ThrottleOptions>;
  #sinceCheck = 0;
  #sliceStart: number;
  #pauseMs: number = PAUSE_MS.first;
  /** Time of the last measurement of the workload; `undefined` while no caller waits. */
  #measuredAt: number | undefined;

  constructor({
    isBusy,
    now = () => performance.now(),
    workload = workloadOfProcess(),
    pause = (milliseconds) => (milliseconds > 0 ? sleep(milliseconds) : yieldToEventLoop()),
  }: ThrottleOptions) {
    this.#options = { isBusy, now, workload, pause };
    this.#sliceStart = now();
  }

  /** Called before each address. If it returns a promise, the address may be checked when that resolves. */
  next(): Promise<unknown> | undefined {
    this.#sinceCheck += 1;
    if (this.#sinceCheck < ADDRESSES_PER_CHECK) return undefined;
    this.#sinceCheck = 0;
    const { isBusy, now, pause } = this.#options;
    if (isBusy()) return pause(this.#nextPause(now()));
    this.#measuredAt = undefined;
    if (now() < this.#sliceStart + SLICE_MS) return undefined;
    return pause(0).then(() => (this.#sliceStart = now()));
  }

  #nextPause(at: number): number {
    const { workload } = this.#options;
    if (this.#measuredAt === undefined) {
      workload();
      this.#measuredAt = at;
      this.#pauseMs = PAUSE_MS.first;
    } else if (at >= this.#measuredAt + MEASURE_MS) {
      this.#measuredAt = at;
      this.#pauseMs = Math.min(
        PAUSE_MS.most,
        Math.max(PAUSE_MS.least, this.#pauseMs * (workload() > MAX_WORKLOAD ? SLOWER : FASTER)),
      );
    }
    return this.#pauseMs;
  }
}
