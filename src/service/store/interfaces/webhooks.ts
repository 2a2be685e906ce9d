import type { ListState } from './lists.js';

/** Where an account's events are sent, and what they are signed with. */
export interface WebhookRecord {
  readonly accountId: number;
  /** Absent if only lists with a `callback` of their own send events. */
  readonly url?: string;
  /** The secret, encrypted. */
  readonly sealedSecret: string;
  /** The secret before it, encrypted: it signs too until `formerUntil`, in milliseconds since 1970. */
  readonly formerSealedSecret?: string;
  readonly formerUntil?: number;
}

/** Something that an account's site is told. It never changes. */
export interface WebhookEvent {
  /** Grows with each event: of two events of one list, the later one has the higher number. */
  readonly number: number;
  /** Random, `evt_` and 32 hex digits: the same at every try, for ever. */
  readonly id: string;
  readonly accountId: number;
  readonly type: 'list.completed' | 'list.failed' | 'list.cancelled' | 'list.paused' | 'credits.low' | 'test';
  /** Milliseconds since 1970, UTC, by the database's clock. */
  readonly at: number;
  /** The list as it was then. */
  readonly list?: {
    readonly id: string;
    readonly name: string;
    readonly state: ListState;
    readonly reason: string;
    readonly addresses: number;
    readonly done: number;
  };
  /** The account's credits then. */
  readonly balance: number;
}

/** One event on its way to one address. Times in milliseconds since 1970, UTC. */
export interface DeliveryRecord {
  readonly id: number;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly tries: number;
  /** When it is tried next; absent if it was delivered or given up. */
  readonly nextAt?: number;
  readonly triedAt?: number;
  readonly isDelivered: boolean;
  /** The status of the last answer, or why there was none; at most 200 characters. */
  readonly answer?: string;
}

/** How a try of a delivery ended. */
export interface TryOutcome {
  readonly at: number;
  /** Whether the service was stopped before the receiver answered: such a try does not count. */
  readonly isCut?: boolean;
  readonly isDelivered: boolean;
  /** The status of the answer, or why there was none; at most 200 characters. */
  readonly answer: string;
  /** When it is tried again; absent if it was delivered, or is given up. */
  readonly nextAt?: number | undefined;
}

/** A delivery that is being tried. Only one process at a time has it. */
export interface DeliveryLease {
  readonly delivery: DeliveryRecord;
  /** Of the account, as it is now. */
  readonly webhook: WebhookRecord;
}

/**
 * The store of webhooks. Events are added by the database itself, in the same transaction as what they tell of: when a list gets the state
 * completed, failed, cancelled or paused, and when a balance falls below the account's `lowCredits`. Each has a delivery to the account's
 * address, and one to the list's `callback` if that is another; none if there is neither, or the account has no secret.
 */
export interface WebhookStore {
  findWebhook(accountId: number): Promise<WebhookRecord | undefined>;
  /**
   * Stores a URL, or leaves the one that is stored if none is given. Deliveries that wait keep their URL. The secret is stored only if the
   * account has none: the webhook that is returned has the one that counts. `undefined` if the account does not exist.
   */
  setWebhook(
    accountId: number,
    webhook: Pick<WebhookRecord, 'url' | 'sealedSecret'>,
  ): Promise<WebhookRecord | undefined>;
  /** Stores another secret; the one that it replaces is the former one from now on. `undefined` if the account has no webhook. */
  rotateWebhook(
    accountId: number,
    secret: Required<Pick<WebhookRecord, 'sealedSecret' | 'formerUntil'>>,
  ): Promise<WebhookRecord | undefined>;
  /** Deletes it, and gives up all deliveries that wait. False if there was none. */
  removeWebhook(accountId: number): Promise<boolean>;
  /** Adds an event of type `test` with a delivery to the account's address; `undefined` if there is none. */
  addTestEvent(accountId: number): Promise<DeliveryRecord | undefined>;

  /**
   * Takes the delivery that has been due for longest, until `until`, a quarter of an hour from `now` at most: another process may take it after
   * that. A delivery that was never tried is due at once. A next try more than a day from `now` comes from a wrong clock, and is due too.
   * Deliveries of an account whose `accountId` is in `busy` are passed over. `undefined` if none is due.
   */
  leaseDelivery(now: number, until: number, busy: readonly number[]): Promise<DeliveryLease | undefined>;
  /**
   * Stores how a try ended. A delivery that was given up meanwhile, since its webhook was removed, stays so; one that was delivered stays
   * delivered.
   */
  keepTry(id: number, outcome: TryOutcome): Promise<void>;
  /**
   * Has a delivery of this account tried at once, also one that was delivered or given up: its tries count from 0 again. False if there is none,
   * or the account has no webhook.
   */
  sendAgain(accountId: number, id: number): Promise<boolean>;
  /** The latest deliveries of an account first, at most `most`. */
  listDeliveries(accountId: number, most: number): Promise<readonly DeliveryRecord[]>;
  /** Deletes events from before `at` of which no delivery waits, at most 1,000 of them. Resolves with their number. */
  forgetEventsBefore(at: number): Promise<number>;
}
