/** A call that waits for its turn. */
interface Turn {
  /** When it last looked. A runtime may end a call without a word (Workers): one that looks no longer holds nobody up. */
  lookedAt: number;
  wake(): void;
}

/** Milliseconds from one look to the next, if nothing wakes the call. */
const LOOK = 500;
/** A call that has not looked for so long is gone. */
const GONE = 4 * LOOK;

/** Calls in order, of which few are under way at once. */
export interface Queue {
  /**
   * Waits for a turn; the function ends it. `undefined` if the caller left before.
   * @param longest milliseconds after which the turn is over whatever happens
   */
  enter(longest: number, signal: AbortSignal | undefined): Promise<(() => void) | undefined>;
}

/** Makes a queue of which `most` calls are under way at once. */
export const createQueue = (most: number, now: () => number = () => performance.now()): Queue => {
  const underWay = new Map<Turn, number>();
  const waiting = new Set<Turn>();

  const first = (): Turn | undefined => {
    for (const turn of waiting) {
      if (turn.lookedAt + GONE >= now()) return turn;
      waiting.delete(turn);
    }
    return undefined;
  };

  const isFree = (): boolean => {
    for (const [turn, until] of underWay) if (until <= now()) underWay.delete(turn);
    return underWay.size < most;
  };

  const sleep = (turn: Turn, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      turn.wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', turn.wake);
        resolve();
      };
      const timer = setTimeout(turn.wake, LOOK);
      signal?.addEventListener('abort', turn.wake);
    });

  return {
    async enter(longest, signal) {
      const turn: Turn = { lookedAt: 0, wake: () => {} };
      const leave = (): void => {
        waiting.delete(turn);
        underWay.delete(turn);
        first()?.wake();
      };
      for (;;) {
        turn.lookedAt = now();
        waiting.add(turn);
        if (signal?.aborted) return void leave();
        if (isFree() && first() === turn) break;
        await sleep(turn, signal);
      }
      waiting.delete(turn);
      underWay.set(turn, turn.lookedAt + longest);
      if (isFree()) first()?.wake();
      return leave;
    },
  };
};
