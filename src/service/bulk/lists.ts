import { randomBytes } from 'node:crypto';
import { yieldToEventLoop } from '../../timing/index.js';
import type { ListStatus } from '../../wire/index.js';
import type { AddListOptions, ListRecord, ListStore, MaintenanceStore, NewList } from '../store/index.js';
import type { HostedList } from './hosted-list.js';
import { keepFile } from './keep-file.js';
import { fileToken, readFileToken, type TagFunction } from './file-token.js';

/** Maximum number of unfinished lists of one account. */
export const MOST_OPEN_LISTS = 100;

const HOUR = 3_600_000;
/**
 * A link is valid for a day, and for up to an hour more: the same link is returned for an hour, so that a download can
 * be resumed.
 */
const LINK_HOURS = 24;
const ID_BYTES = 16;

/** Options of lists: their stores, and the function that signs their links. */
export interface ListsOptions {
  readonly store: ListStore;
  readonly maintenance: Pick<MaintenanceStore, 'eraseDeletedData'>;
  readonly tagOf: TagFunction;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Called when a list was added or resumed. */
  readonly onAdded?: (() => void) | undefined;
}

/** Progress of a list, in the interface's words. */
export type Progress = Pick<ListStatus, 'status' | 'percentage' | 'reason' | 'column'>;

const words = {
  queued: 'queued',
  running: 'processing',
  paused: 'processing',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;
const HELD = 'The owner of the list holds it: it goes on when it is resumed.';
const NO_CREDITS = 'The account has no credits left: the list goes on when there are some.';

/** What the progress of a list is told by. */
type Progressing = Pick<ListRecord, 'state' | 'reason' | 'addresses' | 'done' | 'column'> &
  Partial<Pick<ListRecord, 'isHeld'>>;

const percentageOf = ({ state, done, addresses }: Progressing): number =>
  state === 'completed' ? 100 : Math.min(99, Math.floor((100 * done) / Math.max(1, addresses)));

const reasonOf = ({ state, reason, isHeld }: Progressing): string => {
  if (isHeld) return HELD;
  return state === 'paused' ? NO_CREDITS : reason;
};

/** A list's progress: the share of its addresses that have their final result, rounded down. */
export const progressOf = (list: Progressing): Progress => ({
  status: words[list.state],
  percentage: percentageOf(list),
  reason: reasonOf(list),
  column: list.column,
});

/** Whether the results of the list can be downloaded, and will not change. */
export const hasFile = ({ state, done }: ListRecord): boolean =>
  state === 'completed' || (state === 'cancelled' && done > 0);

/** What an uploaded file's list has beside its name. */
export interface FileOptions extends Pick<NewList, 'isFromConsole' | 'callback'>, Pick<AddListOptions, 'isHeld'> {}

/** The lists of accounts, from the upload to the link to their results. */
export class Lists {
  readonly #options: ListsOptions;

  constructor(options: ListsOptions) {
    this.#options = options;
  }

  /**
   * Adds a list, or returns the unfinished list with the same URL as it is. `undefined` if the account has too many unfinished
   * lists, or no lists may be added. The caller has checked the URL with `listUrlFault`.
   */
  async add(
    list: Omit<NewList, 'id' | 'createdAt'>,
    { mayAdd }: { readonly mayAdd: boolean },
  ): Promise<ListRecord | undefined> {
    const { store, now, onAdded } = this.#options;
    const added = await store.addList(
      { ...list, id: randomBytes(ID_BYTES).toString('hex'), createdAt: now() },
      mayAdd ? MOST_OPEN_LISTS : 0,
    );
    if (added) onAdded?.();
    return added;
  }

  /**
   * Adds a list that was uploaded as a file. With `isHeld`, nobody works on it before it is resumed. `undefined` if the account has too many
   * unfinished lists, or is closed.
   */
  async addFile(
    list: Omit<NewList, 'id' | 'createdAt' | 'url'>,
    file: HostedList,
    { isHeld, ...more }: FileOptions = {},
  ): Promise<ListRecord | undefined> {
    const { store, now, onAdded } = this.#options;
    const id = randomBytes(ID_BYTES).toString('hex');
    const added = await keepFile({ ...list, ...more, id, createdAt: now() }, file, {
      ...{ store, now, most: MOST_OPEN_LISTS, isHeld },
    });
    if (added) onAdded?.();
    return added;
  }

  /** A list of this account. */
  find(accountId: number, id: string): Promise<ListRecord | undefined> {
    return this.#options.store.findList(accountId, id);
  }

  /** The latest lists of one account or of all, at most this many. */
  latest(most: number, accountId?: number): Promise<readonly ListRecord[]> {
    return this.#options.store.listLists(most, accountId);
  }

  /**
   * Cancels a list permanently; false if the account has no unfinished list with this id. Results that were paid for
   * can still be downloaded.
   */
  cancel(accountId: number, id: string): Promise<boolean> {
    return this.#options.store.cancelList(accountId, id, this.#options.now());
  }

  /**
   * Holds a list: nobody works on it until it is resumed, and what is being asked for it is given up. False if the account has no unfinished
   * list with this id, or it is held.
   */
  hold(accountId: number, id: string): Promise<boolean> {
    return this.#options.store.holdList(accountId, id);
  }

  /** Ends the holding of a list; false if it is not held. */
  async resume(accountId: number, id: string): Promise<boolean> {
    const isResumed = await this.#options.store.resumeList(accountId, id);
    if (isResumed) this.#options.onAdded?.();
    return isResumed;
  }

  /** Returns the token that gives access to a list's file for a day; `''` if the list has no file. */
  tokenOf(list: ListRecord): string {
    if (!hasFile(list)) return '';
    const { now, tagOf } = this.#options;
    const expiresAt = (Math.ceil(now() / HOUR) + LINK_HOURS) * HOUR;
    return fileToken({ accountId: list.accountId, listId: list.id, expiresAt }, tagOf);
  }

  /** The list whose file a token opens. `expired`: it has expired. `undefined`: it is invalid, or the list is deleted. */
  async opened(token: string): Promise<ListRecord | 'expired' | undefined> {
    const { now, tagOf } = this.#options;
    const grant = readFileToken(token, tagOf);
    if (!grant) return undefined;
    if (grant.expiresAt <= now()) return 'expired';
    const list = await this.find(grant.accountId, grant.listId);
    return list && hasFile(list) ? list : undefined;
  }

  /** Deletes lists that ended more than this many days ago with all their data, and resolves with their number. */
  async forgetOlderThan(days: number): Promise<number> {
    const { store, maintenance, now } = this.#options;
    const before = now() - days * 24 * HOUR;
    let count = 0;
    // One after the other: each may have thousands of pages, and other work gets a turn between them.
    for (; await store.forgetListBefore(before); count++) await yieldToEventLoop();
    // Also if there were none: an earlier sweep or command may have failed to do it.
    await maintenance.eraseDeletedData();
    return count;
  }

  /**
   * Cancels lists that were uploaded more than this many days ago and still wait for credits, or are held, so that no addresses are stored
   * forever.
   */
  cancelPausedOlderThan(days: number): Promise<number> {
    const { store, now } = this.#options;
    return store.cancelPausedLists(now() - days * 24 * HOUR, {
      reason: `The list still waited for credits, or was held, ${days} days after its upload.`,
      at: now(),
    });
  }
}
