import { runList, type ListWork } from './run-list.js';

export interface ListWorkersOptions {
  /** Number of lists in progress at the same time, each of another account. */
  readonly lists: number;
  /** Milliseconds between two checks for a waiting list; grows after failures in a row, up to 30 times. */
  readonly pollMs: number;
  /** Called with errors of the store. The list continues when its lease is over. */
  readonly onFault: (fault: unknown) => void;
}

/** Options of the work on lists. Times in milliseconds. */
export interface ListWorkOptions
  extends
    Pick<ListWork, 'fetch' | 'verify'>,
    Partial<Pick<ListWork, 'leaseMs' | 'turnMs' | 'retryDelayMs' | 'concurrency' | 'window'>>,
    Partial<Pick<ListWorkersOptions, 'lists' | 'pollMs'>> {}

/**
 * The lease lasts seconds, so that others take over soon after a crash. A turn is short enough for a person to wait.
 * The delay is longer than greylisting usually lasts.
 */
export const defaultListWork = {
  leaseMs: 10_000,
  turnMs: 2_000,
  retryDelayMs: 330_000,
  concurrency: 200,
  window: 2_000,
  lists: 4,
  pollMs: 1_000,
} as const;

const MAX_BACKOFF = 30;

/** The workers on lists. */
export interface ListWorkers {
  /** Looks for a list at once. */
  checkNow(): void;
  /** Releases all lists, so that another process can continue them. Resolves when no worker runs any more. */
  close(): Promise<void>;
}

/** Starts workers, which work on the accounts' lists in turn until they are closed. */
export const startListWorkers = (work: ListWork, { lists, pollMs, onFault }: ListWorkersOptions): ListWorkers => {
  const closing = new AbortController();
  const { signal } = closing;
  const waiting = new Set<() => void>();

  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, signal.aborted ? 0 : milliseconds);
      waiting.add(wake);
    });
  const checkNow = (): void => {
    for (const wake of [...waiting]) wake();
  };

  const workOnce = async (): Promise<'worked' | 'nothing'> => {
    const at = work.now();
    const lease = await work.store.leaseList(at, at + work.leaseMs);
    if (!lease) return 'nothing';
    await runList(lease, work, signal);
    return 'worked';
  };
  const workInLoop = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      const outcome = await workOnce().catch((fault: unknown) => {
        if (!signal.aborted) onFault(fault);
        return 'failed' as const;
      });
      failures = outcome === 'failed' ? failures + 1 : 0;
      if (outcome !== 'worked' && !signal.aborted) await wait(pollMs * Math.min(2 ** failures, MAX_BACKOFF));
    }
  };
  const working = Array.from({ length: lists }, workInLoop);

  return {
    checkNow,
    async close() {
      closing.abort();
      checkNow();
      await Promise.all(working);
    },
  };
};
