import { existsSync } from 'node:fs';
import { isOnServer } from '../store/on-server.js';
import { AccountsError } from './errors.js';

/**
 * A database URL without its user and password. It uses no regular expression, since a crafted text could make one
 * slow.
 */
const withoutLogin = (database: string): string => {
  const [start, end] = [database.indexOf('://'), database.lastIndexOf('@')];
  return start >= 0 && end > start ? `${database.slice(0, start)}://…${database.slice(end)}` : database;
};

/**
 * Makes sure that a database exists before it is opened: opening would create a missing file, and a mistyped name would
 * look like a service without accounts. A server itself reports a missing database.
 * @throws AccountsError `no-database`.
 */
export const checkDatabase = (database: string): void => {
  if (database === ':memory:' || isOnServer(database) || existsSync(database)) return;
  // The password of a URL that no driver here supports is not repeated either.
  throw new AccountsError(
    'no-database',
    `There is no database at ${withoutLogin(database)}: name another with --database, or make this one with email-check accounts add.`,
  );
};
