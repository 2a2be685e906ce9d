export * from './errors.js';
export { openStore, type StoreOptions } from './open.js';
export type * from './port/accounts.js';
export type * from './port/lists.js';
export type * from './port/maintenance.js';
export type * from './port/profiles.js';
export type * from './port/store.js';
export { openSqliteStore, type SqliteOptions } from './sqlite/store.js';
