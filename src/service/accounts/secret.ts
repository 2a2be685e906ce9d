import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { AccountsError } from './errors.js';

const SECRET_BYTES = 32;

const readSecret = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** The secret in a file that its owner alone can read; a new one is made where there is no file. */
const secretIn = (file: string): string => {
  const kept = readSecret(file);
  if (kept !== undefined) {
    if (kept) return kept;
    throw new AccountsError('empty-secret', `${file} is empty: give its secret back, or delete the file where there are no keys yet.`);
  }
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${newSecret()}\n`, { mode: 0o600, flush: true });
  try {
    // Whole or not at all, and never over another's: two commands may start at once.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
};

/**
 * The secret that a database's keys are hashed under, where none is given: kept beside it in `<database>.secret`.
 * @throws AccountsError `empty-secret`, or `no-secret` where the file can be neither read nor made.
 */
export const secretBeside = (database: string): string => {
  if (database === ':memory:') return newSecret();
  const file = `${database}.secret`;
  try {
    return secretIn(file);
  } catch (error) {
    if (error instanceof AccountsError) throw error;
    const { code = 'an unknown fault' } = error as NodeJS.ErrnoException;
    throw new AccountsError('no-secret', `${file} can be neither read nor made (${code}). Check its folder and whose it is, or give the secret yourself.`);
  }
};
