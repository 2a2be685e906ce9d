/** The first pause, in milliseconds; each further one is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Milliseconds until a call that was refused as `busy` is retried, with jitter. `tries`: the number of retries before.
 */
export const busyPause = (tries: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (0.5 + Math.random());
