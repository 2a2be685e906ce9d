import { ConsoleCallError } from '../../api.js';

/** The shortest pause between two answers, and the pauses after the first failure and after many: in milliseconds. */
const LEAST_PAUSE = 250;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;
/** An answer without news in less time did not wait for any. */
const LEAST_WAIT = 1_000;

/** What watches are made of. */
export interface FeedWatch {
  /** Asks for news, which may take long. Resolves with whether there were any. */
  ask(): Promise<boolean>;
  /** Called after each failure but the end of the session, which ends the watch. */
  onFailure(): void;
  onSignedOut(): void;
  readonly signal: AbortSignal;
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });

/** Asks for news again and again until the signal. Failures are followed by longer and longer pauses. */
export const watchFeed = async ({ ask, onFailure, onSignedOut, signal }: FeedWatch): Promise<void> => {
  let afterFailure = FIRST_PAUSE;
  while (!signal.aborted) {
    const started = performance.now();
    try {
      const hasNews = await ask();
      afterFailure = FIRST_PAUSE;
      await pause(hasNews || performance.now() - started > LEAST_WAIT ? LEAST_PAUSE : LEAST_WAIT, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ConsoleCallError)) throw error;
      if (error.isSignedOut) return onSignedOut();
      onFailure();
      await pause(afterFailure, signal);
      afterFailure = Math.min(LONGEST_PAUSE, afterFailure * 2);
    }
  }
};
