import { createSharedController } from '../../service/shared-controller.js';

/** After a stop, for the checks in progress. */
const GRACE_MS = 1_000;

/** When to take no more addresses, and when to give up the checks in progress. */
export class StopSignals {
  /** The user stopped it; otherwise the reader has left. */
  hasStopped = false;
  readonly #inputController = createSharedController();
  readonly #workController = createSharedController();
  #timer: NodeJS.Timeout | undefined;

  /** Fires when no more is taken. */
  get inputSignal(): AbortSignal {
    return this.#inputController.signal;
  }

  /** Fires when what is out is given up. */
  get workSignal(): AbortSignal {
    return this.#workController.signal;
  }

  /** It must end soon, with the results so far. */
  readonly soon = (): void => {
    this.hasStopped = true;
    this.#inputController.abort();
    this.#timer ??= setTimeout(this.now, GRACE_MS);
  };

  /** The reader of the results has gone. */
  readonly now = (): void => {
    this.#inputController.abort();
    this.#workController.abort();
  };

  /** All is over. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
