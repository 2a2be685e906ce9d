import type { Every } from '../retention.js';
import type { AccountStore, KeyRecord } from '../store/index.js';
import type { Clock } from './day.js';
import { MergedWrites } from './merged-writes.js';

const MINUTE = 60_000;
const MOST_KEYS = 100_000;

/** Options of what is noted beside calls. */
export interface NotesOptions<Store> {
  readonly store: Store;
  readonly now: Clock;
  /** The process's own timer if absent. */
  readonly every?: Every | undefined;
  /** Called with the error of a write that failed: it is tried again. Must not throw. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** Remembers when keys were last used, and writes it each minute. What is not written yet is lost if the process is killed. */
export class KeyUses {
  readonly #now: Clock;
  readonly #writes: MergedWrites<number, number>;

  constructor({ store, now, every, onFault }: NotesOptions<Pick<AccountStore, 'keepKeyUses'>>) {
    this.#now = now;
    this.#writes = new MergedWrites({
      ...{ every, onFault, milliseconds: MINUTE, most: MOST_KEYS },
      merge: Math.max,
      write: (uses) => store.keepKeyUses(uses),
    });
  }

  /** Notes that a call was made with the key. Does no I/O. */
  note({ id }: Pick<KeyRecord, 'id'>): void {
    this.#writes.add(id, this.#now());
  }

  /** When a key was last used, if the store may not have it yet: milliseconds since 1970. */
  latest(id: number): number | undefined {
    return this.#writes.latest(id);
  }

  /** Writes what is not written yet, and notes no more. */
  close(): Promise<void> {
    return this.#writes.close();
  }
}
