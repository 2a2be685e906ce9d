import { GuardedStore } from '../guarded-store.js';
import type { Store } from '../interfaces/store.js';
import { prepareAccounts } from './accounts.js';
import { prepareCalls, type CallsOptions } from './calls.js';
import { Claims } from './claims.js';
import { prepareConsole } from './console.js';
import { toStoreError } from './errors.js';
import { prepareKeys } from './keys.js';
import { prepareLists } from './lists.js';
import { prepareMaintenance } from './maintenance.js';
import { prepareManners } from './manners.js';
import { BUSY_MILLISECONDS, busyRetries, lockForService, openDatabase, setBusyTimeout } from './open.js';
import { prepareProfiles } from './profiles.js';
import { prepareUsage } from './usage.js';
import { prepareWebhooks } from './webhooks.js';

/** Options of opening a file. */
export interface SqliteOptions extends CallsOptions {
  /**
   * Purpose of opening: only one `service` at a time may have a file, while `administration` (accounts, keys, grants)
   * may join it.
   */
  readonly purpose: 'service' | 'administration';
}

/**
 * Opens a SQLite file as a {@link Store}, for one service process.
 * @throws StoreError `in-use` while another service has the file, `foreign-file`, `newer-schema` or `cannot-open`.
 */
export const openSqliteStore = (options: SqliteOptions): Store => {
  const { file, purpose } = options;
  const unlock = purpose === 'service' ? lockForService(file) : () => undefined;
  try {
    const database = openDatabase(file);
    if (purpose === 'service') setBusyTimeout(database, 0);
    const claims = new Claims();
    const { flush, ...calls } = prepareCalls(database, claims, options);
    const close = () => {
      setBusyTimeout(database, BUSY_MILLISECONDS);
      flush();
      database.close();
      unlock();
      return Promise.resolve();
    };
    return new GuardedStore(
      {
        accounts: {
          ...prepareAccounts(database, claims),
          ...prepareKeys(database),
          ...prepareUsage(database),
          ...calls,
        },
        profiles: prepareProfiles(database),
        lists: prepareLists(database, claims),
        maintenance: prepareMaintenance(database),
        manners: prepareManners(database),
        console: prepareConsole(database),
        webhooks: prepareWebhooks(database),
        close,
      },
      { translate: (error) => toStoreError(error, file), retries: busyRetries },
    );
  } catch (error) {
    unlock();
    throw error;
  }
};
