import { setMaxListeners } from 'node:events';
import { yieldToEventLoop } from '../../timing/index.js';
import type { Result } from '../../wire/index.js';
import type { CommitOutcome, ListLease, ListRecord, ListStore, ResultChunk } from '../store/index.js';
import type { VerificationResult } from '../verdict/index.js';
import type { HostedList } from './hosted-list.js';
import { mapInOrder } from './map-in-order.js';
import { ListError } from './list-error.js';
import { isUploadedFile } from './keep-file.js';
import { holdLease } from './hold-lease.js';
import { addressesFrom, keepList, inBatches } from './list-intake.js';
import type { ListThrottle } from './list-throttle.js';
import { addressOf, chunkOf, type CheckedAddress } from './list-result.js';
import { listedDomain, repeatedDomains } from './repeated-domains.js';

/** Event of a list: results were written, or the list ended. It never contains an address or the list's URL. */
export type ListEvent =
  /** Final results, and what they cost. */
  | { readonly kind: 'answered'; readonly results: readonly Result[]; readonly credits: number }
  | {
      readonly kind: 'ended';
      readonly accountId: number;
      readonly state: 'completed' | 'failed';
      readonly addresses: number;
      readonly milliseconds: number;
    };

/** Options of the work on one list. Times in milliseconds. */
export interface ListWork {
  readonly store: ListStore;
  /** Fetches a list. Rejects with a ListError if that fails. */
  fetch(url: string, signal: AbortSignal): Promise<HostedList>;
  /** Never rejects. `isAlone`: the list has no other address of the domain. */
  verify(address: string, signal: AbortSignal, about?: { readonly isAlone: boolean }): Promise<VerificationResult>;
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
class RunningList {
  readonly #work: ListWork;
  readonly #lease: ListLease;
  readonly signal: AbortSignal;
  readonly #since: number;
  /**
   * Ends the turn: no further address is taken, and the results of addresses in progress are written, so that no
   * question is wasted.
   */
  readonly #turnEnd = new AbortController();
  #commits: number;

  constructor(work: ListWork, lease: ListLease, signal: AbortSignal) {
    this.#work = work;
    this.#lease = lease;
    this.signal = signal;
    // Each address in progress adds a listener, so many listeners are not a leak.
    setMaxListeners(0, signal);
    this.#since = work.now();
    this.#commits = lease.commits;
  }

  /**
   * Whether all results of the chunk were stored. If not, another worker has the list, or the list has ended, or it
   * waits for credits. `settles` has the final results of the chunk, by their position.
   */
  async commit(chunk: ResultChunk, settles: ReadonlyMap<number, Result>): Promise<boolean> {
    const { store, now, turnMs, onEvent } = this.#work;
    const committed: CommitOutcome = await store.commitResults({ ...this.#lease, commits: this.#commits }, chunk);
    if (committed.outcome === 'lost') return false;
    const { count } = committed;
    const results = [...settles].flatMap(([position, result]) => (position < count ? [result] : []));
    onEvent?.({
      kind: 'answered',
      results,
      credits: chunk.credits.slice(0, count).reduce((sum, each) => sum + each, 0),
    });
    if (count < chunk.results.length) return false;
    this.#commits += 1;
    if (now() - this.#since >= turnMs && (await store.isListWaiting(now()))) this.#turnEnd.abort();
    return true;
  }

  /** Other lists must get their turn. */
  get isTurnOver(): boolean {
    return this.#turnEnd.signal.aborted;
  }

  async #verifyOne(address: string): Promise<CheckedAddress> {
    const repeated = await repeatedDomains(this.#work.store, this.#lease.list);
    const isAlone = !repeated.has(listedDomain(address));
    return { address, verified: await this.#work.verify(address, this.signal, { isAlone }) };
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

/**
 * How a run ended. `yield`: there may be more, but other lists have their turn. `deferred`: all addresses have been
 * checked, and some are checked again later. `stopped`: nothing can be written now.
 */
type RunEnd = 'all' | 'yield' | 'deferred' | 'stopped';

const settledOf = (answered: readonly CheckedAddress[], { deferred }: ResultChunk): ReadonlyMap<number, Result> => {
  const isLater = new Set(deferred);
  return new Map(
    answered.flatMap(({ verified: { validation } }, position) =>
      isLater.has(position) ? [] : [[position, validation.result] as const],
    ),
  );
};

/** Checks the addresses that have no result yet. After the last of them the list is deferred, if some must be checked again. */
const verifyAll = async (
  { store, now, retryDelayMs }: ListWork,
  { id, next: first, addresses }: ListRecord,
  running: RunningList,
): Promise<RunEnd> => {
  let next = first;
  for await (const answered of running.resultBatches(addressesFrom(store, id, next))) {
    const chunk = chunkOf(next, answered, { at: now(), asksAgain: true });
    const isLast = next + answered.length === addresses;
    const isDeferred = isLast && (chunk.deferred.length > 0 || (await store.deferredResults(id, 0)) !== undefined);
    // A cancelled check says nothing of its address.
    if (
      running.signal.aborted ||
      !(await running.commit(
        isDeferred ? { ...chunk, deferredUntil: now() + retryDelayMs } : chunk,
        settledOf(answered, chunk),
      ))
    )
      return 'stopped';
    if (isDeferred) return 'deferred';
    next += answered.length;
    // Otherwise, addresses that need no question would leave no turn to other calls.
    await yieldToEventLoop();
  }
  if (running.signal.aborted) return 'stopped';
  return next < addresses ? 'yield' : 'all';
};

/** Asks once more about addresses that may be known now. Addresses that were charged before cost nothing here. */
const verifyDeferred = async ({ store, now }: ListWork, { list }: ListLease, running: RunningList): Promise<RunEnd> => {
  for (
    let kept = await store.deferredResults(list.id, 0);
    kept;
    kept = await store.deferredResults(list.id, kept.first + 1)
  ) {
    const again: CheckedAddress[] = [];
    for await (const each of running.verifyEach(
      kept.deferred.map((position) => addressOf(kept?.results[position] ?? '')),
    ))
      again.push(each);
    const { deferred } = kept;
    const results = [...kept.results];
    const credits = results.map(() => 0);
    const known = chunkOf(kept.first, again, { at: now(), asksAgain: false });
    deferred.forEach((position, index) => {
      results[position] = known.results[index] ?? '';
      credits[position] = known.credits[index] ?? 0;
    });
    const settles = new Map(
      again.map(({ verified: { validation } }, index) => [deferred[index] ?? 0, validation.result] as const),
    );
    if (running.signal.aborted || !(await running.commit({ ...known, results, credits }, settles))) return 'stopped';
    if (running.isTurnOver) return 'yield';
    await yieldToEventLoop();
  }
  return 'all';
};

const endWith = async (
  { store, now, onEvent }: ListWork,
  lease: ListLease,
  end: { readonly state: 'completed' | 'failed'; readonly reason: string; readonly addresses: number },
): Promise<void> => {
  const { state, reason, addresses } = end;
  const { accountId, createdAt } = lease.list;
  const at = now();
  if (await store.endList(lease, { state, reason, at }))
    onEvent?.({ kind: 'ended', accountId, state, addresses, milliseconds: at - createdAt });
};

/**
 * Fetches the list if that was not done before, and checks its addresses. A file whose upload did not end, since its
 * process was killed, cannot be fetched again: nobody was told of its list, which is dropped.
 */
const runToEnd = async (work: ListWork, lease: ListLease, running: RunningList): Promise<RunEnd> => {
  const { store } = work;
  const { list } = lease;
  if (list.lines === 0 && isUploadedFile(list)) {
    await store.dropList(lease);
    return 'stopped';
  }
  if (
    list.lines === 0 &&
    !(await keepList(lease, await work.fetch(list.url, running.signal), { store, signal: running.signal }))
  )
    return 'stopped';
  const kept = (await store.findList(list.accountId, list.id)) ?? list;
  const asked = await verifyAll(work, kept, running);
  if (asked !== 'all') return asked;
  const again = await verifyDeferred(work, lease, running);
  if (again === 'all') await endWith(work, lease, { state: 'completed', reason: '', addresses: kept.addresses });
  return again;
};

/**
 * Works on a leased list as far as possible now: fetches it, checks its addresses, defers those whose verdict may be
 * known later, checks them once more, and ends it. Stops early when its turn is over and another list waits, and if the
 * lease is lost, the list has ended, credits run out or `signal` aborts, which gives the lease back; addresses whose
 * results are written by then are never checked again.
 * @throws errors of the store. The list continues when its lease is over.
 */
export const runList = async (lease: ListLease, work: ListWork, signal: AbortSignal): Promise<void> => {
  const lost = new AbortController();
  const stopRenewing = holdLease(lease, work, () => lost.abort());
  let end: RunEnd = 'stopped';
  try {
    end = await runToEnd(work, lease, new RunningList(work, lease, AbortSignal.any([signal, lost.signal])));
  } catch (error) {
    if (!signal.aborted && !(error instanceof ListError)) throw error;
    if (!signal.aborted)
      await endWith(work, lease, { state: 'failed', reason: (error as ListError).message, addresses: 0 });
  } finally {
    await stopRenewing();
  }
  if (end === 'yield' || (end === 'stopped' && signal.aborted)) await work.store.releaseList(lease);
};
