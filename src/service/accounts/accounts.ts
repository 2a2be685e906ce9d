import type { Usage, UsageRange } from '../../wire/index.js';
import {
  StoreError,
  type AccountRecord,
  type CreditOutcome,
  type KeyKind,
  type KeyRecord,
  type NamedCount,
  type Store,
  type UsageDay,
} from '../store/index.js';
import { consoleKeyOf, keepConsoleKey } from './console-key.js';
import { creditOrder, wholeCredits, type CreditOrder } from './credits.js';
import { ALL_NETWORKS } from './daily-counts.js';
import type { Clock } from './day.js';
import { AccountsError } from './errors.js';
import { keySettings, settingsOrderOf, type KeySettingsOrder } from './key-settings.js';
import { keyedHash, keyHash, keyHint, newKey } from './keys.js';
import { isOneLine } from './one-line.js';
import { usageOf } from './usage.js';

/** A key to be made. */
export interface NewKeyOptions extends KeySettingsOrder {
  /** The account's number. */
  readonly account: number;
  readonly kind: KeyKind;
  /** Whether answers to a public key include the account's balance. False by default: visitors need not know it. */
  readonly showsBalance?: boolean;
}

/** A key just made. `key` is its plain text, which cannot be shown again. */
export interface MadeKey extends KeyRecord {
  readonly key: string;
}

/** The name of an account. The command that lists accounts prints one on each line, with tabs between the columns. */
const accountName = (name: string): string => {
  if (isOneLine(name)) return name.trim();
  throw new AccountsError(
    'bad-name',
    'An account needs a name by which you recognise it, on one line and without tabs.',
  );
};

const noAccount = (id: number) =>
  new AccountsError('no-account', `There is no account ${id}. List the accounts to see their numbers.`);

const closedAccount = (id: number) =>
  new AccountsError('closed-account', `Account ${id} is closed for good: open another one.`);

const noKey = (id: number) =>
  new AccountsError('no-key', `There is no valid key ${id}. List the keys to see their numbers and states.`);

/** Tries to change a key that others change too: with each try, one of them is done. */
const MOST_TRIES = 100;

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
    return this.#store.accounts.createAccount({
      name: accountName(name),
      balance: wholeCredits(credits, 0),
      createdAt: this.#now(),
    });
  }

  listAccounts(): Promise<readonly AccountRecord[]> {
    return this.#store.accounts.listAccounts();
  }

  /** Returns one account. @throws AccountsError `no-account`. */
  async account(id: number): Promise<AccountRecord> {
    const found = Number.isSafeInteger(id) ? await this.#store.accounts.findAccount(id) : undefined;
    if (!found) throw noAccount(id);
    return found;
  }

  /** Gives an account another name, and resolves with it. @throws AccountsError `no-account` or `bad-name`. */
  async rename(id: number, name: string): Promise<AccountRecord> {
    await this.#store.accounts.renameAccount(id, accountName(name));
    return this.account(id);
  }

  /**
   * Closes an account for good: revokes its keys, cancels its unfinished lists, and ends its sessions in the console. Calls in progress are
   * still answered and charged.
   * @throws AccountsError `no-account` or `closed-account`.
   */
  async close(id: number): Promise<void> {
    if (!(await this.#store.accounts.closeAccount(id, this.#now()))) throw await this.#missing(id);
  }

  /**
   * Has the account's webhook told when its credits fall below this number; not any more if it is absent.
   * @throws AccountsError `no-account` or `bad-credits`.
   */
  async setLowCredits(id: number, credits: number | undefined): Promise<void> {
    const lowCredits = credits === undefined ? undefined : wholeCredits(credits, 1);
    if (!(await this.#store.accounts.setLowCredits(id, lowCredits))) throw noAccount(id);
  }

  /** The days from `first` to `last`, YYYY-MM-DD and included, on which an account had answered calls, in order. */
  usageOfDays(account: number, first: string, last: string): Promise<readonly UsageDay[]> {
    return this.#store.accounts.usage(account, first, last);
  }

  /** The counts of an account that are no calls, from `first` to `last`, YYYY-MM-DD and included, by day and name. */
  counts(account: number, first: string, last: string): Promise<readonly NamedCount[]> {
    return this.#store.accounts.listCounts(account, first, last);
  }

  /** How many calls each public key of an account had on a UTC day, YYYY-MM-DD. Keys without a daily budget are not counted. */
  callsOfDay(account: number, day: string): Promise<ReadonlyMap<number, number>> {
    return this.#store.accounts.callsOfDay(account, day, ALL_NETWORKS);
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
   * @throws AccountsError `bad-credits`, `no-account` or `closed-account`.
   */
  async grantCredits(account: number, credits: number): Promise<number> {
    const balance = await this.#store.accounts.grant(account, wholeCredits(credits, 1), this.#now());
    if (balance === undefined) throw await this.#missing(account);
    return balance;
  }

  /**
   * Gives or takes credits once. The same order again changes nothing, and `isNew` is false.
   * @throws AccountsError `bad-id`, `bad-credits`, `bad-reason`, `no-account`, `closed-account`, `short-credits` or `other-change` (another order
   * had this id).
   */
  async changeCredits(account: number, order: CreditOrder): Promise<CreditOutcome> {
    const change = { ...creditOrder(order), accountId: account, at: this.#now() };
    const outcome = await this.#store.accounts.changeCredits(change);
    if (outcome === undefined) throw await this.#missing(account);
    if (outcome === 'short')
      throw new AccountsError(
        'short-credits',
        `Account ${account} has fewer than ${-change.credits} credits that no call in progress has reserved: take fewer.`,
      );
    if (outcome === 'other')
      throw new AccountsError(
        'other-change',
        `The change ${change.id} was made with other credits or another reason: give each change an id of its own.`,
      );
    return outcome;
  }

  /**
   * Makes a key.
   * @throws AccountsError `no-account`, `closed-account`, `bad-origin`, `no-origins` (a public key without any), `needless-origins` (a
   * private one with some), `bad-label`, `bad-limit` or `needless-limits`.
   */
  async createKey(order: NewKeyOptions): Promise<MadeKey> {
    const { account, kind, showsBalance = false } = order;
    const settings = keySettings(kind, order);
    const key = newKey(kind);
    const kept = await this.#store.accounts.createKey({
      ...{ accountId: account, kind, hash: keyHash(this.#secret, key), hint: keyHint(key), ...settings },
      ...{ showsBalance: kind === 'private' || showsBalance, createdAt: this.#now() },
    });
    if (!kept) throw await this.#missing(account);
    return { ...kept, key };
  }

  /**
   * Changes what is given of a valid key of an account; the rest stays.
   * @throws AccountsError `no-key`, or as {@link createKey} does.
   */
  changeKey(account: number, id: number, change: KeySettingsOrder): Promise<KeyRecord> {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    return this.#changeSettings(account, id, () => given);
  }

  /** Adds an origin to those of a public key of an account. @throws AccountsError `no-key`, `bad-origin` or `needless-origins`. */
  approveOrigin(account: number, id: number, origin: string): Promise<KeyRecord> {
    return this.#changeSettings(account, id, ({ origins }) => ({ origins: [...origins, origin] }));
  }

  /**
   * Returns the key of an account's console in plain text, and makes it if it is missing. Nobody is shown it, and it is not among the listed
   * keys.
   * @throws AccountsError `no-account` or `closed-account`.
   */
  async consoleKey(account: number): Promise<string> {
    if (!(await keepConsoleKey(this.#store.accounts, this.#secret, { account, now: this.#now })))
      throw await this.#missing(account);
    return consoleKeyOf(this.#secret, account);
  }

  /**
   * Makes a new key with the account, kind and settings of an old one. The old key stays valid until it is revoked, so
   * that its users can change to the new one; with `revokesOld` it is revoked at once.
   * @throws AccountsError `no-key` if the key does not exist, or is revoked, also in the meantime.
   */
  async rotateKey(id: number, { revokesOld = false }: { readonly revokesOld?: boolean } = {}): Promise<MadeKey> {
    const old = await this.#validKey(id);
    const { accountId: account, kind, showsBalance } = old;
    const made = await this.createKey({ account, kind, showsBalance, ...settingsOrderOf(old) });
    if (!revokesOld || (await this.revokeKey(id))) return made;
    await this.revokeKey(made.id);
    throw noKey(id);
  }

  /** Keys of one account or of all, revoked ones included, those of consoles not. */
  async listKeys(account?: number): Promise<readonly KeyRecord[]> {
    return (await this.#store.accounts.listKeys(account)).filter(({ isConsole }) => !isConsole);
  }

  /** Revokes a key permanently, at once; false if the key does not exist or was revoked before. */
  revokeKey(id: number): Promise<boolean> {
    return this.#store.accounts.revokeKey(id, this.#now());
  }

  async #validKey(id: number, account?: number): Promise<KeyRecord> {
    const key = (await this.listKeys(account)).find((each) => each.id === id);
    if (!key || key.revokedAt !== undefined) throw noKey(id);
    return key;
  }

  /** Changes a key's settings from what they are: others that change them at the same time lose nothing. */
  async #changeSettings(
    account: number,
    id: number,
    changeOf: (key: KeyRecord) => KeySettingsOrder,
  ): Promise<KeyRecord> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const key = await this.#validKey(id, account);
      const to = keySettings(key.kind, { ...settingsOrderOf(key), ...changeOf(key) });
      const changed = await this.#store.accounts.changeKey(account, id, { from: key, to });
      if (changed) return changed;
    }
    throw new StoreError('busy', `Others change key ${id} all the time: try again.`);
  }

  /** Why the store did nothing for an account. */
  async #missing(id: number): Promise<AccountsError> {
    const { closedAt } = await this.account(id);
    return closedAt === undefined ? noAccount(id) : closedAccount(id);
  }
}
