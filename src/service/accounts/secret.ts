import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../error-code.js';
import { isOnServer } from '../store/on-server.js';
import { AccountsError } from './errors.js';

const SECRET_BYTES = 32;
/** Milliseconds that another command may take to write the file that it has just made. */
const LONGEST_WRITE_MILLISECONDS = 500;
const WRITE_STEP_MILLISECONDS = 20;

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/**
 * Flushes the folder, so that the file's name survives a power cut like its content. Not every system can open a
 * folder.
 */
const flushFolder = (folder: string): void => {
  let handle: number;
  try {
    handle = openSync(folder, 'r');
  } catch {
    return;
  }
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EISDIR', 'EBADF'].includes(codeOf(error))) throw error;
  } finally {
    closeSync(handle);
  }
};

/** Creates the file, readable only by its owner, and never replaces an existing one. */
const makeSecret = (file: string): void => {
  let handle: number;
  try {
    handle = openSync(file, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  try {
    writeFileSync(handle, `${newSecret()}\n`);
    fsyncSync(handle);
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    closeSync(handle);
  }
  flushFolder(dirname(file));
};

const pause = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/**
 * The secret in a file, which is created if it is missing. Two commands may start at once: one makes it, the other
 * waits until it is written.
 */
const secretIn = (file: string): string => {
  if (!existsSync(file)) makeSecret(file);
  for (let waited = 0; waited <= LONGEST_WRITE_MILLISECONDS; waited += WRITE_STEP_MILLISECONDS) {
    const kept = readFileSync(file, 'utf8').trim();
    if (kept) return kept;
    pause(WRITE_STEP_MILLISECONDS);
  }
  throw new AccountsError(
    'empty-secret',
    `${file} is empty: restore its secret, or delete the file if there are no keys yet.`,
  );
};

/** The file with the secret of a SQLite database. */
export const secretFileOf = (database: string): string => `${database}.secret`;

/**
 * Returns the default secret that a database's keys are hashed with, from `<database>.secret`, which is created if it
 * is missing.
 * @throws AccountsError `empty-secret`, or `no-secret` if the file can be neither read nor created, or if the database
 * is on a server.
 */
export const loadDatabaseSecret = (database: string): string => {
  if (database === ':memory:') return newSecret();
  if (isOnServer(database))
    throw new AccountsError(
      'no-secret',
      'A database on a server has no file beside it: give its secret with --secret, or as EMAIL_CHECK_SECRET, to every process that uses it.',
    );
  const file = secretFileOf(database);
  try {
    return secretIn(file);
  } catch (error) {
    if (error instanceof AccountsError) throw error;
    throw new AccountsError(
      'no-secret',
      `${file} can be neither read nor made (${codeOf(error)}). Check that its folder exists, and the owner and permissions of both, or give the secret yourself.`,
    );
  }
};
