import {
  CONCURRENT_CALLS,
  CONCURRENT_ENRICHED_CALLS,
  type RefusalKind,
  type Usage,
  type UsageRange,
} from '../../wire/index.js';
import { isApprovedOrigin } from '../../wire/approved-origins.js';
import type { AccountStore, Admitted, Claim, KeyRecord, Store, Terms, Ticket } from '../store/index.js';
import { ClockWatch } from './clock-watch.js';
import { dailyCountsOf, type CallerNetwork, type PrefixLimitFactors } from './daily-counts.js';
import { DAY_MILLISECONDS, utcDay, type Clock } from './day.js';
import type { KeyUses } from './key-uses.js';
import { keyedHash, keyHash } from './keys.js';
import { isApprovable } from './origins.js';
import { creditsOf, isEnriched, ledgerNameOf, mostCredits, type Order, type CallOutcome } from './prices.js';
import { usageOf } from './usage.js';

/** A call that asks to start. */
export interface RequestedCall extends Order, CallerNetwork {
  /** The plain key, `''` if it is missing. */
  readonly key: string;
  /** The origin of the calling page, in normal form; of a POST, as it was sent. */
  readonly origin?: string | undefined;
  /** A sentence about what is wrong with the call's parameters; only callers with a key get it. */
  readonly fault?: string | undefined;
}

/** Why a call may not start. */
export interface Denial {
  readonly kind: Exclude<RefusalKind, 'rejected'>;
  /** Replaces the refusal's message, if the interface does not fix it. */
  readonly words?: string;
  /** The reason, in addition to the message, if the interface fixes the message. */
  readonly reason?: string;
  /** The origin of the calling page, if the call was refused for it alone, and the key's owner could approve it. */
  readonly origin?: string;
}

/** A batch that may start. Hand each call, and the batch itself, to `settle` or `abandon` when it ends. */
export interface AdmittedBatch extends AdmittedCall {
  readonly calls: readonly AdmittedCall[];
}

/**
 * The decision about a call. `origin` is the approved one, to which a public key's answer may be shown. A refusal has the key if it is a valid
 * one.
 */
export type AdmissionResult<Granted> =
  | ({ readonly isAdmitted: true; readonly key: KeyRecord; readonly origin?: string } & Granted)
  | { readonly isAdmitted: false; readonly denial: Denial; readonly key?: KeyRecord; readonly origin?: string };

/** A call that may start. Hand it to `settle` or `abandon` when it ends. */
export interface AdmittedCall {
  readonly ticket: Ticket;
  readonly order: Order;
  /** The UTC day it counts to. */
  readonly day: string;
}

const CALL_FROM_SERVER = 'call from a server, with a private key';

const forbidden = (words: string): Denial => ({ kind: 'forbidden', words });

/** Why this key does not allow this call, whatever the account's balance. */
const denialOf = (key: KeyRecord, asked: RequestedCall): Denial | undefined => {
  const { call, origin, fault } = asked;
  if (key.kind === 'public') {
    if (call.keys !== 'public') return forbidden(`A public key allows only single validations: ${CALL_FROM_SERVER}.`);
    if (isEnriched(asked))
      return forbidden(`A public key does not allow append and photo: leave them out, or ${CALL_FROM_SERVER}.`);
    if (!origin)
      return forbidden(`A public key works only in pages, and this request names no origin: ${CALL_FROM_SERVER}.`);
    if (!isApprovedOrigin(key.origins, origin))
      return {
        ...forbidden(`${origin} is not among the approved origins of this key: have it approved.`),
        ...(isApprovable(origin) && { origin }),
      };
  }
  if (call.method === 'POST' && origin !== undefined)
    return forbidden(`This call is not for pages, and this request comes from one: ${CALL_FROM_SERVER}.`);
  return fault === undefined ? undefined : { kind: 'bad-request', words: fault };
};

/** The approved page that may read the answer to a public key. */
const shownToOf = ({ kind, origins }: KeyRecord, { origin }: RequestedCall): { readonly origin?: string } =>
  kind === 'public' && origin && isApprovedOrigin(origins, origin) ? { origin } : {};

/** The interface has one message for both. */
const unknownKey = ({ key }: RequestedCall): Denial => ({
  kind: 'wrong-key',
  reason: key
    ? 'This key is unknown or revoked: check that it is complete, and a key of this service.'
    : 'No key was given: add api=… to the query.',
});

const shortages: Readonly<Record<Extract<Admitted<Denial>, { outcome: 'short' }>['limitKind'], Denial>> = {
  day: { kind: 'daily-limit' },
  budget: {
    kind: 'daily-limit',
    reason: "This key's budget for the day (UTC) is used up: have it raised, or ask tomorrow.",
  },
  credits: { kind: 'no-credits' },
  concurrency: { kind: 'busy' },
};

/** Settings of the rules that the operator chooses. */
export interface AdmissionOptions {
  readonly factors?: PrefixLimitFactors | undefined;
  /** Decides whether the clock can be trusted. */
  readonly watch?: ClockWatch;
  /** Is told of each valid key that a call comes with. */
  readonly uses?: Pick<KeyUses, 'note'> | undefined;
}

/** The rules about which calls may start and what they cost, over a store, a clock and the secret for keyed hashes. */
export class Admission {
  readonly #store: AccountStore;
  readonly #secret: string;
  readonly #now: Clock;
  readonly #factors: PrefixLimitFactors;
  readonly #watch: ClockWatch;
  readonly #uses: AdmissionOptions['uses'];
  /** The day on which the counts of past days were last deleted. */
  #countsDeletedOn = '';
  #isDeletingCounts = false;

  constructor(
    { accounts, maintenance }: Pick<Store, 'accounts' | 'maintenance'>,
    secret: string,
    now: Clock,
    { factors = {}, watch = new ClockWatch({ store: maintenance, now }), uses }: AdmissionOptions = {},
  ) {
    this.#store = accounts;
    this.#secret = secret;
    this.#now = now;
    this.#factors = factors;
    this.#watch = watch;
    this.#uses = uses;
  }

  /** Admits a call that may cost something: checks its key, page, day's limit, credits and concurrency, in this order. */
  async admit(asked: RequestedCall): Promise<AdmissionResult<AdmittedCall>> {
    return this.#admit(asked, 1);
  }

  /**
   * Admits so many calls of one kind together, or none: the credits of all are reserved, and they count once to the
   * limit of calls at once, until the batch itself is settled or abandoned.
   */
  async admitBatch(asked: RequestedCall, size: number): Promise<AdmissionResult<AdmittedBatch>> {
    const ruling = await this.#admit(asked, size);
    if (!ruling.isAdmitted) return ruling;
    const { ticket, order, day } = ruling;
    try {
      const tickets = await this.#store.split(ticket, new Array<number>(size).fill(mostCredits(order)));
      return { ...ruling, calls: tickets.map((each) => ({ ticket: each, order, day })) };
    } catch (error) {
      await this.abandon(ruling);
      throw error;
    }
  }

  async #admit(asked: RequestedCall, size: number): Promise<AdmissionResult<AdmittedCall>> {
    const day = this.#today();
    const admitted = await this.#store.admit(keyHash(this.#secret, asked.key), (key): Terms<Denial> => {
      const denial = denialOf(key, asked);
      return denial ? { denial } : { claim: this.#claimOf(key, asked, day, size) };
    });
    if (admitted.outcome === 'unknown-key') return { isAdmitted: false, denial: unknownKey(asked) };
    const { key } = admitted;
    this.#uses?.note(key);
    const shownTo = shownToOf(key, asked);
    if (admitted.outcome === 'denied') return { isAdmitted: false, denial: admitted.denial, key, ...shownTo };
    if (admitted.outcome === 'short')
      return { isAdmitted: false, denial: shortages[admitted.limitKind], key, ...shownTo };
    const { call, photo, append } = asked;
    return {
      isAdmitted: true,
      key,
      ticket: admitted.ticket,
      order: { call, photo, append },
      day,
      ...shownTo,
    };
  }

  /** Admits a call that costs nothing and counts to no limit: its key alone is checked. */
  async authenticate(asked: RequestedCall): Promise<AdmissionResult<{ readonly balance: number }>> {
    const found = await this.#store.findKey(keyHash(this.#secret, asked.key));
    if (!found) return { isAdmitted: false, denial: unknownKey(asked) };
    this.#uses?.note(found.key);
    const shownTo = shownToOf(found.key, asked);
    const denial = denialOf(found.key, asked);
    return denial
      ? { isAdmitted: false, denial, key: found.key, ...shownTo }
      : { isAdmitted: true, ...found, ...shownTo };
  }

  /** Returns the usage of a key's account, with all of its keys. */
  usage({ accountId }: KeyRecord, range: UsageRange): Promise<Required<Usage>> {
    return usageOf(this.#store, accountId, range);
  }

  /**
   * Charges a call for its outcome. Resolves with the charge and the balance after it when both are durable: answer
   * only then.
   */
  async settle(
    { ticket, order, day }: AdmittedCall,
    outcome: CallOutcome,
  ): Promise<{ readonly credits: number; readonly balance: number }> {
    const credits = creditsOf(order, outcome);
    const { balance } = await this.#store.settle(ticket, { call: ledgerNameOf(order), credits, day, at: this.#now() });
    return { credits, balance };
  }

  /**
   * Ends a call that was started and is not answered. It costs nothing; with a public key it still counts to the
   * network's daily limit, since mail hosts were asked.
   */
  async abandon({ key, ticket, order, day }: AdmittedCall & { readonly key: KeyRecord }): Promise<void> {
    if (key.kind === 'private') return this.#store.release(ticket);
    await this.#store.settle(ticket, { call: ledgerNameOf(order), credits: 0, day, at: this.#now() });
  }

  #claimOf(key: KeyRecord, asked: RequestedCall, day: string, size: number): Claim {
    const credits = size * mostCredits(asked);
    if (key.kind === 'public') {
      // The day is in the hash, so that no one can follow a network from day to day.
      const keyedHashOf = (network: string) => keyedHash(this.#secret, 'network', `${day} ${network}`);
      return {
        credits,
        concurrency: [],
        daily: { day, counts: dailyCountsOf(key, asked, this.#factors, keyedHashOf) },
      };
    }
    const all = { name: 'all', limit: CONCURRENT_CALLS };
    const enriched = { name: 'enriched', limit: CONCURRENT_ENRICHED_CALLS };
    return { credits, concurrency: isEnriched(asked) ? [all, enriched] : [all] };
  }

  #today(): string {
    const day = utcDay(this.#watch.dayNow());
    this.#forgetPastDays(day);
    return day;
  }

  /**
   * Deletes the counts of past days, without delaying any call; if it fails the next call tries again. Yesterday's
   * counts are kept: other processes' clocks may be behind, and this one's too after a restart. If the clock is
   * distrusted, nothing is deleted: otherwise a day's counts could start again.
   */
  #forgetPastDays(day: string): void {
    if (this.#isDeletingCounts || this.#countsDeletedOn === day) return;
    this.#isDeletingCounts = true;
    void this.#forgetDaysBefore(utcDay(Date.parse(day) - DAY_MILLISECONDS))
      .then(
        () => (this.#countsDeletedOn = day),
        () => undefined,
      )
      .finally(() => (this.#isDeletingCounts = false));
  }

  async #forgetDaysBefore(day: string): Promise<void> {
    if (await this.#watch.check()) await this.#store.forgetDaysBefore(day);
  }
}
