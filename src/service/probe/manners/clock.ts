/** A clock, in milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Calls `task` after so many milliseconds, unless what is returned is called first. */
  after(milliseconds: number, task: () => void): () => void;
}

/** Longest that Node's timers wait. */
const MOST_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, task) {
    const timer = setTimeout(task, Math.min(milliseconds, MOST_MS));
    return () => clearTimeout(timer);
  },
};
