import { RETRY_DELAY_MS, noRetries, type RetryPolicy } from '../retry-policy.js';

interface PendingWork<Work, Outcome> {
  readonly work: Work;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (reason: unknown) => void;
}

/** Outcome of one piece of work inside a committed batch. */
export type WriteOutcome<Outcome> = { readonly outcome: Outcome } | { readonly failure: unknown };

/** A batch grows as long as each turn of the event loop adds work, but is written after this many turns. */
const MAX_TURNS = 4;

/**
 * Writes work that arrives together as one batch, since the cost of a durable commit is the disk sync, not the number of
 * rows. `write` must commit the batch before it returns, and returns an outcome for each piece of work, in order. If it
 * throws, nothing was written. If the failure is temporary, the batch is tried again, with the work that has arrived since.
 */
export class GroupCommit<Work, Outcome> {
  readonly #write: (batch: readonly Work[]) => readonly WriteOutcome<Outcome>[];
  readonly #retries: RetryPolicy;
  #waiting: PendingWork<Work, Outcome>[] = [];
  #retryTimer: NodeJS.Timeout | undefined;
  #failingSince: number | undefined;

  constructor(write: (batch: readonly Work[]) => readonly WriteOutcome<Outcome>[], retries = noRetries) {
    this.#write = write;
    this.#retries = retries;
  }

  /** Resolves when the work is durable; rejects if it cannot be written. */
  add(work: Work): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ work, resolve, reject }) === 1) this.#gather(1, MAX_TURNS);
    });
  }

  /** Waits for the end of the event loop's input phase, so that all work that arrived during the last write is in this batch. */
  #gather(size: number, turns: number): void {
    setImmediate(() => {
      if (turns > 1 && this.#waiting.length > size) this.#gather(this.#waiting.length, turns - 1);
      else this.#flush(true);
    });
  }

  /** Writes all waiting work now. Work that cannot be written now is rejected, and not tried again. */
  flush(): void {
    this.#flush(false);
  }

  #flush(mayWait: boolean): void {
    clearTimeout(this.#retryTimer);
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    try {
      const written = this.#write(batch.map(({ work }) => work));
      this.#failingSince = undefined;
      batch.forEach(({ resolve, reject }, index) => {
        const each = written[index];
        if (each && 'outcome' in each) resolve(each.outcome);
        else reject(each?.failure);
      });
    } catch (error) {
      if (mayWait && this.#mayRetry(error)) {
        this.#waiting = batch;
        this.#retryTimer = setTimeout(() => this.#flush(true), RETRY_DELAY_MS);
        return;
      }
      this.#failingSince = undefined;
      for (const { reject } of batch) reject(error);
    }
  }

  #mayRetry(error: unknown): boolean {
    const { isTemporary, milliseconds } = this.#retries;
    this.#failingSince ??= performance.now();
    return isTemporary(error) && performance.now() - this.#failingSince < milliseconds;
  }
}
