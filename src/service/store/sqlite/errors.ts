import Database from 'better-sqlite3';
import { StoreError, type StoreErrorCode } from '../errors.js';

const hasCode = (error: unknown, prefix: string): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith(prefix);

/** Whether another process is writing at this moment. */
export const isBusy = (error: unknown): boolean => hasCode(error, 'SQLITE_BUSY');

/** Whether the file is no database. */
export const isNoDatabase = (error: unknown): boolean => hasCode(error, 'SQLITE_NOTADB');

/** What `isBusy` knows, for what SQLite tells in another way. */
export const busyError = (message: string): Error => new Database.SqliteError(message, 'SQLITE_BUSY');

interface Mend {
  readonly code: StoreErrorCode;
  readonly words: (file: string) => string;
}

/** What stands in the way of a write and passes, or can be mended while the service runs, by the beginning of SQLite's code. */
const mends: Readonly<Record<string, Mend>> = {
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
      `${file} may not be written to: check whose it is and its folder, and whether its file system is mounted read-only.`,
  },
  SQLITE_IOERR: {
    code: 'unwritable',
    words: (file) => `The disk of ${file} fails, or takes no more: look into the system's log, and at its quota.`,
  },
  SQLITE_CANTOPEN: {
    code: 'unwritable',
    words: (file) =>
      `A file beside ${file} cannot be opened: check whose its folder is, and how many files the process may have open.`,
  },
};

/** What a fault of SQLite's means for callers and for whoever runs the service, as a StoreError; any other is left as it is. */
export const translated = (error: unknown, file: string): unknown => {
  const [, mend] = Object.entries(mends).find(([prefix]) => hasCode(error, prefix)) ?? [];
  return mend ? new StoreError(mend.code, mend.words(file), error) : error;
};

/** The driver is there without what it runs, or with one of another Node. Its own words are a list of paths. */
const isDriverMissing = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof Database.SqliteError) &&
  /bindings file|NODE_MODULE_VERSION|better_sqlite3\.node/.test(error.message);

/** Why a file cannot be opened, or locked, with what to do. */
export const cannot = (what: 'opened' | 'locked', file: string, error: unknown): StoreError => {
  if (isDriverMissing(error))
    return new StoreError(
      'cannot-open',
      "SQLite's driver is not built for this Node: run `npm rebuild better-sqlite3` in the folder that this is installed in (with --global for a global installation).",
      error,
    );
  const known = hasCode(error, 'SQLITE_CANTOPEN') ? error : translated(error, file);
  if (known instanceof StoreError) return new StoreError('cannot-open', known.message, error);
  const said = error instanceof Error ? error.message : String(error);
  return new StoreError(
    'cannot-open',
    `${file} cannot be ${what}: ${said}. Check that its folder exists and may be written to.`,
    error,
  );
};
