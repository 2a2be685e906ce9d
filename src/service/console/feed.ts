import { LRUCache } from 'lru-cache';
import { FEED_ENTRIES, type FeedEntry, type FeedInfo } from '../../wire/console/index.js';

/** Accounts whose entries are kept: beyond it, those of the account that was quiet for longest are dropped. */
const MOST_ACCOUNTS = 100;

/** Entries of calls that come together are sent together: so long, in milliseconds, others are waited for. */
const GATHERING_MS = 200;

/** The newest entries of one kind. */
class Ring {
  readonly #entries: FeedEntry[] = [];

  add(entry: FeedEntry): void {
    this.#entries.push(entry);
    // Not one by one: each would move all others.
    if (this.#entries.length >= 2 * FEED_ENTRIES) this.#entries.splice(0, this.#entries.length - FEED_ENTRIES);
  }

  /** The entries after a number, oldest first. */
  after(number: number): readonly FeedEntry[] {
    const newest = this.#entries.slice(-FEED_ENTRIES);
    const first = newest.findIndex((entry) => entry.number > number);
    return first < 0 ? [] : newest.slice(first);
  }
}

/** Which entries: of one account, or all if `account` is absent; those after the number. */
export interface FeedQuestion {
  readonly account?: number | undefined;
  readonly after: number;
}

/** The latest calls, in memory. Each account has its own share, so that one that calls a lot hides no other's calls. */
export class Feed {
  readonly #all = new Ring();
  readonly #accounts = new LRUCache<number, Ring>({ max: MOST_ACCOUNTS });
  readonly #waiting = new Set<{ readonly account: number | undefined; readonly tell: () => void }>();
  #last: number;
  #isClosed = false;

  /** `now` in milliseconds since 1970: numbers go on growing after a restart. */
  constructor(now: number) {
    this.#last = now * 1_000;
  }

  add(call: Omit<FeedEntry, 'number'>): void {
    const entry = { ...call, number: ++this.#last };
    this.#all.add(entry);
    const { account } = entry;
    if (account !== undefined) {
      const ring = this.#accounts.get(account) ?? new Ring();
      this.#accounts.set(account, ring);
      ring.add(entry);
    }
    for (const each of this.#waiting) if (each.account === undefined || each.account === account) each.tell();
  }

  /** The entries that there are. */
  read({ account, after }: FeedQuestion): FeedInfo {
    const ring = account === undefined ? this.#all : this.#accounts.get(account);
    // A number from a clock that was ahead: everything is new.
    const entries = ring?.after(after > this.#last ? 0 : after) ?? [];
    return { entries, last: this.#last };
  }

  /** The entries, when there are some or the time is over. At once if the signal fires, or the feed is closed. */
  async wait(question: FeedQuestion, milliseconds: number, signal: AbortSignal): Promise<FeedInfo> {
    const found = this.read(question);
    if (found.entries.length > 0 || this.#isClosed || signal.aborted) return found;
    await new Promise<void>((resolve) => {
      let timer = setTimeout(() => end(), milliseconds);
      const waiting = {
        account: question.account,
        tell: () => {
          this.#waiting.delete(waiting);
          clearTimeout(timer);
          timer = setTimeout(() => end(), this.#isClosed ? 0 : GATHERING_MS);
        },
      };
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        signal.removeEventListener('abort', end);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.add(waiting);
    });
    return this.read(question);
  }

  /** Answers everyone who waits, news or not: someone who may not wait any longer learns it then. */
  answerAll(): void {
    for (const each of this.#waiting) each.tell();
  }

  /** Answers everyone who waits, now and later. */
  close(): void {
    this.#isClosed = true;
    this.answerAll();
  }
}
