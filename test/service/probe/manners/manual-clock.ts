import type { Clock } from '../../../../src/service/probe/manners/clock.js';

/** A clock that stands still until it is moved. */
export const manualClock = (start = 1_000_000_000_000) => {
  let now = start;
  let tasks: { readonly at: number; readonly task: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(milliseconds, task) {
      const entry = { at: now + milliseconds, task };
      tasks.push(entry);
      return () => void (tasks = tasks.filter((each) => each !== entry));
    },
  };
  /** Runs what is due until then, and what that leads to. */
  const advance = async (milliseconds: number): Promise<void> => {
    const end = now + milliseconds;
    for (;;) {
      await new Promise(setImmediate);
      const next = tasks.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      tasks = tasks.filter((each) => each !== next);
      now = Math.max(now, next.at);
      next.task();
    }
    now = end;
  };
  return { ...clock, advance };
};
