import { everyByTimer, type Every } from '../retention.js';

/** Options of writes that are gathered. */
export interface MergedWritesOptions<Key, Value> {
  readonly write: (values: ReadonlyMap<Key, Value>) => Promise<void>;
  /** Joins two values of one key. */
  readonly merge: (earlier: Value, later: Value) => Value;
  /** Milliseconds between two writes. */
  readonly milliseconds: number;
  /** Number of keys that wait at most: values of others are dropped meanwhile. */
  readonly most: number;
  /** The process's own timer if absent. */
  readonly every?: Every | undefined;
  /** Called with the error of a write that failed: its values are written with the next one. Must not throw. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** Gathers values by key, and writes them together from time to time and at the end. */
export class MergedWrites<Key, Value> {
  readonly #options: MergedWritesOptions<Key, Value>;
  readonly #stop: () => void;
  #waiting = new Map<Key, Value>();
  /** What was written last, or is being written. */
  #written: ReadonlyMap<Key, Value> = new Map();
  #writing: Promise<void> | undefined;

  constructor(options: MergedWritesOptions<Key, Value>) {
    this.#options = options;
    const { every = everyByTimer, milliseconds } = options;
    this.#stop = every(milliseconds, () => void this.#write());
  }

  add(key: Key, value: Value): void {
    const { merge, most } = this.#options;
    const earlier = this.#waiting.get(key);
    if (earlier !== undefined) this.#waiting.set(key, merge(earlier, value));
    else if (this.#waiting.size < most) this.#waiting.set(key, value);
  }

  /** What waits to be written for a key, or was written last: somebody who read the store a moment ago may have missed it. */
  latest(key: Key): Value | undefined {
    return this.#waiting.get(key) ?? this.#written.get(key);
  }

  /** Writes what waits, for the last time. */
  async close(): Promise<void> {
    this.#stop();
    await this.#writing;
    await this.#write();
  }

  /** Does nothing while a write has not ended. */
  #write(): Promise<void> {
    if (this.#waiting.size > 0) this.#writing ??= this.#writeWaiting().finally(() => (this.#writing = undefined));
    return this.#writing ?? Promise.resolve();
  }

  async #writeWaiting(): Promise<void> {
    const { write, onFault } = this.#options;
    const values = this.#waiting;
    this.#waiting = new Map();
    this.#written = values;
    try {
      await write(values);
    } catch (fault) {
      for (const [key, value] of values) this.add(key, value);
      onFault?.(fault);
    }
  }
}
