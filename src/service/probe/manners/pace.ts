/** Bounds of a pace. */
export interface PaceLimits {
  /** Verdicts in progress at a time. */
  readonly connections: number;
  /** Recipients in a second, at most. */
  readonly perSecond: number;
  /** Recipients in a day (UTC), at most. */
  readonly perDay: number;
}

/** What an answer says of the pace: `slow-down` is any 4xx, `known` and `unknown` are about a mailbox. */
export type PaceSign = 'slow-down' | 'known' | 'unknown' | 'neither';

const DAY_MS = 24 * 60 * 60_000;
/** Recipients that may be asked for at once after a quiet time. */
const BURST = 20;
/** The pace starts at this part of its limit, grows by a step with each answer about a mailbox, and never falls below the least. */
const START = 1 / 2;
const STEP = 1 / 400;
const LEAST = 1 / 50;
/** So many answers about mailboxes are judged together: beyond the first share unknown ones the pace halves, … */
const SHARE_OF = 200;
const HALVING_SHARE = 0.3;
/** … beyond the second the provider rests. */
const RESTING_SHARE = 0.6;

/**
 * The pace of questions to one provider: a bucket of recipients, filled at a rate that grows by steps and is halved by every 4xx, and a
 * budget a day. All times in milliseconds since 1970; the caller has the clock.
 */
export class Pace {
  readonly #limits: PaceLimits;
  #rate: number;
  #bucket = BURST;
  #filledAt: number;
  #halvedAt = -Infinity;
  #day = -1;
  #asked = 0;
  #answers = 0;
  #unknown = 0;

  constructor(limits: PaceLimits, now: number) {
    this.#limits = limits;
    this.#rate = limits.perSecond * START;
    this.#filledAt = now;
  }

  /** Recipients in a second, as it is now. */
  get rate(): number {
    return this.#rate;
  }

  /** Whether the day's budget is used up, and when the next day begins. */
  exhaustedUntil(now: number): number | undefined {
    this.#turnDay(now);
    return this.#asked >= this.#limits.perDay ? (this.#day + 1) * DAY_MS : undefined;
  }

  /** Milliseconds until so many recipients may be asked for, after so many that wait already. */
  waitFor(recipients: number, now: number): number {
    this.#fill(now);
    return Math.max(0, Math.ceil(((recipients - this.#bucket) / this.#rate) * 1000));
  }

  /** Recipients are going to be asked for. */
  take(recipients: number, now: number): void {
    this.#fill(now);
    this.#bucket -= recipients;
  }

  /** Recipients were asked for: they count in the day's budget. */
  count(recipients: number, now: number): void {
    this.#turnDay(now);
    this.#asked += recipients;
  }

  /** The day, in days since 1970, and the recipients asked for in it; another process's, too, as far as known. */
  asked(now: number): { readonly day: number; readonly recipients: number } {
    this.#turnDay(now);
    return { day: this.#day, recipients: this.#asked };
  }

  /** So many recipients were asked for today by other processes, or before a restart. */
  addOthers(day: number, recipients: number, now: number): void {
    this.#turnDay(now);
    if (day === this.#day) this.#asked += recipients;
  }

  /** An answer to a question that was put at `since`. Whether the provider is to rest, since too many mailboxes were unknown. */
  hear(sign: PaceSign, since: number, now: number): boolean {
    if (sign === 'neither') return false;
    // What was on its way when the pace was halved says no more.
    if (sign === 'slow-down') {
      if (since >= this.#halvedAt) this.#halve(now);
      return false;
    }
    this.#rate = Math.min(this.#limits.perSecond, this.#rate + this.#limits.perSecond * STEP);
    this.#answers += 1;
    if (sign === 'unknown') this.#unknown += 1;
    if (this.#answers < SHARE_OF) return false;
    const share = this.#unknown / this.#answers;
    this.#answers = this.#unknown = 0;
    if (share > HALVING_SHARE) this.#halve(now);
    return share > RESTING_SHARE;
  }

  #halve(now: number): void {
    this.#fill(now);
    this.#rate = Math.max(this.#limits.perSecond * LEAST, this.#rate / 2);
    this.#bucket = Math.min(this.#bucket, 1);
    this.#halvedAt = now;
  }

  #fill(now: number): void {
    const gained = (Math.max(0, now - this.#filledAt) / 1000) * this.#rate;
    this.#bucket = Math.min(BURST, this.#bucket + gained);
    this.#filledAt = now;
  }

  #turnDay(now: number): void {
    const day = Math.floor(now / DAY_MS);
    if (day === this.#day) return;
    this.#day = day;
    this.#asked = 0;
  }
}
