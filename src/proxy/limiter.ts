/** How much may be counted in how long. */
export interface Limit {
  readonly most: number;
  /** From the first count on. */
  readonly seconds: number;
}

/** Counts what visitors and the site use. One that rejects ends the call: what cannot be counted is not spent. */
export interface Limiter {
  /** Counts `points` to a name; 0 where they are within the limit, else in how many seconds its time is over. */
  consume(name: string, points: number, limit: Limit): Promise<number>;
}

/** Names that are counted at once: of more, the one that has not been used for longest is forgotten. */
const MOST_NAMES = 20_000;

/** Counts in this process's memory: each process counts for itself. */
export const createMemoryLimiter = (now: () => number, mostNames = MOST_NAMES): Limiter => {
  const counts = new Map<string, { readonly used: number; readonly until: number }>();
  return {
    consume(name, points, { most, seconds }) {
      const at = now();
      const found = counts.get(name);
      const { used, until } = found && found.until > at ? found : { used: 0, until: at + seconds * 1_000 };
      const isWithin = used + points <= most;
      // The name moves to the end, where the latest are.
      counts.delete(name);
      counts.set(name, { used: isWithin ? used + points : used, until });
      for (const oldest of counts.keys()) {
        if (counts.size <= mostNames) break;
        counts.delete(oldest);
      }
      return Promise.resolve(isWithin ? 0 : Math.max(1, Math.ceil((until - at) / 1_000)));
    },
  };
};
