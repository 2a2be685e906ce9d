import Database from 'better-sqlite3';
import { StoreError } from '../errors.js';
import type { RetryPolicy } from '../retry-policy.js';
import { cannotOpenError, isBusy, isNoDatabase } from './errors.js';
import { makePrivateFile, realName } from './files.js';
import { migrations } from './schema.js';

/** Milliseconds that a write waits for a write of another process, such as an admin command, which is short. */
export const BUSY_MILLISECONDS = 5_000;

/** Waits for another process's lock without blocking the event loop. */
export const busyRetries: RetryPolicy = { isTemporary: isBusy, milliseconds: BUSY_MILLISECONDS };

const migrate = (database: Database.Database, file: string): void => {
  const versionOf = () => database.pragma('user_version', { simple: true }) as number;
  const takeSteps = database.transaction(() => {
    // Read again inside the transaction: another process may have applied the steps while this one waited.
    for (let version = versionOf(); version < migrations.length; version++) database.exec(migrations[version] ?? '');
    database.pragma(`user_version = ${migrations.length}`);
  });
  if (versionOf() > migrations.length)
    throw new StoreError(
      'newer-schema',
      `${file} was written by a newer release. Update this one, or name another database.`,
    );
  if (versionOf() === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get())
    throw new StoreError(
      'foreign-file',
      `${file} is a database of something else. Name a file of its own for the service.`,
    );
  if (versionOf() < migrations.length) takeSteps.immediate();
};

/**
 * Opens the database file, makes it if it is missing and brings its schema up to date.
 * @throws StoreError `cannot-open`, `foreign-file` or `newer-schema`.
 */
export const openDatabase = (file: string): Database.Database => {
  let database: Database.Database | undefined;
  try {
    makePrivateFile(file);
    database = new Database(file, { timeout: BUSY_MILLISECONDS });
    // Every connection overwrites the data that it deletes.
    database.pragma('secure_delete = ON');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    migrate(database, file);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StoreError) throw error;
    if (isNoDatabase(error))
      throw new StoreError('foreign-file', `${file} is not a database: name another file.`, error);
    throw cannotOpenError('opened', file, error);
  }
};

/**
 * Sets how long the driver itself waits for a lock, in milliseconds. The wait blocks the event loop: a service sets it
 * to 0 while it has callers.
 */
export const setBusyTimeout = (database: Database.Database, milliseconds: number): void =>
  void database.pragma(`busy_timeout = ${milliseconds}`);

/**
 * Locks the file for one service, in `<file>.lock`. Reservations of calls are in one process's memory, and a second
 * service would reserve the same credits again. The operating system holds the lock, so it always ends with the
 * process. Admin commands do not take it and may write while a service runs.
 * @returns a function that releases the lock
 * @throws StoreError `in-use`.
 */
export const lockForService = (file: string): (() => void) => {
  if (file === ':memory:') return () => undefined;
  let lock: Database.Database | undefined;
  try {
    const beside = `${realName(file)}.lock`;
    makePrivateFile(beside);
    lock = new Database(beside, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (!isBusy(error)) throw cannotOpenError('locked', file, error);
    throw new StoreError(
      'in-use',
      `${file} is in use by another service. Stop that one, or name another database.`,
      error,
    );
  }
  const held = lock;
  return () => void held.close();
};
