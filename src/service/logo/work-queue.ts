import { createSemaphore, type Semaphore } from '../../timing/index.js';

export interface WorkQueueOptions {
  /** Maximum number of pieces of work that run at the same time. */
  readonly concurrency: number;
  /** Maximum number of pieces of work that wait. */
  readonly mostWaiting: number;
}

/** Work by name: a few at a time, and once for each name. */
export class WorkQueue<Result> {
  readonly #options: WorkQueueOptions;
  readonly #results = new Map<string, Promise<Result>>();
  readonly #semaphore: Semaphore;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
    this.#semaphore = createSemaphore(options.concurrency);
  }

  /**
   * Runs `work` now or when it is its turn, and returns its result; callers with the same name meanwhile get the same
   * result. `undefined` if too many wait already.
   */
  run(name: string, work: () => Promise<Result>): Promise<Result> | undefined {
    const known = this.#results.get(name);
    if (known) return known;
    const { concurrency, mostWaiting } = this.#options;
    if (this.#semaphore.load() >= concurrency + mostWaiting) return undefined;
    const result = this.#semaphore.run(work).finally(() => this.#results.delete(name));
    this.#results.set(name, result);
    return result;
  }

  /** Resolves when nothing is at work or waits. */
  async idle(): Promise<void> {
    while (this.#results.size > 0) await Promise.allSettled(this.#results.values());
  }
}
