import type { AddListOptions, ListRecord, ListStore, NewList } from '../store/index.js';
import { holdLease } from './hold-lease.js';
import type { HostedList } from './hosted-list.js';
import { keepList } from './list-intake.js';

/** Length of the lease of a file that is being stored, in milliseconds. */
const LEASE_MS = 30_000;
const SCHEME = 'upload:';

/** Options of storing a file. */
export interface KeepFileOptions extends Pick<AddListOptions, 'isHeld'> {
  readonly store: ListStore;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Number of unfinished lists that the account may have. */
  readonly most: number;
}

/** Whether a list came as a file in the body of its upload: it has no URL that it could be fetched from. */
export const isUploadedFile = ({ url }: Pick<ListRecord, 'url'>): boolean => url.startsWith(SCHEME);

/**
 * Stores a file that was uploaded as a list with all its lines, which no worker has before it is whole. If that fails
 * nothing is left of it. `isHeld`: nobody works on it before it is resumed. `undefined` if the account has `most` unfinished lists, or is closed.
 */
export const keepFile = async (
  list: Omit<NewList, 'url'>,
  file: HostedList,
  { store, now, most, isHeld }: KeepFileOptions,
): Promise<ListRecord | undefined> => {
  // No other upload is the same list: the file of the same name may have changed.
  const added = await store.addList({ ...list, url: `${SCHEME}${list.id}` }, most, {
    leasedUntil: now() + LEASE_MS,
    isHeld,
  });
  if (!added) return undefined;
  const lease = { list: added, epoch: 0, commits: 0 };
  const lost = new AbortController();
  const stopHolding = holdLease(lease, { store, now, leaseMs: LEASE_MS }, () => lost.abort());
  try {
    if (!(await keepList(lease, file, { store, signal: lost.signal })))
      throw new Error('The lease of an uploaded file ended before the file was stored.');
  } catch (error) {
    // If the store cannot be written to, a worker drops the list when the lease is over.
    await store.dropList(lease).catch(() => false);
    throw error;
  } finally {
    await stopHolding();
  }
  await store.releaseList(lease);
  return added;
};
