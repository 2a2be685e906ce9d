import { isOnServer } from './on-server.js';
import type { Store } from './interfaces/store.js';
import { openSqliteStore } from './sqlite/store.js';

/** The database, and options of opening it. */
export interface StoreOptions {
  /** Path of a SQLite file, made if it is missing; `:memory:` for one that ends with the process; or `postgres://user:password@host/name`. */
  readonly database: string;
  /**
   * Purpose of opening: only one `service` at a time may have a file; `administration` (accounts, keys, grants) may use
   * the file beside one.
   */
  readonly purpose: 'service' | 'administration';
  /** Called with each batch of charges that became durable: how many, and in how many seconds. Must not throw. */
  readonly onBatch?: ((size: number, seconds: number) => void) | undefined;
}

/**
 * Opens the database that is named.
 * @throws StoreError
 */
export const openStore = async ({ database, purpose, onBatch }: StoreOptions): Promise<Store> => {
  if (!isOnServer(database)) return openSqliteStore({ file: database, purpose, onBatch });
  // With a file, the driver for servers is never loaded.
  const { openPostgresStore } = await import('./postgres/store.js');
  return openPostgresStore({ url: database, purpose, onBatch });
};
