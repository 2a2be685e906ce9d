import type { AccountStore, NamedCount } from '../store/index.js';
import { utcDay, type Clock } from './day.js';
import type { NotesOptions } from './key-uses.js';
import { MergedWrites } from './merged-writes.js';

const SECOND = 1_000;
/** Counts of different accounts, days and names that wait to be written. */
const MOST_COUNTS = 10_000;

/**
 * Adds up counts that are no calls, such as verdicts by result, and writes them each second. What is not written yet is lost if the process
 * is killed; what was written although the database's answer was lost is counted twice.
 */
export class CountRecorder {
  readonly #now: Clock;
  readonly #writes: MergedWrites<string, NamedCount>;

  constructor({ store, now, every, onFault }: NotesOptions<Pick<AccountStore, 'addCounts'>>) {
    this.#now = now;
    this.#writes = new MergedWrites({
      ...{ every, onFault, milliseconds: SECOND, most: MOST_COUNTS },
      merge: (earlier, later) => ({ ...earlier, count: earlier.count + later.count }),
      write: (counts) => store.addCounts([...counts.values()]),
    });
  }

  /** Adds to today's count of an account under a name, of which the caller has only a few. Does no I/O. */
  add(accountId: number, name: string, count = 1): void {
    const day = utcDay(this.#now());
    this.#writes.add(`${accountId} ${day} ${name}`, { accountId, day, name, count });
  }

  /** Writes what is not written yet, and counts no more. */
  close(): Promise<void> {
    return this.#writes.close();
  }
}
