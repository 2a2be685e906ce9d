import { createSharedController } from '../../service/shared-controller.js';

/** Milliseconds that checks in progress have to finish after a stop. */
const GRACE_MS = 1_000;

/** Signals that stop the intake of addresses, and cancel the checks in progress. */
export class StopSignals {
  /** The user stopped it; otherwise the reader has left. */
  hasStopped = false;
  readonly #inputController = createSharedController();
  readonly #workController = createSharedController();
  #timer: NodeJS.Timeout | undefined;

  /** Fires when no more addresses are taken. */
  get inputSignal(): AbortSignal {
    return this.#inputController.signal;
  }

  /** Fires when the checks in progress are cancelled. */
  get workSignal(): AbortSignal {
    return this.#workController.signal;
  }

  /** Asks the check to end soon, with the results so far. */
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

  /** Clears the timer. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
