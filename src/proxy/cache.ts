import { createRecentValues } from '../timing/index.js';
import type { Validation } from '../wire/index.js';
import { startDeadline } from './deadline.js';

/** Keeps verdicts for a while. A cache that fails, or does not answer within a second, counts as empty. */
export interface ValidationCache {
  /** Returns the value stored under a name; `undefined` if it is missing or too old. */
  get(name: string): Promise<Validation | undefined>;
  /**
   * Keeps a verdict. `name` is a hash, and the verdict's `email` is empty, so that the cache does not know the address.
   * A suggested correction is in it.
   */
  set(name: string, validation: Validation): Promise<void>;
}

/** Timeout in milliseconds: a verdict that was paid for is not delayed longer by the cache. */
const CACHE_TIMEOUT_MS = 1_000;

const withinCacheTime = async <Value>(
  work: () => Promise<Value>,
  onError: (error: unknown) => void,
): Promise<Value | undefined> => {
  const deadline = startDeadline(CACHE_TIMEOUT_MS);
  try {
    // Handles a cache of the site that throws synchronously, or returns no promise.
    return await deadline.within(Promise.resolve().then(work), 'cache');
  } catch (error) {
    onError(error);
    return undefined;
  } finally {
    deadline.end();
  }
};

const isVerdict = (found: unknown): boolean => Array.isArray((Object(found) as Partial<Validation>).reasons);

/** The site's own cache. Its failures do not end a call; `onError` gets them. */
export const boundedCache = (cache: ValidationCache, onError: (error: unknown) => void): ValidationCache => ({
  get: async (name) => {
    const found = await withinCacheTime(() => cache.get(name), onError);
    return isVerdict(found) ? found : undefined;
  },
  set: (name, validation) => withinCacheTime(() => cache.set(name, validation), onError),
});

/** Values that are kept at most. */
export const MOST_KEPT = 1_000;
/** Milliseconds for which a value is kept. */
export const KEPT_MILLISECONDS = 600_000;

/** Keeps verdicts in this process's memory. */
export const createMemoryCache = (now: () => number): ValidationCache => {
  const recent = createRecentValues<Validation>(MOST_KEPT);
  return {
    get: (name) => Promise.resolve(recent.get(name, now())),
    set: (name, validation) => Promise.resolve(recent.set(name, validation, now() + KEPT_MILLISECONDS)),
  };
};
