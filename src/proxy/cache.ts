import type { Validation } from '../wire/index.js';

/** Keeps verdicts for a while. A cache that fails is one that holds nothing. */
export interface ValidationCache {
  /** What is kept under a name; nothing where it was never kept or is too old. */
  get(name: string): Promise<Validation | undefined>;
  /** Keeps a verdict. `name` is a hash: the address cannot be read from it. */
  set(name: string, validation: Validation): Promise<void>;
}

const MOST_KEPT = 1_000;
const KEPT_MILLISECONDS = 600_000;

/** Keeps the newest 1,000 verdicts of the last ten minutes in this process's memory. */
export const createMemoryCache = (now: () => number): ValidationCache => {
  const kept = new Map<string, { readonly validation: Validation; readonly until: number }>();
  return {
    get(name) {
      const found = kept.get(name);
      return Promise.resolve(found && found.until > now() ? found.validation : undefined);
    },
    set(name, validation) {
      kept.delete(name);
      kept.set(name, { validation, until: now() + KEPT_MILLISECONDS });
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      return Promise.resolve();
    },
  };
};
