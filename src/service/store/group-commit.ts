interface Waiting<Work, Outcome> {
  readonly work: Work;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (reason: unknown) => void;
}

/** What became of one piece of work inside a committed batch. */
export type Written<Outcome> = { readonly outcome: Outcome } | { readonly failure: unknown };

/**
 * Gathers pieces of work that arrive together into one batch, since what a durable commit costs is the disk's flush, not
 * its rows. `write` must commit the batch before it returns and gives one outcome a piece, in order; where it throws, nothing
 * of the batch was kept.
 */
export class GroupCommit<Work, Outcome> {
  readonly #write: (batch: readonly Work[]) => readonly Written<Outcome>[];
  #waiting: Waiting<Work, Outcome>[] = [];

  constructor(write: (batch: readonly Work[]) => readonly Written<Outcome>[]) {
    this.#write = write;
  }

  /** Resolves when the work is durable; rejects where it is not. */
  add(work: Work): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      // After the event loop's input phase: all that arrived during the last flush goes into this one.
      if (this.#waiting.push({ work, resolve, reject }) === 1) setImmediate(() => this.flush());
    });
  }

  /** Writes what waits, now. */
  flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    try {
      const written = this.#write(batch.map(({ work }) => work));
      batch.forEach(({ resolve, reject }, index) => {
        const each = written[index];
        if (each && 'outcome' in each) resolve(each.outcome);
        else reject(each?.failure);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
