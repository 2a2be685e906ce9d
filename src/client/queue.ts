import { realClock, type WaitingClock } from './wait-for-list.js';

/** A call that waits in the queue. */
interface Turn {
  /** When it last polled. A runtime may end a call without notice (Workers): one that no longer polls does not block the others. */
  lookedAt: number;
}

/** Milliseconds between two polls: a call that has waited for long polls less often. */
const SHORTEST_LOOK = 1;
const LONGEST_LOOK = 20;
const SHARE = 0.05;
/** A call that has not polled for this long is gone, in milliseconds. */
const GONE = 2_000;

/** Calls in order, of which a few run at the same time. */
export interface Queue {
  /**
   * Waits for a turn; the function ends it. `undefined` if the caller left before.
   * @param longest milliseconds after which the turn is over whatever happens
   */
  enter(longest: number, signal: AbortSignal | undefined): Promise<(() => void) | undefined>;
}

/**
 * Makes a queue of which `most` calls run at the same time. Each call polls by a timer of its own: Workers from before October 2024
 * deliver no promise that another request has resolved. It is not the key proxy's `createConcurrencyLimit`: any number of calls may wait
 * here, so a poll looks at the first one alone; there at most 200 wait, and a poll looks at all of them.
 */
export const createQueue = (most: number, { now, wait }: WaitingClock = realClock): Queue => {
  const underWay = new Map<Turn, number>();
  const waiting = new Set<Turn>();

  const first = (at: number): Turn | undefined => {
    for (const turn of waiting) {
      if (turn.lookedAt + GONE >= at) return turn;
      waiting.delete(turn);
    }
    return undefined;
  };

  const isFree = (at: number): boolean => {
    for (const [turn, until] of underWay) if (until <= at) underWay.delete(turn);
    return underWay.size < most;
  };

  return {
    async enter(longest, signal) {
      const turn: Turn = { lookedAt: now() };
      const since = turn.lookedAt;
      for (;;) {
        turn.lookedAt = now();
        waiting.add(turn);
        if (signal?.aborted) return void waiting.delete(turn);
        if (isFree(turn.lookedAt) && first(turn.lookedAt) === turn) break;
        const look = Math.max(SHORTEST_LOOK, Math.min((turn.lookedAt - since) * SHARE, LONGEST_LOOK));
        await wait(look, signal);
      }
      waiting.delete(turn);
      underWay.set(turn, turn.lookedAt + longest);
      return () => void underWay.delete(turn);
    },
  };
};
