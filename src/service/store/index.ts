export * from './errors.js';
export { openStore, type StoreOptions } from './open.js';
export type * from './port-contacts.js';
export type * from './port-lists.js';
export type * from './port-logos.js';
export type * from './port.js';
export { openSqliteStore, type SqliteOptions } from './sqlite/store.js';
