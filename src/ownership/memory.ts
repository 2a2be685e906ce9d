/** Values that are kept for a while, the newest of them. */
export interface Memory<Value> {
  get(key: string, now: number): Value | undefined;
  /** Keeps a value until a time, in milliseconds since 1970. */
  set(key: string, value: Value, until: number): void;
}

/** Remembers at most `most` values. */
export const createMemory = <Value>(most: number): Memory<Value> => {
  const kept = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    get(key, now) {
      const found = kept.get(key);
      if (found && found.until > now) return found.value;
      kept.delete(key);
      return undefined;
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
