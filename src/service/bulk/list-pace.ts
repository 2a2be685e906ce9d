import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { yieldToEventLoop } from '../../timing/index.js';

export interface PaceOptions {
  /** Whether somebody waits for an answer of this process, or did a moment ago. */
  readonly isBusy: () => boolean;
  /** A clock in milliseconds. */
  readonly now?: () => number;
  /** The share of its time, 0 to 1, that the process was at work since this was last asked. */
  readonly workload?: () => number;
  /** Resolves after this many milliseconds; after 0 when all others who are ready have had their turn. */
  readonly rest?: (milliseconds: number) => Promise<unknown>;
}

/** Addresses that are checked before the clock is read again. */
const PIECE = 8;
/** Other work gets a turn after this time, in milliseconds. */
const TURN_MS = 5;
/** The share of the process's time that lists leave to others that wait. */
const SHARE = 0.5;
/** Milliseconds between two measurements of how busy the process is. */
const LOOK_MS = 50;
const REST_MS = { first: 8, least: 1, most: 100 } as const;
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
 * How fast lists are worked on: at full speed while no one waits for an answer; else a few addresses at a time, with rests between
 * them that are as long as it takes for the process to have time to spare. One pace is for all lists of a process.
 */
export class ListPace {
  readonly #options: Required<PaceOptions>;
  #taken = 0;
  #turnSince: number;
  #rest: number = REST_MS.first;
  /** When the workload was looked at; nothing while no one waits. */
  #lookedAt: number | undefined;

  constructor({
    isBusy,
    now = () => performance.now(),
    workload = workloadOfProcess(),
    rest = (milliseconds) => (milliseconds > 0 ? sleep(milliseconds) : yieldToEventLoop()),
  }: PaceOptions) {
    this.#options = { isBusy, now, workload, rest };
    this.#turnSince = now();
  }

  /** To be called before each address; if it returns a promise, the address may be asked about when that resolves. */
  next(): Promise<unknown> | undefined {
    this.#taken += 1;
    if (this.#taken < PIECE) return undefined;
    this.#taken = 0;
    const { isBusy, now, rest } = this.#options;
    if (isBusy()) return rest(this.#restNow(now()));
    this.#lookedAt = undefined;
    if (now() < this.#turnSince + TURN_MS) return undefined;
    return rest(0).then(() => (this.#turnSince = now()));
  }

  #restNow(at: number): number {
    const { workload } = this.#options;
    if (this.#lookedAt === undefined) {
      workload();
      this.#lookedAt = at;
      this.#rest = REST_MS.first;
    } else if (at >= this.#lookedAt + LOOK_MS) {
      this.#lookedAt = at;
      this.#rest = Math.min(REST_MS.most, Math.max(REST_MS.least, this.#rest * (workload() > SHARE ? SLOWER : FASTER)));
    }
    return this.#rest;
  }
}
