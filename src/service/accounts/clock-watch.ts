import type { Store } from '../store/index.js';
import { DAY_MILLISECONDS, type Clock } from './day.js';

/** A clock may be so far ahead of what the database has seen, and be believed at once. */
const BELIEVED = DAY_MILLISECONDS;
/** A clock that has gone on for so long is believed, however far ahead it was. */
const LONGEST_DOUBT = 7 * DAY_MILLISECONDS;

/** What is known of the time, in milliseconds since 1970, UTC. */
export interface Seen {
  /** The latest time that was believed. */
  readonly seen: number;
  /** A clock far ahead of it: when it was first looked at by itself, and last. */
  readonly doubted?: { readonly since: number; readonly last: number };
}

/** What is known after a look at the clock. */
export const lookedAt = (before: Seen | undefined, now: number): Seen => {
  if (!before || now <= before.seen + BELIEVED) return { seen: Math.max(before?.seen ?? now, now) };
  const { seen, doubted } = before;
  // A clock that jumped again is another one.
  const isSteady = doubted !== undefined && Math.abs(now - doubted.last) <= DAY_MILLISECONDS;
  const since = isSteady ? Math.min(doubted.since, now) : now;
  return now - since >= LONGEST_DOUBT ? { seen: now } : { seen, doubted: { since, last: now } };
};

const KEPT_AS = 'clock';
const time = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

/** What is to be told of a clock, if anything. */
const warningOf = ({ seen, doubted }: Seen, now: number): string | undefined => {
  const remedy = 'Set the clock right; if it is right, start the service with --accept-clock.';
  if (doubted)
    return `The clock says ${time(now)}, and the latest that this database has seen is ${time(seen)}. Nothing is deleted for its age before ${time(doubted.since + LONGEST_DOUBT)}. ${remedy}`;
  if (seen > now + BELIEVED)
    return `The clock says ${time(now)}, and this database has seen ${time(seen)}. Until then daily limits count as one day. ${remedy}`;
  return undefined;
};

export interface ClockWatchOptions {
  readonly store: Store;
  readonly now: Clock;
  /** Told once of each reason not to go by the clock. */
  readonly onWarning?: ((words: string) => void) | undefined;
}

/**
 * Judges the clock by the latest time that the database has seen: with a clock that is days ahead, what is kept for a time would be
 * deleted too early, for good. A machine that was off for long looks the same, so the doubt ends by itself.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  #seen: number | undefined;
  #warnedOf: number | undefined;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
  }

  /** Looks at the clock, keeps what it saw, and tells whether what is old by it may be deleted. */
  async look(): Promise<boolean> {
    const { now } = this.#options;
    const at = now();
    const known = lookedAt(await this.#before(), at);
    await this.#keep(known);
    this.#warn(known, at);
    return known.doubted === undefined;
  }

  /** Believes the clock as it is. */
  async accept(): Promise<void> {
    await this.#keep({ seen: this.#options.now() });
  }

  /** The time by which days of limits are counted: it does not go back, so that no day begins twice. A clock in doubt moves it for nobody else. */
  dayNow(): number {
    const now = this.#options.now();
    if (this.#seen !== undefined && now > this.#seen + BELIEVED) return now;
    this.#seen = Math.max(this.#seen ?? now, now);
    return this.#seen;
  }

  async #before(): Promise<Seen | undefined> {
    const { store } = this.#options;
    const kept = await store.recall(KEPT_AS);
    if (kept === undefined) {
      const seen = this.#seen ?? (await store.latestTime());
      return seen === undefined ? undefined : { seen };
    }
    const known = JSON.parse(kept) as Seen;
    return { ...known, seen: Math.max(known.seen, this.#seen ?? known.seen) };
  }

  async #keep(known: Seen): Promise<void> {
    await this.#options.store.replace(KEPT_AS, JSON.stringify(known));
    this.#seen = known.seen;
  }

  #warn(known: Seen, now: number): void {
    const about = known.doubted?.since ?? known.seen;
    const words = warningOf(known, now);
    if (words !== undefined && this.#warnedOf !== about) this.#options.onWarning?.(words);
    this.#warnedOf = words === undefined ? undefined : about;
  }
}
