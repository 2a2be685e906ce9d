/** The time that one call has. */
export interface Deadline {
  /** Fires when the time is over. */
  readonly signal: AbortSignal;
  /** Milliseconds that are left. */
  left(): number;
  /** Waits for work no longer than that: rejects with `TimeOver` then. */
  within<Value>(work: Promise<Value>): Promise<Value>;
  /** Lets the timer go. */
  end(): void;
}

/** The time of a call is over. */
export class TimeOver extends Error {
  override readonly name = 'TimeOver';
}

/** Starts the time of a call, in milliseconds. */
export const startDeadline = (milliseconds: number): Deadline => {
  const at = performance.now() + milliseconds;
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(new TimeOver()), milliseconds);
  return {
    signal,
    left: () => at - performance.now(),
    async within(work) {
      let give = () => {};
      const over = new Promise<never>((_, reject) => {
        give = () => reject(new TimeOver());
        if (signal.aborted) give();
        else signal.addEventListener('abort', give);
      });
      try {
        return await Promise.race([work, over]);
      } finally {
        signal.removeEventListener('abort', give);
      }
    },
    end: () => clearTimeout(timer),
  };
};
