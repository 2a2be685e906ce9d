/** The state of a list. `paused`: its account has no credits left; the list continues when credits are added. */
export type ListState = 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** A list of addresses about to be kept. */
export interface NewList {
  /** Unguessable. */
  readonly id: string;
  readonly accountId: number;
  /** The key that it was uploaded with: its results are charged under it. */
  readonly keyId: number;
  readonly name: string;
  readonly url: string;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
  /** Where the end of this list is told, beside the account's own address. */
  readonly callback?: string | undefined;
  /** Whether it came through the console: then it has no status by API. */
  readonly isFromConsole?: boolean | undefined;
}

/** Options of adding a list. */
export interface AddListOptions {
  /**
   * The caller has the list until this time, with the lease of epoch 0 and no commits, as nobody has leased it before.
   * If absent, workers may have it at once.
   */
  readonly leasedUntil?: number | undefined;
  /** Whether nobody works on the list until it is resumed. */
  readonly isHeld?: boolean | undefined;
}

/** A list as it is kept. */
export interface ListRecord extends NewList {
  readonly state: ListState;
  /** Why it failed, as a sentence for the uploader; otherwise `''`. */
  readonly reason: string;
  /** Lines; 0 until it was fetched. */
  readonly lines: number;
  /** The column that the addresses were read from, by its name or number; `''` if it has none, and until the list was fetched. */
  readonly column: string;
  /** Different addresses among the lines: each is asked and charged once. */
  readonly addresses: number;
  /** The first address that has not been checked; those before have a result, which may be provisional. */
  readonly next: number;
  /** Number of addresses that have their final result. */
  readonly done: number;
  /** Whether its owner holds it: nobody works on it until it is resumed. False when it has ended. */
  readonly isHeld: boolean;
  readonly endedAt?: number;
}

/** A line of a list: its address, and which of the list's addresses it is, counted from 0 in the order of their first lines. */
export interface ListedLine {
  readonly text: string;
  /** The text that was given, if it differs from the address. */
  readonly original?: string;
  readonly address: number;
}

/** The right to work on a list. Only one worker at a time has it. */
export interface ListLease {
  readonly list: ListRecord;
  /** Grows with each lease: an older lease can no longer write. */
  readonly epoch: number;
  /** The number of commits so far: the next commit must name it, so that none is carried out twice. */
  readonly commits: number;
}

/** Results of addresses that follow each other. */
export interface ResultChunk {
  /** The number of the first address: the list's next one, or that of results which these replace. */
  readonly first: number;
  /** One result for each address, in the caller's own form. */
  readonly results: readonly string[];
  /** Credits of each; 0 for one that was charged before. */
  readonly credits: readonly number[];
  /** Positions in `results` of those that are asked again later, in order. */
  readonly deferred: readonly number[];
  /** If all results are stored, the list is leased until this time, and nobody works on it meanwhile. */
  readonly deferredUntil?: number | undefined;
  /** The name that they are charged under. */
  readonly call: string;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  readonly at: number;
}

/**
 * Outcome of committing a chunk: how many of its results were kept, from the first on. If credits ran out, not all are
 * kept: the list is then paused and its lease given back, and earlier results of the other addresses stay. `lost`:
 * another worker has the list, or the list has ended.
 */
export type CommitOutcome =
  { readonly outcome: 'kept'; readonly count: number; readonly balance: number } | { readonly outcome: 'lost' };

/** Results as they are kept together. */
export type KeptResults = Pick<ResultChunk, 'first' | 'results' | 'deferred'>;

/** The store of lists. Writes of a worker are refused (`false`, `lost`) if it has lost its lease or the list has ended. */
export interface ListStore {
  /**
   * Stores a list. If the account has an unfinished list with the same URL, it resolves with that one as it is instead; otherwise with
   * `undefined` if the account has `most` unfinished lists or more, or is closed.
   */
  addList(list: NewList, most: number, options?: AddListOptions): Promise<ListRecord | undefined>;
  /** Lists of one account or of all, latest first, at most `most`. */
  listLists(most: number, accountId?: number): Promise<readonly ListRecord[]>;
  /** A list of this account. */
  findList(accountId: number, id: string): Promise<ListRecord | undefined>;
  /** Cancels a list; false if the account has no unfinished list with this id. */
  cancelList(accountId: number, id: string, at: number): Promise<boolean>;
  /**
   * Holds a list: nobody works on it until it is resumed. A worker that has it loses its lease; whoever added it and stores it keeps the lease
   * of epoch 0. False if the account has no unfinished list with this id, or it is held already.
   */
  holdList(accountId: number, id: string): Promise<boolean>;
  /** Ends the holding of a list; false if it is not held. Other lists of the account are not held up by one that is. */
  resumeList(accountId: number, id: string): Promise<boolean>;
  /** Ends lists that were uploaded before `createdBefore` and wait for credits or are held. Resolves with their number. */
  cancelPausedLists(createdBefore: number, end: { readonly reason: string; readonly at: number }): Promise<number>;
  /** Deletes one list that ended before `at`, with its lines and results; false if there is none. */
  forgetListBefore(at: number): Promise<boolean>;

  /**
   * Leases a list until `until`. Candidates are the oldest unfinished lists of each account that no worker has; the
   * list of the account whose last turn is longest ago is leased. A paused list waits until its account has credits
   * that no call has set aside. A held list waits until it is resumed, and does not hold up the account's others; only one whose upload was cut
   * off, before it had lines, is leased, so that it can be dropped. Leases that end more than `LONGEST_LEASE` from now come from a clock that was set back,
   * and count as over.
   */
  leaseList(now: number, until: number): Promise<ListLease | undefined>;
  /** Whether a list could be leased now. */
  isListWaiting(now: number): Promise<boolean>;
  /** Extends a lease to `until`; it stays as it is if it already lasts longer. */
  renewLease(lease: ListLease, until: number): Promise<boolean>;
  /** Ends a lease early. */
  releaseList(lease: ListLease): Promise<boolean>;
  /** Deletes a list with all that was kept of it, as if it had never been added. */
  dropList(lease: ListLease): Promise<boolean>;
  /** Ends a list. */
  endList(
    lease: ListLease,
    end: { readonly state: 'completed' | 'failed'; readonly reason: string; readonly at: number },
  ): Promise<boolean>;

  /** Keeps a part of a list that is being fetched, in the place of what was kept under this number. */
  keepLines(lease: ListLease, part: number, lines: readonly ListedLine[]): Promise<boolean>;
  /** Completes the parts of a list: parts from the number `parts` on are from an earlier try, and are deleted. */
  startList(
    lease: ListLease,
    counts: { readonly parts: number; readonly lines: number; readonly addresses: number; readonly column: string },
  ): Promise<boolean>;
  /** A part of a list; empty if it does not exist. */
  readLines(id: string, part: number): Promise<readonly ListedLine[]>;

  /** Writes results and their charge in one step. */
  commitResults(lease: ListLease, chunk: ResultChunk): Promise<CommitOutcome>;
  /** The stored results that include an address. */
  readResults(id: string, address: number): Promise<KeptResults | undefined>;
  /** The first results from the address `from` on of which some are asked again later. */
  deferredResults(id: string, from: number): Promise<KeptResults | undefined>;
}
