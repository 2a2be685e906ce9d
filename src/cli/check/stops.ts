/** After a stop, for what is out. */
const GRACE_MS = 1_000;

/** When to take no more, and when to give up what is out. */
export class Stops {
  /** Somebody asked for it, as against a reader who has left. */
  hasStopped = false;
  readonly #taking = new AbortController();
  readonly #working = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** Fires when no more is taken. */
  get taking(): AbortSignal {
    return this.#taking.signal;
  }

  /** Fires when what is out is given up. */
  get working(): AbortSignal {
    return this.#working.signal;
  }

  /** It is to end soon, with what can be had by then. */
  readonly soon = (): void => {
    this.hasStopped = true;
    this.#taking.abort();
    this.#timer ??= setTimeout(this.now, GRACE_MS);
  };

  /** The reader of the results has gone. */
  readonly now = (): void => {
    this.#taking.abort();
    this.#working.abort();
  };

  /** All is over. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
