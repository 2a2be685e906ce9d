import { GuardedStore } from '../guarded-store.js';
import type { Store } from '../interfaces/store.js';
import { prepareAccounts } from './accounts.js';
import { prepareConsole } from './console.js';
import { OpenCalls, type CallsOptions } from './open-calls.js';
import { PostgresDatabase } from './database.js';
import { prepareKeys } from './keys.js';
import { prepareLists } from './lists.js';
import { migrate } from './migrate.js';
import { prepareMaintenance } from './maintenance.js';
import { prepareManners } from './manners.js';
import { prepareProfiles } from './profiles.js';
import { prepareUsage } from './usage.js';
import { prepareWebhooks } from './webhooks.js';

/** Options of opening a database. */
export interface PostgresOptions extends CallsOptions {
  /** `postgres://user:password@host:port/name`. */
  readonly url: string;
  /**
   * Purpose of opening: a `service` answers calls, `administration` (accounts, keys, grants) does not. Any number of
   * either may share a database.
   */
  readonly purpose: 'service' | 'administration';
}

const storeIn = (database: PostgresDatabase, calls: OpenCalls): Store =>
  new GuardedStore({
    accounts: {
      ...prepareAccounts(database),
      ...prepareKeys(database),
      ...prepareUsage(database),
      findKey: (hash) => calls.findKey(hash),
      admit: (hash, terms) => calls.admit(hash, terms),
      settle: (ticket, charge) => calls.settle(ticket, charge),
      split: (ticket, credits) => calls.split(ticket, credits),
      release: (ticket) => calls.release(ticket),
    },
    profiles: prepareProfiles(database),
    lists: prepareLists(database),
    maintenance: prepareMaintenance(database),
    manners: prepareManners(database),
    console: prepareConsole(database),
    webhooks: prepareWebhooks(database),
    async close() {
      await calls.close();
      await database.close();
    },
  });

/**
 * Opens a PostgreSQL database as a {@link Store}, for any number of processes. Its tables are in the schema `email_check`, made if
 * it is missing.
 * @throws StoreError `cannot-open`, `foreign-file` or `newer-schema`.
 */
export const openPostgresStore = async (options: PostgresOptions): Promise<Store> => {
  const database = new PostgresDatabase(options.url);
  try {
    await migrate(database);
    const calls = new OpenCalls(database, options);
    if (options.purpose === 'service') await calls.start();
    return storeIn(database, calls);
  } catch (error) {
    await database.close();
    throw error;
  }
};
