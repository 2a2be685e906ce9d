import { existsSync } from 'node:fs';
import { isOnServer } from '../store/on-server.js';
import { AccountsError } from './errors.js';

/** An address without the user and password in it. No pattern: a text may be made to keep one busy. */
const withoutLogin = (database: string): string => {
  const [start, end] = [database.indexOf('://'), database.lastIndexOf('@')];
  return start >= 0 && end > start ? `${database.slice(0, start)}://…${database.slice(end)}` : database;
};

/**
 * Makes sure that a database is there before it is opened: opening makes a file that is missing, and a mistyped name would look
 * like a service without accounts. A server itself reports a missing database.
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
