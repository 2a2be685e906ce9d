import { LRUCache } from 'lru-cache';

export interface AnswerCacheOptions<Answer> {
  /** The answers kept at most; the least recently used goes first. */
  readonly size: number;
  /** Milliseconds for which an answer is kept; 0 for an answer that is not kept. */
  readonly keepMs: (answer: Answer) => number;
  /** A clock in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/** Answers by name, each asked for once at a time: a second question about a name waits for the first one's answer. */
export class AnswerCache<Answer extends object> {
  readonly #cache: LRUCache<string, Answer>;
  readonly #pending = new Map<string, Promise<Answer>>();
  readonly #keepMs: (answer: Answer) => number;

  constructor({ size, keepMs, now }: AnswerCacheOptions<Answer>) {
    // Nothing is kept until its time is read again, so that a clock handed in is believed.
    this.#cache = new LRUCache({ max: size, ttlResolution: 0, ...(now && { perf: { now } }) });
    this.#keepMs = keepMs;
  }

  /** The kept answer. */
  cached(name: string): Answer | undefined {
    return this.#cache.get(name);
  }

  /** The kept answer, or what `ask` gives. Rejects if `ask` does, and keeps nothing then. */
  get(name: string, ask: () => Promise<Answer>): Promise<Answer> {
    const kept = this.cached(name);
    if (kept) return Promise.resolve(kept);
    const asked = this.#pending.get(name);
    if (asked) return asked;
    const answer: Promise<Answer> = this.#askAndKeep(name, ask, () => this.#pending.get(name) === answer);
    this.#pending.set(name, answer);
    return answer;
  }

  /** Forgets all answers, those too that are still being asked for: they are not kept. */
  clear(): void {
    this.#cache.clear();
    this.#pending.clear();
  }

  async #askAndKeep(name: string, ask: () => Promise<Answer>, isWanted: () => boolean): Promise<Answer> {
    try {
      const answer = await ask();
      const ttl = this.#keepMs(answer);
      if (ttl > 0 && isWanted()) this.#cache.set(name, answer, { ttl });
      return answer;
    } finally {
      if (isWanted()) this.#pending.delete(name);
    }
  }
}
