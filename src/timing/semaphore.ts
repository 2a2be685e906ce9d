/** Limits how much work runs at the same time; the rest waits in order of arrival. */
export interface Semaphore {
  /** Returns how many pieces of work run and wait. */
  readonly load: () => number;
  /** Runs `work` now or when it is its turn, and returns its result. */
  readonly run: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/**
 * Makes a semaphore that lets `most` run at the same time. Work that ends wakes waiting work. In Workers, requests must
 * not wake each other in this way: they poll by their own timers (`client/queue.ts`, `proxy/concurrency-limit.ts`).
 */
export const createSemaphore = (most: number): Semaphore => {
  const waiting: (() => void)[] = [];
  let load = 0;
  return {
    load: () => load,
    async run(work) {
      // The woken work is counted already, so that work that arrives at this moment does not overtake it.
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
