import type { MaintenanceStore } from '../store/index.js';
import { DAY_MILLISECONDS, type Clock } from './day.js';

/** A clock this far ahead of the latest time in the database is still trusted. */
const MAX_CLOCK_JUMP = DAY_MILLISECONDS;
/** A clock that has been distrusted for this long is trusted again, however far ahead it is. */
const MAX_DISTRUST = 7 * DAY_MILLISECONDS;

/** State of the clock, in milliseconds since 1970, UTC. */
export interface ClockState {
  /** The latest time of a trusted clock. */
  readonly seen: number;
  /** Set while the clock is distrusted: `waited`, for how many milliseconds; `last`, the clock's time at the last check. */
  readonly doubted?: { readonly waited: number; readonly last: number };
}

/** Returns the state after a check of the clock. */
export const nextClockState = (before: ClockState | undefined, now: number): ClockState => {
  if (!before || now <= before.seen + MAX_CLOCK_JUMP) return { seen: Math.max(before?.seen ?? now, now) };
  const { seen, doubted } = before;
  // If the clock jumps again or the machine was off, at most one day counts as waiting.
  const passed = doubted ? Math.min(Math.max(now - doubted.last, 0), DAY_MILLISECONDS) : 0;
  const waited = (doubted?.waited ?? 0) + passed;
  return waited >= MAX_DISTRUST ? { seen: now } : { seen, doubted: { waited, last: now } };
};

const STORED_NAME = 'clock';
const REMEDY = 'Set the clock right; if it is right, start the service with --accept-clock.';
const time = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

/** Why a clock is distrusted, or the service counts by another one. */
export interface ClockDoubt {
  readonly isBehind: boolean;
  /** Sentences that say what is wrong, and what follows. */
  readonly words: string;
}

/** The doubt about a clock, if there is one. */
const doubtOf = ({ seen, doubted }: ClockState, now: number): ClockDoubt | undefined => {
  if (doubted)
    return {
      isBehind: false,
      words: `The clock says ${time(now)}, and the latest that this database has seen is ${time(seen)}. Nothing is deleted for its age before ${time(now + MAX_DISTRUST - doubted.waited)}.`,
    };
  if (seen > now + MAX_CLOCK_JUMP)
    return {
      isBehind: true,
      words: `The clock says ${time(now)}, and this database has seen ${time(seen)}. Until then daily limits count as one day.`,
    };
  return undefined;
};

/** The state that was stored last; without one, the latest time in the database. */
const storedState = async (store: MaintenanceStore): Promise<ClockState | undefined> => {
  const kept = await store.read(STORED_NAME);
  if (kept !== undefined) return JSON.parse(kept) as ClockState;
  const seen = await store.latestTime();
  return seen === undefined ? undefined : { seen };
};

/** The doubt about a clock that a look at the database gives. Nothing is stored. */
export const lookAtClock = async (store: MaintenanceStore, now: number): Promise<ClockDoubt | undefined> =>
  doubtOf(nextClockState(await storedState(store), now), now);

export interface ClockWatchOptions {
  readonly store: MaintenanceStore;
  readonly now: Clock;
  /** Called once with each reason to distrust the clock. */
  readonly onWarning?: ((words: string) => void) | undefined;
}

/**
 * Compares the clock with the latest time in the database: with a clock that is days ahead, data with a retention time
 * would be deleted too early. After a machine was off for long, the clock looks the same, so the distrust ends after a
 * while.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  #seen: number | undefined;
  #warnedOf: string | undefined;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
  }

  /** Checks the clock and stores the result. Resolves with whether expired data may be deleted. */
  async check(): Promise<boolean> {
    const { now } = this.#options;
    const at = now();
    const known = nextClockState(await this.#before(), at);
    this.#warn(known, at);
    await this.#keep(known);
    return known.doubted === undefined;
  }

  /** Trusts the clock as it is. */
  async accept(): Promise<void> {
    await this.#keep({ seen: this.#options.now() });
  }

  /**
   * The time for daily limits. It never goes back, so that no day begins twice. A distrusted clock does not change it
   * for other processes.
   */
  dayNow(): number {
    const now = this.#options.now();
    if (this.#seen !== undefined && now > this.#seen + MAX_CLOCK_JUMP) return now;
    this.#seen = Math.max(this.#seen ?? now, now);
    return this.#seen;
  }

  async #before(): Promise<ClockState | undefined> {
    const seen = this.#seen;
    const known = await storedState(this.#options.store);
    if (seen === undefined) return known;
    return known ? { ...known, seen: Math.max(known.seen, seen) } : { seen };
  }

  async #keep(known: ClockState): Promise<void> {
    // Set before the write, so that the time is not lost if the write fails.
    this.#seen = known.seen;
    await this.#options.store.write(STORED_NAME, JSON.stringify(known));
  }

  #warn(known: ClockState, now: number): void {
    const about = `${known.doubted ? 'ahead of' : 'behind'} ${known.seen}`;
    const doubt = doubtOf(known, now);
    if (doubt && this.#warnedOf !== about) this.#options.onWarning?.(`${doubt.words} ${REMEDY}`);
    this.#warnedOf = doubt && about;
  }
}
