export * from './errors.js';
export { isOnServer } from './on-server.js';
export { openStore, type StoreOptions } from './open.js';
export type * from './interfaces/accounts.js';
export type * from './interfaces/lists.js';
export type * from './interfaces/maintenance.js';
export type * from './interfaces/profiles.js';
export type * from './interfaces/store.js';
export { openSqliteStore, type SqliteOptions } from './sqlite/store.js';
