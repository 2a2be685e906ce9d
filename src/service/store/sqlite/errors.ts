import Database from 'better-sqlite3';
import { StoreError, type StoreErrorCode } from '../errors.js';

const hasCode = (error: unknown, prefix: string): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith(prefix);

/** Whether another process is writing at this moment. */
export const isBusy = (error: unknown): boolean => hasCode(error, 'SQLITE_BUSY');

/** Whether the file is not a database. */
export const isNoDatabase = (error: unknown): boolean => hasCode(error, 'SQLITE_NOTADB');

/** An error that `isBusy` recognises, for a lock that SQLite reports in another way. */
export const busyError = (message: string): Error => new Database.SqliteError(message, 'SQLITE_BUSY');

interface Remedy {
  readonly code: StoreErrorCode;
  readonly words: (file: string) => string;
}

/** Failures to write that are temporary, or can be fixed while the service runs, by the start of SQLite's code. */
const remedies: Readonly<Record<string, Remedy>> = {
  SQLITE_BUSY: {
    code: 'busy',
    words: (file) => `Another program holds ${file}: end it, or try again when it is done.`,
  },
  SQLITE_FULL: {
    code: 'unwritable',
    words: (file) => `The disk of ${file} is full: make room on it.`,
  },
  SQLITE_READONLY: {
    code: 'unwritable',
    words: (file) =>
      `${file} cannot be written to: check the owner and permissions of it and its folder, and whether its file system is mounted read-only.`,
  },
  SQLITE_IOERR: {
    code: 'unwritable',
    words: (file) => `The disk of ${file} fails, or its quota is used up: check the system's log and the quota.`,
  },
  SQLITE_CANTOPEN: {
    code: 'unwritable',
    words: (file) =>
      `A file beside ${file} cannot be opened: check the owner and permissions of its folder, and how many files the process may have open.`,
  },
};

/** A temporary failure of SQLite as a StoreError that says what to do; any other error is left as it is. */
export const toStoreError = (error: unknown, file: string): unknown => {
  const [, remedy] = Object.entries(remedies).find(([prefix]) => hasCode(error, prefix)) ?? [];
  return remedy ? new StoreError(remedy.code, remedy.words(file), error) : error;
};

/** The driver's native module is missing, or is built for another Node. Its own message is a list of paths. */
const isDriverMissing = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof Database.SqliteError) &&
  /bindings file|NODE_MODULE_VERSION|better_sqlite3\.node/.test(error.message);

/** Why a file cannot be opened, or locked, with what to do. */
export const cannotOpenError = (what: 'opened' | 'locked', file: string, error: unknown): StoreError => {
  if (isDriverMissing(error))
    return new StoreError(
      'cannot-open',
      "SQLite's driver is not built for this Node: run `npm rebuild better-sqlite3` in the folder that this is installed in (with --global for a global installation).",
      error,
    );
  const known = hasCode(error, 'SQLITE_CANTOPEN') ? error : toStoreError(error, file);
  if (known instanceof StoreError) return new StoreError('cannot-open', known.message, error);
  const said = error instanceof Error ? error.message : String(error);
  return new StoreError(
    'cannot-open',
    `${file} cannot be ${what}: ${said}. Check that its folder exists and may be written to.`,
    error,
  );
};
