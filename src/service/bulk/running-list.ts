import { setMaxListeners } from 'node:events';
import type { Result } from '../../wire/index.js';
import type { CommitOutcome, ListLease, ListStore, ResultChunk } from '../store/index.js';
import type { VerificationResult } from '../verdict/index.js';
import type { HostedList } from './hosted-list.js';
import { mapInOrder } from './map-in-order.js';
import { inBatches } from './list-intake.js';
import type { ListThrottle } from './list-throttle.js';
import type { CheckedAddress } from './list-result.js';
import { listedDomain, repeatedDomains } from './repeated-domains.js';

/** Event of a list: results were written, or the list ended. It never contains an address or the list's URL. */
export type ListEvent =
  /** Final results, and what they cost. */
  | {
      readonly kind: 'answered';
      readonly accountId: number;
      readonly results: readonly Result[];
      readonly credits: number;
    }
  | {
      readonly kind: 'ended';
      readonly accountId: number;
      readonly state: 'completed' | 'failed';
      readonly addresses: number;
      readonly milliseconds: number;
    };

/** What is known of an address of a list. */
export interface AboutListed {
  /** The list has no other address of the domain. */
  readonly isAlone: boolean;
  /** The list's turn is over: an address that still waits to be asked for is left for a later pass. */
  readonly waitSignal?: AbortSignal | undefined;
}

/** Options of the work on one list. Times in milliseconds. */
export interface ListWork {
  readonly store: ListStore;
  /** Fetches a list. Rejects with a ListError if that fails. `column`: its name, or its number from 1; found out if absent. */
  fetch(url: string, signal: AbortSignal, column?: string | number): Promise<HostedList>;
  /** Never rejects. */
  verify(address: string, signal: AbortSignal, about?: AboutListed): Promise<VerificationResult>;
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Length of a lease; the lease is renewed after a third of that. */
  readonly leaseMs: number;
  /** Length of a list's turn, before other lists have theirs. */
  readonly turnMs: number;
  /** Delay before deferred addresses are checked again. */
  readonly retryDelayMs: number;
  /** Maximum number of addresses in progress, and how far others may run ahead of a slow one. */
  readonly concurrency: number;
  readonly window: number;
  /** Slows the list down while callers wait. If absent, nothing slows it down. */
  readonly throttle?: Pick<ListThrottle, 'next'> | undefined;
  /** Called when results were written, or the list ended. Must not throw. */
  readonly onEvent?: ((event: ListEvent) => void) | undefined;
}

/** Number of results that are written together. */
export const RESULTS_PER_COMMIT = 500;

/** A lease in use, with the number that the next commit must name. */
export class RunningList {
  readonly #work: ListWork;
  readonly #lease: ListLease;
  readonly signal: AbortSignal;
  readonly #since: number;
  /**
   * Ends the turn: no further address is taken, those that wait for their provider are deferred, and the results of
   * addresses that are being asked for are written, so that no question is wasted.
   */
  readonly #turnEnd = new AbortController();
  readonly #turnTimer: NodeJS.Timeout;
  #commits: number;

  constructor(work: ListWork, lease: ListLease, signal: AbortSignal) {
    this.#work = work;
    this.#lease = lease;
    this.signal = signal;
    // Each address in progress adds a listener, so many listeners are not a leak.
    setMaxListeners(0, signal, this.#turnEnd.signal);
    this.#since = work.now();
    this.#commits = lease.commits;
    // While the first addresses wait, nothing is committed that would notice the end of the turn.
    this.#turnTimer = setInterval(() => void this.#turn().catch(() => undefined), Math.max(work.turnMs, 1));
  }

  /** Ends the turn if it has lasted long enough and another list waits. */
  async #turn(): Promise<void> {
    const { store, now, turnMs } = this.#work;
    if (now() - this.#since >= turnMs && (await store.isListWaiting(now()))) this.#turnEnd.abort();
  }

  /** No longer watches the length of the turn. */
  close(): void {
    clearInterval(this.#turnTimer);
  }

  /**
   * Whether all results of the chunk were stored. If not, another worker has the list, or the list has ended, or it
   * waits for credits. `settles` has the final results of the chunk, by their position.
   */
  async commit(chunk: ResultChunk, settles: ReadonlyMap<number, Result>): Promise<boolean> {
    const { store, onEvent } = this.#work;
    const committed: CommitOutcome = await store.commitResults({ ...this.#lease, commits: this.#commits }, chunk);
    if (committed.outcome === 'lost') return false;
    const { count } = committed;
    const results = [...settles].flatMap(([position, result]) => (position < count ? [result] : []));
    onEvent?.({
      kind: 'answered',
      accountId: this.#lease.list.accountId,
      results,
      credits: chunk.credits.slice(0, count).reduce((sum, each) => sum + each, 0),
    });
    if (count < chunk.results.length) return false;
    this.#commits += 1;
    await this.#turn();
    return true;
  }

  /** Other lists must get their turn. */
  get isTurnOver(): boolean {
    return this.#turnEnd.signal.aborted;
  }

  async #verifyOne(address: string): Promise<CheckedAddress> {
    const repeated = await repeatedDomains(this.#work.store, this.#lease.list);
    const isAlone = !repeated.has(listedDomain(address));
    const about = { isAlone, waitSignal: this.#turnEnd.signal };
    return { address, verified: await this.#work.verify(address, this.signal, about) };
  }

  async *#throttled(addresses: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string, void, undefined> {
    for await (const address of addresses) {
      const wait = this.#work.throttle?.next();
      if (wait) await wait;
      yield address;
    }
  }

  /**
   * Asks about each address, and yields the results in order. Addresses that have not started when `signal` aborts have
   * no result.
   */
  verifyEach(addresses: AsyncIterable<string> | Iterable<string>, signal?: AbortSignal): AsyncIterable<CheckedAddress> {
    const { concurrency, window } = this.#work;
    return mapInOrder(this.#throttled(addresses), (asked) => this.#verifyOne(asked), { concurrency, window, signal });
  }

  /** The same in the chunks that are written, until this turn is over. */
  resultBatches(addresses: AsyncIterable<string>): AsyncGenerator<CheckedAddress[], void, undefined> {
    return inBatches(
      this.verifyEach(addresses, AbortSignal.any([this.signal, this.#turnEnd.signal])),
      RESULTS_PER_COMMIT,
      (each) => each,
    );
  }
}
