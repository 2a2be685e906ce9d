export * from './errors.js';
export type * from './port.js';
export { openSqliteStore, type SqliteOptions } from './sqlite.js';
