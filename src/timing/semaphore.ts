/** Limits how much work runs at the same time; the rest waits in order of arrival. */
export interface Semaphore {
  /** Returns how many pieces of work run and wait. */
  readonly load: () => number;
  /** Runs `work` now or when it is its turn, and returns its result. */
  readonly run: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/**
 * Makes a semaphore that lets `most` run at the same time. Work that ends wakes work that waits: requests of Workers must not wait for each
 * other so, and look by timers of their own (`client/queue.ts`, `proxy/concurrency-limit.ts`).
 */
export const createSemaphore = (most: number): Semaphore => {
  const waiting: (() => void)[] = [];
  let load = 0;
  return {
    load: () => load,
    async run(work) {
      // A waiter is counted already, so that no one who comes in the moment of its waking goes before it.
      if (load++ >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        load--;
        waiting.shift()?.();
      }
    },
  };
};
