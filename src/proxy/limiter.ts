/** A limit: a number of counts in a period. */
export interface Limit {
  readonly most: number;
  /** Length of the period in seconds, from its first count on. */
  readonly seconds: number;
}

/**
 * Counts what visitors and the site use. If it rejects, the call ends with 503 and the code `limiter-unavailable`: no
 * uncounted credit is spent, and the element lets the visitor go on.
 */
export interface Limiter {
  /**
   * Adds `points` to the count of a name. Resolves with 0 if they are within the limit, else with the seconds until the
   * period ends. A name begins with its kind and a colon: `minute:` and `day:` of a visitor, `budget:` of the site.
   */
  consume(name: string, points: number, limit: Limit): Promise<number>;
}

/** Maximum number of names of one kind: beyond it, the least recently used name is dropped. */
const MOST_NAMES = 20_000;

interface Count {
  readonly used: number;
  readonly until: number;
}

/** Counts in this process's memory: each process counts for itself. */
export const createMemoryLimiter = (now: () => number, mostNames = MOST_NAMES): Limiter => {
  // Separate for each kind: otherwise someone with many addresses could push out the budget that stops them.
  const kinds = new Map<string, Map<string, Count>>();
  const countsOf = (name: string): Map<string, Count> => {
    const kind = name.slice(0, name.indexOf(':') + 1);
    const counts = kinds.get(kind) ?? new Map<string, Count>();
    kinds.set(kind, counts);
    return counts;
  };
  return {
    consume(name, points, { most, seconds }) {
      const at = now();
      const counts = countsOf(name);
      const found = counts.get(name);
      const { used, until } = found && found.until > at ? found : { used: 0, until: at + seconds * 1_000 };
      const isWithin = used + points <= most;
      // The name moves to the end, which has the most recently used ones.
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
