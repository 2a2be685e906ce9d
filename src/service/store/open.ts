import type { Store } from './port.js';
import { openSqliteStore } from './sqlite.js';

/** Which database, and how it is opened. */
export interface StoreOptions {
  /** Path of a SQLite file, made where it is missing; `:memory:` for one that ends with the process; or `postgres://user:password@host/name`. */
  readonly database: string;
  /** What for: only one `service` at a time may have a file, while `administration` (accounts, keys, grants) may join it. */
  readonly purpose: 'service' | 'administration';
}

/** Whether a database is a server's, which several processes share, and no file. */
export const isOnServer = (database: string): boolean => /^postgres(ql)?:\/\//i.test(database);

/**
 * Opens the database that is named.
 * @throws StoreError
 */
export const openStore = ({ database, purpose }: StoreOptions): Promise<Store> => Promise.resolve(openSqliteStore({ file: database, purpose }));
