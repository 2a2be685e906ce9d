/** A private key belongs on a server; a public one is in a page and allows only single validations. */
export type KeyKind = 'private' | 'public';

/** A customer of the service. */
export interface AccountRecord {
  readonly id: number;
  readonly name: string;
  /** Whole credits left; never below zero. */
  readonly balance: number;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
  /** Absent while it is open. A closed account has no valid key, no unfinished list and no session. */
  readonly closedAt?: number;
  /** An event is added when the balance falls below this number; absent if none is. */
  readonly lowCredits?: number;
}

/** An account about to be opened. */
export type NewAccount = Pick<AccountRecord, 'name' | 'balance' | 'createdAt'>;

/** A key as it is kept: never its plain text. */
export interface KeyRecord {
  readonly id: number;
  readonly accountId: number;
  readonly kind: KeyKind;
  /** Keyed hash of the plain key, in hex. */
  readonly hash: string;
  /** The last characters of the plain key, by which its owner recognises it. */
  readonly hint: string;
  /** Approved origins of a public key, normalised; `https://*.example.com` stands for all subdomains. */
  readonly origins: readonly string[];
  /** Whether a public key's answers carry the account's balance. */
  readonly showsBalance: boolean;
  /** Validations that one network may ask in a UTC day with a public key, if it is not the usual number. */
  readonly dailyLimit?: number;
  /** Validations that all may ask in a UTC day with a public key, if it is not the usual number; 0 for any number. */
  readonly dailyBudget?: number;
  /** `domain`: a public key whose answers say nothing about mailboxes, so no mail host is asked. */
  readonly answers?: 'domain';
  /** By which its owner recognises it; `''` if it has none. */
  readonly label: string;
  /** The key of the account's console: nobody has it, and it is not listed with the others. */
  readonly isConsole?: true;
  /** Exact to a minute; absent if it was never used. */
  readonly lastUsedAt?: number;
  readonly createdAt: number;
  /** Absent while the key is valid. */
  readonly revokedAt?: number;
}

/** A key about to be kept. */
export type NewKey = Omit<KeyRecord, 'id' | 'revokedAt' | 'lastUsedAt'>;

/** What can be changed of a key. */
export type KeySettings = Pick<KeyRecord, 'label' | 'origins' | 'dailyLimit' | 'dailyBudget' | 'answers'>;

/** A change of all settings of a key. */
export interface KeyChange {
  readonly from: KeySettings;
  readonly to: KeySettings;
}

/** Counts of an account on one day that are no calls: verdicts by result, and what pages report. */
export interface NamedCount {
  readonly accountId: number;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  /** Such as `Safe to Send`, or `page.corrected`. */
  readonly name: string;
  readonly count: number;
}

/** How a change of credits ended: the balance after it, or now if it was made before. */
export interface CreditOutcome {
  readonly balance: number;
  readonly isNew: boolean;
}

/** Credits that are given or taken by hand. */
export interface CreditChange {
  readonly accountId: number;
  /** The change's own name: the same one again changes nothing. */
  readonly id: string;
  /** Never 0; negative to take some. */
  readonly credits: number;
  readonly reason: string;
  readonly at: number;
}

/** Reservation of a call, made before the call starts: all of it, or nothing. */
export interface Claim {
  /** Credits reserved until the call settles; the charge may be less, never more. */
  readonly credits: number;
  /** Limits of calls in progress at once, each counted for each key by itself. */
  readonly concurrency: readonly { readonly name: string; readonly limit: number }[];
  /** Calls with the key in one UTC day (YYYY-MM-DD): settled ones, with or without a charge, and those in progress. */
  readonly daily?: { readonly day: string; readonly counts: readonly DailyCount[] };
}

/** One of the counts that a call adds to. */
export interface DailyCount {
  /** Name of the counter: a hash of a network, or `all`. `limit` calls may be counted under it. */
  readonly counter: string;
  readonly limit: number;
  /** The limit that is reported when this count is full. */
  readonly limitKind: 'day' | 'budget';
}

/** Decision about a call once its key is known: the reservation, or why the call is refused. */
export type Terms<Denial> = { readonly claim: Claim } | { readonly denial: Denial };

/** A call in progress. Only the store that created the ticket can read it. */
export interface Ticket {
  readonly id: number;
}

/** Whether a call may start. `short`: `limitKind` is the first limit or amount of the claim that is exhausted. */
export type Admitted<Denial> =
  | { readonly outcome: 'admitted'; readonly key: KeyRecord; readonly ticket: Ticket }
  | { readonly outcome: 'denied'; readonly key: KeyRecord; readonly denial: Denial }
  | {
      readonly outcome: 'short';
      readonly key: KeyRecord;
      readonly limitKind: DailyCount['limitKind'] | 'credits' | 'concurrency';
    }
  | { readonly outcome: 'unknown-key' };

/** The record of a call that was answered, or that counts although its caller left. */
export interface Charge {
  /** Name of the interface's call. */
  readonly call: string;
  readonly credits: number;
  /** The UTC day that the call was admitted on, YYYY-MM-DD. */
  readonly day: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Usage of an account on one day. */
export interface UsageDay {
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  /** Answered calls, those that cost nothing included. */
  readonly calls: number;
  readonly credits: number;
}

/**
 * The store of accounts, keys, credits and usage. A call makes two trips: `admit` before its work, `settle` (or `release`)
 * after it.
 */
export interface AccountStore {
  /**
   * Finds a valid key by its hash, asks `terms` what the call needs and reserves that, all in one step: no
   * other call comes between. `terms` must be quick and pure.
   */
  admit<Denial>(hash: string, terms: (key: KeyRecord) => Terms<Denial>): Promise<Admitted<Denial>>;
  /**
   * Writes the charge, counts the claim's day and frees the rest of the claim. Resolves with the balance after it, once
   * it would survive a power cut. Rejects, and charges nothing, for a ticket already settled or a charge above its claim.
   */
  settle(ticket: Ticket, charge: Charge): Promise<{ readonly balance: number }>;
  /**
   * Moves credits of a claim to tickets of their own, all at once: each is settled or released by itself, as a call. The
   * ticket keeps the rest, with its concurrency limits and its day. Rejects, and moves nothing, for a ticket already
   * settled or released, or for more credits than its claim has.
   */
  split(ticket: Ticket, credits: readonly number[]): Promise<readonly Ticket[]>;
  /** Frees the claim of a call that is not answered. A ticket already settled or released is left alone. */
  release(ticket: Ticket): Promise<void>;

  /** A valid key, and its account's balance. Calls in progress have not been charged yet. */
  findKey(hash: string): Promise<{ readonly key: KeyRecord; readonly balance: number } | undefined>;
  /** The days from `first` to `last`, both YYYY-MM-DD and included, on which an account had answered calls, in order. */
  usage(accountId: number, first: string, last: string): Promise<readonly UsageDay[]>;
  /** Deletes the daily counts of all days before `day`, YYYY-MM-DD. */
  forgetDaysBefore(day: string): Promise<void>;

  createAccount(account: NewAccount): Promise<AccountRecord>;
  listAccounts(): Promise<readonly AccountRecord[]>;
  findAccount(id: number): Promise<AccountRecord | undefined>;
  /** Adds credits and resolves with the new balance; `undefined` if the account does not exist or is closed. Rejects with `too-many` above 2^53 - 1. */
  grant(accountId: number, credits: number, at: number): Promise<number | undefined>;
  /** Stores a key; `undefined` if the account does not exist or is closed. */
  createKey(key: NewKey): Promise<KeyRecord | undefined>;
  /** Keys of one account or of all, revoked ones included. */
  listKeys(accountId?: number): Promise<readonly KeyRecord[]>;
  /** Revokes a key for good; false if it does not exist, is already revoked, or is the console's. */
  revokeKey(id: number, at: number): Promise<boolean>;
  /** Changes a valid key of this account. `undefined` if there is no such key, if it is the console's, or if its settings differ from `from`. */
  changeKey(accountId: number, id: number, change: KeyChange): Promise<KeyRecord | undefined>;
  /** Stores when keys were last used, unless a later time is stored. */
  keepKeyUses(uses: ReadonlyMap<number, number>): Promise<void>;

  renameAccount(id: number, name: string): Promise<boolean>;
  /**
   * Closes an account for good, in one step: revokes its keys, cancels its unfinished lists, ends its sessions and links. Calls in progress are
   * still charged. False if it does not exist or is closed.
   */
  closeAccount(id: number, at: number): Promise<boolean>;
  /**
   * Has the account's owner told when its credits fall below this number, which is above 0; not any more if it is absent. Nothing is told of
   * credits that are below it already. False if it does not exist.
   */
  setLowCredits(id: number, lowCredits: number | undefined): Promise<boolean>;
  /**
   * Gives or takes credits once: the same again changes nothing, and `isNew` is false. `short`: the account has fewer credits that no call has
   * reserved than are to be taken. `other`: a change of this id was made with other credits or another reason. `undefined` if the account does not
   * exist or is closed. Rejects with `too-many` as `grant` does.
   */
  changeCredits(change: CreditChange): Promise<CreditOutcome | 'short' | 'other' | undefined>;
  /** Adds to the counts. */
  addCounts(counts: readonly NamedCount[]): Promise<void>;
  /** The counts of an account from `first` to `last`, both YYYY-MM-DD and included. */
  listCounts(accountId: number, first: string, last: string): Promise<readonly NamedCount[]>;
  /** How many calls of one day were counted under a counter, by the number of each key of this account that had any. */
  callsOfDay(accountId: number, day: string, counter: string): Promise<ReadonlyMap<number, number>>;
}
