import { createSharedController } from '../../service/shared-controller.js';

/** After a stop, for the checks in progress. */
const GRACE_MS = 1_000;

/** When to take no more addresses, and when to give up the checks in progress. */
export class Stops {
  /** The user stopped it; otherwise the reader has left. */
  hasStopped = false;
  readonly #taking = createSharedController();
  readonly #working = createSharedController();
  #timer: NodeJS.Timeout | undefined;

  /** Fires when no more is taken. */
  get taking(): AbortSignal {
    return this.#taking.signal;
  }

  /** Fires when what is out is given up. */
  get working(): AbortSignal {
    return this.#working.signal;
  }

  /** It must end soon, with the results so far. */
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
