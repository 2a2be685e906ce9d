import { setMaxListeners } from 'node:events';
import { setImmediate as breath } from 'node:timers/promises';
import type { Result } from '../../wire/index.js';
import type { Committed, KeptResults, ListLease, ListRecord, ListStore, ResultChunk } from '../store/index.js';
import type { Verified } from '../verdict/index.js';
import type { HostedList } from './hosted-list.js';
import { inOrder } from './in-order.js';
import { ListError } from './list-error.js';
import { addressesFrom, keepList, partsOf } from './list-intake.js';
import type { ListPace } from './list-pace.js';
import { addressOf, chunkOf, type Answered } from './list-result.js';

/** What was written of a list, or how it ended: never an address, or where the list is. */
export type ListEvent =
  /** Final results, and what they cost. */
  | { readonly kind: 'answered'; readonly results: readonly Result[]; readonly credits: number }
  | { readonly kind: 'ended'; readonly accountId: number; readonly state: 'completed' | 'failed'; readonly addresses: number; readonly milliseconds: number };

/** What working on a list takes. Times in milliseconds. */
export interface ListWork {
  readonly store: ListStore;
  /** Fetches a list. Rejects with a ListError where that cannot be done. */
  fetch(url: string, signal: AbortSignal): Promise<HostedList>;
  /** Never rejects. */
  verify(address: string, signal: AbortSignal): Promise<Verified>;
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** How long a lease lasts; it is held again at a third of that. */
  readonly leaseFor: number;
  /** How long one list is worked on before others have their turn. */
  readonly turnFor: number;
  /** How long addresses rest whose verdict may be known later. */
  readonly restFor: number;
  /** Addresses at work at once, and how far others run ahead of a slow one. */
  readonly concurrency: number;
  readonly window: number;
  /** What holds it back while others wait; nothing where absent. */
  readonly pace?: Pick<ListPace, 'next'> | undefined;
  /** Told of what was written. Must not throw. */
  readonly onEvent?: ((event: ListEvent) => void) | undefined;
}

/** Results that are written together. */
export const CHUNK = 500;

/** A lease while it is worked under: each commit names the next one. */
class Underway {
  readonly #work: ListWork;
  readonly #lease: ListLease;
  readonly signal: AbortSignal;
  readonly #since: number;
  /** No further address is taken: what has begun is written, and nothing is asked in vain. */
  readonly #turn = new AbortController();
  #commits: number;

  constructor(work: ListWork, lease: ListLease, signal: AbortSignal) {
    this.#work = work;
    this.#lease = lease;
    this.signal = signal;
    // As many listen as are asked about at once: no sign of a leak.
    setMaxListeners(0, signal);
    this.#since = work.now();
    this.#commits = lease.commits;
  }

  /** Whether all of the chunk was kept. Else the list is another's, or has ended, or waits for credits. `answered` has what was asked for it. */
  async commit(chunk: ResultChunk, answered: readonly Answered[]): Promise<boolean> {
    const committed: Committed = await this.#work.store.commitResults({ ...this.#lease, commits: this.#commits }, chunk);
    if (committed.outcome === 'lost') return false;
    this.#tell(chunk, answered, committed.count);
    if (committed.count < chunk.results.length) return false;
    this.#commits += 1;
    if (this.#work.now() - this.#since >= this.#work.turnFor) this.#turn.abort();
    return true;
  }

  /** Others are to have their turn. */
  get isTurnOver(): boolean {
    return this.#turn.signal.aborted;
  }

  #tell({ credits, later }: ResultChunk, answered: readonly Answered[], count: number): void {
    const isLater = new Set(later);
    const results = answered.flatMap(({ verified: { validation } }, position) => (position < count && !isLater.has(position) ? [validation.result] : []));
    this.#work.onEvent?.({ kind: 'answered', results, credits: credits.slice(0, count).reduce((sum, each) => sum + each, 0) });
  }

  async #verify(asked: string): Promise<Answered> {
    return { asked, verified: await this.#work.verify(asked, this.signal) };
  }

  async *#paced(addresses: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string, void, undefined> {
    for await (const address of addresses) {
      const wait = this.#work.pace?.next();
      if (wait) await wait;
      yield address;
    }
  }

  /** Asks about each, and gives what came of them in their order; of those that have not begun when `signal` aborts, nothing. */
  ask(addresses: AsyncIterable<string> | Iterable<string>, signal?: AbortSignal): AsyncGenerator<Answered, void, undefined> {
    const { concurrency, window } = this.#work;
    return inOrder(this.#paced(addresses), (asked) => this.#verify(asked), { concurrency, window, signal });
  }

  /** The same together as they are written, until this turn is over. */
  answered(addresses: AsyncIterable<string>): AsyncGenerator<Answered[], void, undefined> {
    return partsOf(this.ask(addresses, AbortSignal.any([this.signal, this.#turn.signal])), CHUNK);
  }
}

/** How far asking came. `turn`: there may be more, and others have their turn. `stopped`: nothing can be written now. */
type Asked = 'all' | 'turn' | 'stopped';

/** Asks about the addresses that have no result yet. */
const askAll = async ({ store, now }: ListWork, { id, next: first, addresses }: ListRecord, underway: Underway): Promise<Asked> => {
  let next = first;
  for await (const answered of underway.answered(addressesFrom(store, id, next))) {
    // What was called off says nothing of its address.
    if (underway.signal.aborted || !(await underway.commit(chunkOf(next, answered, { at: now(), asksAgain: true }), answered))) return 'stopped';
    next += answered.length;
    // Addresses that nobody has to be asked about would leave no other call a turn.
    await breath();
  }
  if (underway.signal.aborted) return 'stopped';
  return next < addresses ? 'turn' : 'all';
};

/** Kept results with those in their place that are known by now. What was charged before costs nothing here. */
const mended = async (kept: KeptResults, underway: Underway, at: number): Promise<{ readonly chunk: ResultChunk; readonly again: readonly Answered[] }> => {
  const again: Answered[] = [];
  for await (const each of underway.ask(kept.later.map((position) => addressOf(kept.results[position] ?? '')))) again.push(each);
  const known = chunkOf(kept.first, again, { at, asksAgain: false });
  const results = [...kept.results];
  const credits = results.map(() => 0);
  kept.later.forEach((position, index) => {
    results[position] = known.results[index] ?? '';
    credits[position] = known.credits[index] ?? 0;
  });
  return { chunk: { ...known, results, credits }, again };
};

/** Asks again about what may be known now, once. */
const askAgain = async ({ store, now }: ListWork, { list }: ListLease, underway: Underway): Promise<Asked> => {
  for (let kept = await store.pendingResults(list.id, 0); kept; kept = await store.pendingResults(list.id, kept.first + 1)) {
    const { chunk, again } = await mended(kept, underway, now());
    if (underway.signal.aborted || !(await underway.commit(chunk, again))) return 'stopped';
    if (underway.isTurnOver) return 'turn';
  }
  return 'all';
};

const endWith = async ({ store, now, onEvent }: ListWork, lease: ListLease, end: { readonly state: 'completed' | 'failed'; readonly reason: string; readonly addresses: number }): Promise<void> => {
  const { state, reason, addresses } = end;
  const { accountId, createdAt } = lease.list;
  const at = now();
  if (await store.endList(lease, { state, reason, at })) onEvent?.({ kind: 'ended', accountId, state, addresses, milliseconds: at - createdAt });
};

const workThrough = async (work: ListWork, lease: ListLease, underway: Underway): Promise<void> => {
  const { store, now } = work;
  const { list } = lease;
  if (list.lines === 0 && !(await keepList(store, lease, await work.fetch(list.url, underway.signal)))) return;
  const kept = (await store.findList(list.accountId, list.id)) ?? list;
  const wasAsked = list.lines > 0 && kept.next === kept.addresses;
  const goOn = async (asked: Asked): Promise<boolean> => {
    if (asked === 'turn') await store.yieldList(lease);
    return asked === 'all';
  };
  if (!(await goOn(await askAll(work, kept, underway)))) return;
  // The list rests with its lease, until whoever is free then takes it up.
  if (!wasAsked && (await store.pendingResults(list.id, 0))) return void (await store.holdList(lease, now() + work.restFor));
  if (await goOn(await askAgain(work, lease, underway))) await endWith(work, lease, { state: 'completed', reason: '', addresses: kept.addresses });
};

/**
 * Works on a leased list as far as it goes now: fetches it, asks about its addresses, lets those rest whose verdict may be known later,
 * asks about them once more, and ends it. Ends early when its turn is over, and where the lease is lost, the list has ended, credits
 * run out or `signal` aborts; what is written by then is never asked again.
 * @throws what the store throws. The list goes on when its lease is over.
 */
export const runList = async (lease: ListLease, work: ListWork, signal: AbortSignal): Promise<void> => {
  const { store, now, leaseFor } = work;
  const lost = new AbortController();
  const holding = setInterval(() => {
    // A store that is away for a moment is asked again before the lease is over.
    store.holdList(lease, now() + leaseFor).then((isHeld) => isHeld || lost.abort(), () => undefined);
  }, leaseFor / 3);
  try {
    await workThrough(work, lease, new Underway(work, lease, AbortSignal.any([signal, lost.signal])));
  } catch (error) {
    if (!(error instanceof ListError) || signal.aborted) throw error;
    await endWith(work, lease, { state: 'failed', reason: error.message, addresses: 0 });
  } finally {
    clearInterval(holding);
  }
};
