import { yieldToEventLoop } from '../../timing/index.js';
import type { Result } from '../../wire/index.js';
import type { KeptResults, ListLease, ListRecord, ResultChunk } from '../store/index.js';
import { ListError } from './list-error.js';
import { isUploadedFile } from './keep-file.js';
import { holdLease } from './hold-lease.js';
import { addressesFrom, keepList } from './list-intake.js';
import { addressOf, chunkOf, type CheckedAddress } from './list-result.js';
import { RunningList, type ListWork } from './running-list.js';

export { RESULTS_PER_COMMIT, type ListEvent, type ListWork } from './running-list.js';

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
    const chunk = chunkOf(next, answered, { at: now(), pass: 'first' });
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

/**
 * Checks addresses once more that may be known now. Those that still wait for their provider's pace stay deferred: at once for another pass
 * if this one got on, after a while if not. Addresses that were charged before cost nothing here.
 */
const verifyDeferred = async (
  { store, now, retryDelayMs }: ListWork,
  { list }: ListLease,
  running: RunningList,
): Promise<RunEnd> => {
  let hasMoved = false;
  let isLeft = false;
  let following: KeptResults | undefined;
  for (let kept = await store.deferredResults(list.id, 0); kept; kept = following) {
    const again: CheckedAddress[] = [];
    const { first, deferred } = kept;
    const results = [...kept.results];
    for await (const each of running.verifyEach(deferred.map((position) => addressOf(results[position] ?? ''))))
      again.push(each);
    const credits = results.map(() => 0);
    const known = chunkOf(first, again, { at: now(), pass: 'again' });
    deferred.forEach((position, index) => {
      results[position] = known.results[index] ?? '';
      credits[position] = known.credits[index] ?? 0;
    });
    const later = new Set(known.deferred.map((index) => deferred[index] ?? 0));
    const settles = new Map(
      again.flatMap(({ verified: { validation } }, index) => {
        const position = deferred[index] ?? 0;
        return later.has(position) ? [] : [[position, validation.result] as const];
      }),
    );
    isLeft ||= later.size > 0;
    hasMoved ||= settles.size > 0;
    following = await store.deferredResults(list.id, first + 1);
    const rests = !following && isLeft && !hasMoved && !running.isTurnOver;
    const chunk = { ...known, results, credits, deferred: [...later] };
    if (
      running.signal.aborted ||
      !(await running.commit(rests ? { ...chunk, deferredUntil: now() + retryDelayMs } : chunk, settles))
    )
      return 'stopped';
    if (rests) return 'deferred';
    if (running.isTurnOver) return 'yield';
    await yieldToEventLoop();
  }
  return isLeft ? 'yield' : 'all';
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
  const running = new RunningList(work, lease, AbortSignal.any([signal, lost.signal]));
  let end: RunEnd = 'stopped';
  try {
    end = await runToEnd(work, lease, running);
  } catch (error) {
    if (!signal.aborted && !(error instanceof ListError)) throw error;
    if (!signal.aborted)
      await endWith(work, lease, { state: 'failed', reason: (error as ListError).message, addresses: 0 });
  } finally {
    running.close();
    await stopRenewing();
  }
  if (end === 'yield' || (end === 'stopped' && signal.aborted)) await work.store.releaseList(lease);
};
