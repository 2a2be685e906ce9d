import { Accounts, Contacts, keyedHash, type Clock } from '../accounts/index.js';
import { Lists } from '../bulk/index.js';
import { ConsoleLinks } from '../console/index.js';
import { openStore, type Store } from '../store/index.js';
import { Webhooks } from '../webhook/index.js';

/** Options of opening a database. */
export interface AdministrationOptions {
  /** Path of a SQLite file, made if it is missing; `:memory:` for one that ends with the process; or `postgres://user:password@host/name`. */
  readonly database: string;
  /** Secret for the hashes of keys and networks. With another secret no key in the database can be recognised. */
  readonly secret: string;
  /** Milliseconds since 1970, UTC; `Date.now` if absent. */
  readonly now?: Clock;
  /** Hosts of the operator's own network to which webhooks may be sent, by http too; none if absent. */
  readonly webhookHosts?: readonly string[] | undefined;
}

/** Parts for the administration of a database. */
export interface AdministrationParts {
  readonly accounts: Accounts;
  readonly contacts: Contacts;
  readonly lists: Lists;
  readonly webhooks: Webhooks;
  /** One-time links to the account console. */
  readonly links: ConsoleLinks;
}

/** What is told of changes. */
export interface AdministrationObservers {
  /** Called when a list was added. */
  readonly onListAdded?: (() => void) | undefined;
  /** Called when an event of a webhook waits to be sent. */
  readonly onEvent?: (() => void) | undefined;
}

/** Administration without a service. It may open a database that a service is using. */
export interface Administration extends AdministrationParts {
  close(): Promise<void>;
}

/**
 * Administration over a store.
 * @throws AccountsError `other-secret` if the store's keys were made under another secret.
 */
export const administrationOf = async (
  store: Store,
  { secret, now = Date.now, webhookHosts }: Omit<AdministrationOptions, 'database'>,
  { onListAdded, onEvent }: AdministrationObservers = {},
): Promise<AdministrationParts> => {
  const accounts = new Accounts(store, secret, now);
  await accounts.checkSecret();
  return {
    accounts,
    contacts: new Contacts(store, secret, now),
    links: new ConsoleLinks({
      store: store.console,
      accounts,
      hashOf: (purpose, token) => keyedHash(secret, purpose, token),
      now,
    }),
    lists: new Lists({
      store: store.lists,
      maintenance: store.maintenance,
      tagOf: (text) => keyedHash(secret, 'list-file', text),
      now,
      onAdded: onListAdded,
    }),
    webhooks: new Webhooks({ store: store.webhooks, secret, now, internalHosts: webhookHosts, onEvent }),
  };
};

/**
 * Opens a database only for administration.
 * @throws StoreError and AccountsError as `createService` does, but for `in-use`.
 */
export const openAccounts = async (options: AdministrationOptions): Promise<Administration> => {
  const store = await openStore({ database: options.database, purpose: 'administration' });
  try {
    return { ...(await administrationOf(store, options)), close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
};
