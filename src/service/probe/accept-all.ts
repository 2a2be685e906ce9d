import { LRUCache } from 'lru-cache';
import type { RandomOutcome, Reply } from '../verdict/index.js';

/** What a domain's mail host said of an address that nobody has. */
export interface RandomAnswer {
  readonly random: Exclude<RandomOutcome, 'not-asked'>;
  readonly randomReply?: Reply;
}

/** The right to ask for a domain; others wait for its outcome. */
export interface RandomClaim {
  /** Gives it back, with what was found, or with nothing: then the next one asks. */
  settle(answer?: RandomAnswer): void;
}

/** Domains at most; the least recently used goes first. */
const DOMAINS = 10_000;
/** Whether a domain takes every address changes rarely: 30 minutes, in milliseconds. */
const KEEP_MS = 30 * 60_000;
/** An answer that said nothing may say something soon: half a minute, in milliseconds. */
const KEEP_INCONCLUSIVE_MS = 30_000;

/** Which domains take every address: each is asked once, however many of its addresses are asked for at a time. */
export class AcceptAllMemory {
  readonly #known: LRUCache<string, RandomAnswer>;
  readonly #claimed = new Map<string, Promise<void>>();

  /** `now` is a clock in milliseconds. */
  constructor(now?: () => number) {
    this.#known = new LRUCache({ max: DOMAINS, ttlResolution: 0, ...(now && { perf: { now } }) });
  }

  known(asciiDomain: string): RandomAnswer | undefined {
    return this.#known.get(asciiDomain);
  }

  /** `undefined` where the domain is known, or somebody asks already. */
  claim(asciiDomain: string): RandomClaim | undefined {
    if (this.#claimed.has(asciiDomain) || this.#known.has(asciiDomain)) return undefined;
    let release: () => void = () => undefined;
    this.#claimed.set(asciiDomain, new Promise((resolve) => (release = resolve)));
    return {
      settle: (answer) => {
        if (answer) this.#known.set(asciiDomain, answer, { ttl: answer.random === 'inconclusive' ? KEEP_INCONCLUSIVE_MS : KEEP_MS });
        this.#claimed.delete(asciiDomain);
        release();
      },
    };
  }

  /** Resolves when nobody asks for the domain any more, or the signal fires. */
  settled(asciiDomain: string, signal: AbortSignal): Promise<void> {
    const claimed = this.#claimed.get(asciiDomain);
    if (!claimed || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      signal.addEventListener('abort', done, { once: true });
      void claimed.then(done);
    });
  }
}
