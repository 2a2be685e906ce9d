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

/**
 * The secret that a database's keys are hashed under, where none is given: kept beside it in `<database>.secret`.
 * @throws as {@link secretIn} does.
 */
export const secretBeside = (database: string): string => (database === ':memory:' ? newSecret() : secretIn(`${database}.secret`));

/**
 * The secret in a file that its owner alone can read; a new one is made where there is no file.
 * @throws AccountsError `empty-secret`; Node's own error, with the path in it, where the file cannot be read or made.
 */
export const secretIn = (file: string): string => {
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
