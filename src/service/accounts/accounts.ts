import type { Usage, UsageRange } from '../../wire/index.js';
import type { AccountRecord, KeyKind, KeyRecord, NewKey, Store } from '../store/index.js';
import type { Clock } from './day.js';
import { AccountsError } from './errors.js';
import { keyedHash, keyHash, keyHint, newKey } from './keys.js';
import { parseApprovedOrigin } from './origins.js';
import { usageOf } from './usage.js';

/** A key to be made. */
export interface NewKeyOptions {
  /** The account's number. */
  readonly account: number;
  readonly kind: KeyKind;
  /** The pages that may use a public key: origins, or `https://*.example.com`. */
  readonly origins?: readonly string[];
  /** Whether answers to a public key include the account's balance. False by default: visitors need not know it. */
  readonly showsBalance?: boolean;
  /** Validations that one network may ask in a UTC day with a public key; 20 if absent. */
  readonly dailyLimit?: number | undefined;
  /** Validations that all may ask in a UTC day with a public key; 10,000 if absent. */
  readonly dailyBudget?: number | 'off' | undefined;
  /** `domain`: a public key's answers say nothing about mailboxes, so no mail host is asked. All is answered if absent. */
  readonly answers?: 'domain' | undefined;
}

/** A key just made. `key` is its plain text, which cannot be shown again. */
export interface MadeKey extends KeyRecord {
  readonly key: string;
}

/** Maximum credits of one grant: the sum of thousands of such grants is still exact in JavaScript (2^53 - 1). */
export const MOST_CREDITS = 1_000_000_000_000;

const wholeCredits = (credits: number, least: number): number => {
  if (Number.isSafeInteger(credits) && credits >= least && credits <= MOST_CREDITS) return credits;
  throw new AccountsError(
    'bad-credits',
    `${credits} is not a number of credits: give a whole number from ${least} to ${MOST_CREDITS}.`,
  );
};

/** Maximum value of a key's daily limits. */
const MOST_DAILY = 1_000_000_000;

const dailyCalls = (calls: number | undefined): number | undefined => {
  if (calls === undefined || (Number.isSafeInteger(calls) && calls >= 1 && calls <= MOST_DAILY)) return calls;
  throw new AccountsError(
    'bad-limit',
    `${calls} is not a number of validations a day: give a whole number from 1 to ${MOST_DAILY}.`,
  );
};

/** Returns the limits of a public key to keep: only those that differ from the defaults. */
const limitsOf = ({ kind, dailyLimit, dailyBudget, answers }: NewKeyOptions): Partial<NewKey> => {
  if (kind === 'private' && (dailyLimit !== undefined || dailyBudget !== undefined || answers !== undefined))
    throw new AccountsError(
      'needless-limits',
      'A private key has no daily limit, no daily budget, and all answers: leave them out, or make a public key.',
    );
  const limits = {
    dailyLimit: dailyCalls(dailyLimit),
    dailyBudget: dailyBudget === 'off' ? 0 : dailyCalls(dailyBudget),
    answers,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
};

const noAccount = (id: number) =>
  new AccountsError('no-account', `There is no account ${id}. List the accounts to see their numbers.`);

const noKey = (id: number) =>
  new AccountsError('no-key', `There is no valid key ${id}. List the keys to see their numbers and states.`);

/** Administration of accounts, keys and credits, over a store, the secret that keys are hashed under and a clock. */
export class Accounts {
  readonly #store: Pick<Store, 'accounts' | 'maintenance'>;
  readonly #secret: string;
  readonly #now: Clock;

  constructor(store: Pick<Store, 'accounts' | 'maintenance'>, secret: string, now: Clock) {
    this.#store = store;
    this.#secret = secret;
    this.#now = now;
  }

  /**
   * Makes sure that the database's keys were hashed under this secret: with another one, no key would be recognised.
   * @throws AccountsError `other-secret`.
   */
  async checkSecret(): Promise<void> {
    const check = keyedHash(this.#secret, 'check', '');
    if ((await this.#store.maintenance.keepIfAbsent('secret-check', check)) !== check)
      throw new AccountsError(
        'other-secret',
        'The keys in this database were made under another secret. Give that one back: no key can be recognised without it.',
      );
  }

  /**
   * Opens an account with this many credits.
   * @throws AccountsError `bad-name` or `bad-credits`.
   */
  async createAccount({
    name,
    credits = 0,
  }: {
    readonly name: string;
    readonly credits?: number;
  }): Promise<AccountRecord> {
    // The command that lists accounts prints one on each line, with tabs between the columns.
    if (!name.trim() || /\p{Cc}/u.test(name))
      throw new AccountsError(
        'bad-name',
        'An account needs a name by which you recognise it, on one line and without tabs.',
      );
    return this.#store.accounts.createAccount({
      name: name.trim(),
      balance: wholeCredits(credits, 0),
      createdAt: this.#now(),
    });
  }

  listAccounts(): Promise<readonly AccountRecord[]> {
    return this.#store.accounts.listAccounts();
  }

  /** Returns one account. @throws AccountsError `no-account`. */
  async account(id: number): Promise<AccountRecord> {
    const found = (await this.#store.accounts.listAccounts()).find((each) => each.id === id);
    if (!found) throw noAccount(id);
    return found;
  }

  /**
   * Returns the usage of an account by day. The caller has checked the range with `usageRangeFault`. @throws
   * AccountsError `no-account`.
   */
  async usage(account: number, range: UsageRange): Promise<Required<Usage>> {
    await this.account(account);
    return usageOf(this.#store.accounts, account, range);
  }

  /**
   * Adds credits to an account and resolves with its new balance.
   * @throws AccountsError `bad-credits` or `no-account`.
   */
  async grantCredits(account: number, credits: number): Promise<number> {
    const balance = await this.#store.accounts.grant(account, wholeCredits(credits, 1), this.#now());
    if (balance === undefined) throw noAccount(account);
    return balance;
  }

  /**
   * Makes a key.
   * @throws AccountsError `no-account`, `bad-origin`, `no-origins` (a public key without any), `needless-origins` (a private one
   * with some), `bad-limit` or `needless-limits`.
   */
  async createKey(order: NewKeyOptions): Promise<MadeKey> {
    const { account, kind, origins = [], showsBalance = false } = order;
    if (kind === 'public' && origins.length === 0)
      throw new AccountsError(
        'no-origins',
        'A public key needs the origins of the pages that may use it, as in https://www.example.com.',
      );
    if (kind === 'private' && origins.length > 0)
      throw new AccountsError(
        'needless-origins',
        'A private key belongs on a server and has no origins. Make a public key for pages.',
      );
    const limits = limitsOf(order);
    const key = newKey(kind);
    const kept = await this.#store.accounts.createKey({
      accountId: account,
      kind,
      hash: keyHash(this.#secret, key),
      hint: keyHint(key),
      origins: [...new Set(origins.map(parseApprovedOrigin))],
      showsBalance: kind === 'private' || showsBalance,
      label: '',
      ...limits,
      createdAt: this.#now(),
    });
    if (!kept) throw noAccount(account);
    return { ...kept, key };
  }

  /**
   * Makes a new key with the account, kind and settings of an old one. The old key stays valid until it is revoked, so
   * that its users can change to the new one; with `revokesOld` it is revoked at once.
   * @throws AccountsError `no-key` if the key does not exist, or is revoked, also in the meantime.
   */
  async rotateKey(id: number, { revokesOld = false }: { readonly revokesOld?: boolean } = {}): Promise<MadeKey> {
    const old = (await this.#store.accounts.listKeys()).find((each) => each.id === id);
    if (!old || old.revokedAt !== undefined) throw noKey(id);
    const { accountId: account, dailyBudget } = old;
    const made = await this.createKey({ ...old, account, dailyBudget: dailyBudget === 0 ? 'off' : dailyBudget });
    if (!revokesOld || (await this.revokeKey(id))) return made;
    await this.revokeKey(made.id);
    throw noKey(id);
  }

  /** Keys of one account or of all, revoked ones included. */
  listKeys(account?: number): Promise<readonly KeyRecord[]> {
    return this.#store.accounts.listKeys(account);
  }

  /** Revokes a key permanently, at once; false if the key does not exist or was revoked before. */
  revokeKey(id: number): Promise<boolean> {
    return this.#store.accounts.revokeKey(id, this.#now());
  }
}
