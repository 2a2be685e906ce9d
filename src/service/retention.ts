/** A timer that runs `work` again and again and keeps no process alive; returns a function that stops it. */
export type Every = (milliseconds: number, work: () => void) => () => void;

export interface RetentionOptions {
  /** Deletes data whose retention time is over. */
  readonly sweep: () => Promise<unknown>;
  /** Called with the error of a failed sweep: the next one deletes its data too. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
  /** The process's own timer if absent. */
  readonly every?: Every | undefined;
}

const HOUR_MILLISECONDS = 3_600_000;

/** The process's own timer. */
export const everyByTimer: Every = (milliseconds, work) => {
  const timer = setInterval(work, milliseconds).unref();
  return () => clearInterval(timer);
};

/** Sweeps now and each hour. Returns a function that stops it, and resolves when no sweep is running any more. */
export const startRetention = ({ sweep, onFault, every = everyByTimer }: RetentionOptions): (() => Promise<void>) => {
  let running: Promise<unknown> | undefined;
  const run = () => {
    // A sweep that takes more than an hour is enough for two.
    running ??= sweep()
      .catch((fault: unknown) => onFault?.(fault))
      .finally(() => (running = undefined));
  };
  run();
  const stop = every(HOUR_MILLISECONDS, run);
  return async () => {
    stop();
    await running;
  };
};
