import { LRUCache } from 'lru-cache';
import { refusesNullSender } from './null-sender.js';
import { contextOf, type Answer, type MailboxQuestion } from './smtp-question.js';

export interface EnvelopeSendersOptions {
  /** The envelope's sender; `''` for the null sender. */
  readonly mailFrom: string;
  /** The sender for hosts that refuse the null sender; none if absent. */
  readonly fallbackMailFrom?: string | undefined;
  /** A clock in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/** Hosts that are remembered at most. */
const MOST_HOSTS = 10_000;
/** A host's policy changes rarely: a day, in milliseconds. */
const KEEP_MS = 24 * 60 * 60_000;

/** The senders to name to mail hosts: one for all, and another for those that refuse the null sender. */
export class EnvelopeSenders {
  readonly #usual: string;
  readonly #fallback: string | undefined;
  /** Addresses of hosts that refused the null sender. */
  readonly #refusing: LRUCache<string, true>;

  constructor({ mailFrom, fallbackMailFrom, now }: EnvelopeSendersOptions) {
    this.#usual = mailFrom;
    this.#fallback = mailFrom === '' ? fallbackMailFrom : undefined;
    this.#refusing = new LRUCache({
      maxSize: MOST_HOSTS,
      sizeCalculation: () => 1,
      ttl: KEEP_MS,
      ttlResolution: 0,
      ...(now && { perf: { now } }),
    });
  }

  /** The senders that a reply may be about. */
  get all(): readonly string[] {
    return this.#fallback === undefined ? [this.#usual] : [this.#usual, this.#fallback];
  }

  /** The sender to name to the host at an address. */
  of(ip: string): string {
    return this.#fallback !== undefined && this.#refusing.has(ip) ? this.#fallback : this.#usual;
  }

  /** The answer to a question, which is asked a second time, with the other sender, if the host refused the null sender. */
  async ask(ip: string, question: MailboxQuestion, ask: () => Promise<Answer>): Promise<Answer> {
    const isNull = this.of(ip) === '';
    const answer = await ask();
    if (!isNull || this.#fallback === undefined || !refusesNullSender(answer, contextOf(question, this.all)))
      return answer;
    this.#refusing.set(ip, true);
    return question.signal.aborted ? answer : ask();
  }
}
