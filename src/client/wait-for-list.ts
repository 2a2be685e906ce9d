import type { ListStatus } from '../wire/results.js';
import { ClientError, type ClientErrorCode } from './client-error.js';

/** Options of waiting for a list. */
export interface WaitForListOptions {
  /** Called with each status that the service returns, including the last one. If it throws, the waiting ends. */
  readonly onProgress?: ((status: ListStatus) => void) | undefined;
  /** Called with each temporary failure: the service is asked again. If it throws, the waiting ends. */
  readonly onTrouble?: ((error: ClientError) => void) | undefined;
  /** Ends the waiting with the error code `aborted`. The list continues. */
  readonly signal?: AbortSignal | undefined;
}

/** A clock to wait by; times in milliseconds. */
export interface PollingClock {
  now(): number;
  /** Resolves after this time, or at once when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/** The platform's own. */
export const realClock: PollingClock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, signal?.aborted ? 0 : milliseconds);
      signal?.addEventListener('abort', end);
    }),
};

const SHORTEST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/**
 * Interval between two requests, as a share of the time so far: the end of a list is noticed at most that much later.
 */
const POLL_SHARE = 0.1;

/** Whether the failure may be temporary: a network that changes, a service that restarts. */
const temporaryErrors: readonly ClientErrorCode[] = [
  'offline',
  'network',
  'timeout',
  'server-error',
  'bad-answer',
  'busy',
];
/** Maximum time in milliseconds with only failures and no answer. */
const LONGEST_OUTAGE_MS = 600_000;

/**
 * Asks for a list's status until it is completed, failed or cancelled: after one second, then at growing intervals of
 * up to 30 seconds.
 * @throws what `ask` throws: at once if a retry cannot help, otherwise after ten minutes without an answer
 */
export const waitForList = async (
  ask: () => Promise<ListStatus>,
  { onProgress, onTrouble, signal }: WaitForListOptions = {},
  clock = realClock,
): Promise<ListStatus> => {
  const since = clock.now();
  let lastAnswerAt = since;
  const askOrRetry = async (): Promise<ListStatus | undefined> => {
    try {
      const status = await ask();
      lastAnswerAt = clock.now();
      return status;
    } catch (error) {
      if (
        !(error instanceof ClientError) ||
        !temporaryErrors.includes(error.code) ||
        clock.now() - lastAnswerAt >= LONGEST_OUTAGE_MS
      )
        throw error;
      onTrouble?.(error);
      return undefined;
    }
  };

  for (;;) {
    const status = await askOrRetry();
    if (status) onProgress?.(status);
    if (status && !/^(?:queued|processing)$/.test(status.status)) return status;
    await clock.wait(Math.min(Math.max((clock.now() - since) * POLL_SHARE, SHORTEST_WAIT), LONGEST_WAIT), signal);
  }
};
