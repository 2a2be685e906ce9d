import { Accounts, Contacts, keyedHash, type Clock } from './accounts/index.js';
import { Lists } from './bulk/lists.js';
import { openStore, type Store } from './store/index.js';

/** What a database is opened with. */
export interface AdministrationOptions {
  /** Path of a SQLite file, made if it is missing; `:memory:` for one that ends with the process; or `postgres://user:password@host/name`. */
  readonly database: string;
  /** What keys and networks are hashed under. Without it no key in the database can be recognised. */
  readonly secret: string;
  /** Milliseconds since 1970, UTC; `Date.now` if absent. */
  readonly now?: Clock;
}

/** The lists of a store; `onAdded` is told when one is uploaded. */
export const listsOf = (
  { lists, maintenance }: Pick<Store, 'lists' | 'maintenance'>,
  secret: string,
  now: Clock,
  onAdded?: () => void,
): Lists =>
  new Lists({ store: lists, maintenance, tagOf: (text) => keyedHash(secret, 'list-file', text), now, onAdded });

/** Administration without a service. It may join a database that a service is using. */
export interface Administration {
  readonly accounts: Accounts;
  readonly contacts: Contacts;
  readonly lists: Lists;
  close(): Promise<void>;
}

/**
 * Opens a database for administration alone.
 * @throws StoreError and AccountsError as `createService` does, but for `in-use`.
 */
export const openAccounts = async (options: AdministrationOptions): Promise<Administration> => {
  const { database, secret, now = Date.now } = options;
  const store = await openStore({ database, purpose: 'administration' });
  try {
    const accounts = new Accounts(store, secret, now);
    await accounts.checkSecret();
    return {
      accounts,
      contacts: new Contacts(store, secret, now),
      lists: listsOf(store, secret, now),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
};
