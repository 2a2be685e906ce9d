import { realClock, type PollingClock } from './wait-for-list.js';

/** A call that waits in the queue. */
interface QueuedCall {
  /**
   * Time of the last poll. A runtime may end a call without notice (Workers): a call that no longer polls does not
   * block the others.
   */
  polledAt: number;
}

/** Milliseconds between two polls: a call that has waited for long polls less often. */
const SHORTEST_POLL_MS = 1;
const LONGEST_POLL_MS = 20;
const POLL_SHARE = 0.05;
/** A call that has not polled for this many milliseconds counts as gone. */
const ABANDONED_AFTER_MS = 2_000;

/** A queue of calls, of which a few run at the same time. */
export interface Queue {
  /**
   * Waits for a turn; the returned function ends the turn. `undefined` if the caller left before its turn.
   * @param longestRun milliseconds after which the turn is over whatever happens
   */
  enter(longestRun: number, signal: AbortSignal | undefined): Promise<(() => void) | undefined>;
}

/**
 * Makes a queue of which `most` calls run at the same time. Each call polls by a timer of its own: Workers from before
 * October 2024 deliver no promise that another request has resolved. The key proxy has a `createConcurrencyLimit` of
 * its own instead. Here any number of calls may wait, so a poll looks only at the first one; there at most 200 wait,
 * and a poll looks at all of them.
 */
export const createQueue = (most: number, { now, wait }: PollingClock = realClock): Queue => {
  const running = new Map<QueuedCall, number>();
  const waiting = new Set<QueuedCall>();

  const first = (at: number): QueuedCall | undefined => {
    for (const turn of waiting) {
      if (turn.polledAt + ABANDONED_AFTER_MS >= at) return turn;
      waiting.delete(turn);
    }
    return undefined;
  };

  const isFree = (at: number): boolean => {
    for (const [turn, until] of running) if (until <= at) running.delete(turn);
    return running.size < most;
  };

  return {
    async enter(longest, signal) {
      const call: QueuedCall = { polledAt: now() };
      const since = call.polledAt;
      for (;;) {
        call.polledAt = now();
        waiting.add(call);
        if (signal?.aborted) return void waiting.delete(call);
        if (isFree(call.polledAt) && first(call.polledAt) === call) break;
        const pollDelay = Math.max(SHORTEST_POLL_MS, Math.min((call.polledAt - since) * POLL_SHARE, LONGEST_POLL_MS));
        await wait(pollDelay, signal);
      }
      waiting.delete(call);
      running.set(call, call.polledAt + longest);
      return () => void running.delete(call);
    },
  };
};
