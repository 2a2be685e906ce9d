import { runList, type ListWork } from './run-list.js';

export interface ListWorkersOptions {
  /** Lists that are worked on at once, each of another account. */
  readonly lists: number;
  /** Milliseconds between two checks for a waiting list; grows after failures in a row, up to 30 times. */
  readonly idleFor: number;
  /** Called with what the store throws. The list continues when its lease is over. */
  readonly onFault: (fault: unknown) => void;
}

/** How a service works on lists. Times in milliseconds. */
export interface ListWorkOptions
  extends
    Pick<ListWork, 'fetch' | 'verify'>,
    Partial<Pick<ListWork, 'leaseFor' | 'turnFor' | 'restFor' | 'concurrency' | 'window'>>,
    Partial<Pick<ListWorkersOptions, 'lists' | 'idleFor'>> {}

/** A lease of seconds, so that others take over soon after a crash; a turn as short as a person waits; a rest as long as greylisting lasts. */
export const defaultListWork = {
  leaseFor: 10_000,
  turnFor: 2_000,
  restFor: 330_000,
  concurrency: 200,
  window: 2_000,
  lists: 4,
  idleFor: 1_000,
} as const;

const LONGEST_REST = 30;

/** The workers on lists. */
export interface ListWorkers {
  /** There may be a list: looked for at once. */
  nudge(): void;
  /** Lets go of all lists, which the next process that looks for one continues. Resolves when no worker is left. */
  close(): Promise<void>;
}

/** Works on lists, whosever turn it is, until it is closed. */
export const startListWorkers = (work: ListWork, { lists, idleFor, onFault }: ListWorkersOptions): ListWorkers => {
  const closing = new AbortController();
  const { signal } = closing;
  const resting = new Set<() => void>();

  const rest = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        resting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, signal.aborted ? 0 : milliseconds);
      resting.add(wake);
    });
  const nudge = (): void => {
    for (const wake of [...resting]) wake();
  };

  const workOnce = async (): Promise<'worked' | 'nothing'> => {
    const at = work.now();
    const lease = await work.store.leaseList(at, at + work.leaseFor);
    if (!lease) return 'nothing';
    await runList(lease, work, signal);
    return 'worked';
  };
  const goOn = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      const outcome = await workOnce().catch((fault: unknown) => {
        if (!signal.aborted) onFault(fault);
        return 'failed' as const;
      });
      failures = outcome === 'failed' ? failures + 1 : 0;
      if (outcome !== 'worked' && !signal.aborted) await rest(idleFor * Math.min(2 ** failures, LONGEST_REST));
    }
  };
  const working = Array.from({ length: lists }, goOn);

  return {
    nudge,
    async close() {
      closing.abort();
      nudge();
      await Promise.all(working);
    },
  };
};
