import { LRUCache } from 'lru-cache';
import { orAborted } from '../../timing/index.js';
import type { RandomOutcome, Reply } from '../verdict/index.js';

/** A domain's mail host's answer about an address that does not exist. */
export interface RandomAnswer {
  readonly random: Exclude<RandomOutcome, 'not-asked'>;
  readonly randomReply?: Reply;
}

/** The right to ask at a place; others wait for its outcome. */
interface AcceptAllClaim {
  /** Gives it back, with what was found, or with nothing: then the next one asks. */
  settle(answer?: RandomAnswer): void;
}

/** Places at most; the least recently used goes first. */
const CACHE_SIZE = 10_000;
/** Whether a domain takes every address changes rarely: 30 minutes, in milliseconds. */
const KEEP_MS = 30 * 60_000;
/** A workspace has a catch-all or not by its settings, and may be asked anew: a day, in milliseconds. */
const KEEP_WORKSPACE_MS = 24 * 60 * 60_000;
/** An answer that said nothing may say something soon: half a minute, in milliseconds. */
const KEEP_INCONCLUSIVE_MS = 30_000;

/**
 * Finds the domains that accept every address, each at one of its mail hosts. The question is asked once, however many
 * of the domain's addresses are checked at a time. A key is a domain and a mail host, in one text.
 */
export class AcceptAllCache {
  readonly #answers: LRUCache<string, RandomAnswer>;
  readonly #beingAsked = new Map<string, { readonly isPatient: boolean; readonly isSettled: Promise<void> }>();

  /** `now` is a clock in milliseconds. */
  constructor(now?: () => number) {
    // Counted, since `max` would reserve their room: a probe of few domains costs next to nothing.
    this.#answers = new LRUCache({
      maxSize: CACHE_SIZE,
      sizeCalculation: () => 1,
      ttlResolution: 0,
      ...(now && { perf: { now } }),
    });
  }

  known(place: string): RandomAnswer | undefined {
    return this.#answers.get(place);
  }

  /** Forgets a place's answer, unless a new one is on its way. */
  forget(place: string): void {
    if (!this.#beingAsked.has(place)) this.#answers.delete(place);
  }

  /**
   * `undefined` if the place is known, or is being asked already. An impatient question does not wait for a patient one, since others come before
   * that one, and asks too. `isWorkspace`: an answer that says something is kept for a day.
   */
  claim(place: string, isPatient: boolean, isWorkspace = false): AcceptAllClaim | undefined {
    const other = this.#beingAsked.get(place);
    if (this.#answers.has(place) || (other && (isPatient || !other.isPatient))) return undefined;
    let release: () => void = () => undefined;
    const claimed = { isPatient, isSettled: new Promise<void>((resolve) => (release = resolve)) };
    this.#beingAsked.set(place, claimed);
    return {
      settle: (answer) => {
        if (answer)
          this.#answers.set(place, answer, {
            ttl: answer.random === 'inconclusive' ? KEEP_INCONCLUSIVE_MS : isWorkspace ? KEEP_WORKSPACE_MS : KEEP_MS,
          });
        if (this.#beingAsked.get(place) === claimed) this.#beingAsked.delete(place);
        release();
      },
    };
  }

  /** Resolves when the place is not being asked any more, or the signal fires. */
  settled(place: string, signal: AbortSignal): Promise<void> {
    const settled = this.#beingAsked.get(place)?.isSettled ?? Promise.resolve();
    return orAborted(settled, signal, () => new Error('No longer waited for.')).catch(() => undefined);
  }
}
