/** Values that are kept for a while, the newest of them. Times are in milliseconds since 1970. */
export interface RecentValues<Value> {
  get(key: string, now: number): Value | undefined;
  /** Keeps a value until a time. */
  set(key: string, value: Value, until: number): void;
}

/** Keeps at most `most` values in this process's memory. */
export const createRecentValues = <Value>(most: number): RecentValues<Value> => {
  const kept = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    get(key, now) {
      const found = kept.get(key);
      return found && found.until > now ? found.value : undefined;
    },
    set(key, value, until) {
      // The new one is the newest, also if the key was there.
      kept.delete(key);
      kept.set(key, { value, until });
      const [oldest = key] = kept.keys();
      if (kept.size > most) kept.delete(oldest);
    },
  };
};
