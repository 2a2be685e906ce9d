import { orAborted } from '../timing/index.js';

/** The time limit of one call. */
export interface Deadline {
  /** Fires when the time is over. */
  readonly signal: AbortSignal;
  /** Milliseconds that are left. */
  remaining(): number;
  /**
   * Waits for work until the time is over, and then rejects with `DeadlineError`. `part` names the site's own part that
   * does the work, so that the error says which part was too slow.
   */
  within<Value>(work: Promise<Value>, part?: SitePart): Promise<Value>;
  /** Ends the time after this many milliseconds from now, unless it ends before. */
  shorten(milliseconds: number): void;
  /** Clears the timer. */
  end(): void;
}

/** A part of the key proxy that the site supplies. */
export type SitePart = 'authorize' | 'limiter' | 'cache' | 'nonces';

/** The time of a call is over. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  /** The part that did not answer; `undefined` if it was not one of the site's own. */
  readonly part: SitePart | undefined;
  /** Error code, such as `limiter-timeout`. */
  readonly code: string;

  constructor(part?: SitePart) {
    super(part ? `The option "${part}" did not answer in time.` : 'The call timed out.');
    this.part = part;
    this.code = `${part ?? 'call'}-timeout`;
  }
}

/** Starts the time of a call, in milliseconds. */
export const startDeadline = (milliseconds: number): Deadline => {
  let at = performance.now() + milliseconds;
  const controller = new AbortController();
  const { signal } = controller;
  let waitedFor: SitePart | undefined;
  const abortAfter = (wait: number) => setTimeout(() => controller.abort(new DeadlineError()), wait);
  let timer = abortAfter(milliseconds);
  return {
    signal,
    remaining: () => at - performance.now(),
    async within(work, part) {
      if (part) waitedFor = part;
      try {
        return await orAborted(work, signal, () => new DeadlineError(waitedFor));
      } finally {
        if (part && !signal.aborted) waitedFor = undefined;
      }
    },
    shorten(next) {
      const sooner = performance.now() + next;
      if (sooner >= at) return;
      at = sooner;
      clearTimeout(timer);
      timer = abortAfter(next);
    },
    end: () => clearTimeout(timer),
  };
};
