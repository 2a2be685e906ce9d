import { closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Makes the database file for its owner alone, before anything is written to it. SQLite gives the files beside it (`-wal`, `-shm`)
 * the same permissions. A file that exists is not opened here: closing it would end the locks that this process holds on it (POSIX).
 */
export const makePrivateFile = (file: string): void => {
  if (file === ':memory:' || existsSync(file)) return;
  closeSync(openSync(file, 'a', OWNER_ONLY));
};

/**
 * Returns those of the files that other users of the machine may read or write, each with its mode. Windows has no such
 * modes.
 */
export const looserFiles = (files: readonly string[]): readonly { readonly file: string; readonly mode: string }[] =>
  process.platform === 'win32'
    ? []
    : files.flatMap((file) => {
        const mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
        return mode & OTHERS ? [{ file, mode: `0${mode.toString(8)}` }] : [];
      });

/** Returns one name for a file, whatever path leads to it. The file itself may not exist yet. */
export const realName = (file: string): string => {
  try {
    return realpathSync(file);
  } catch {
    return join(realpathSync(dirname(resolve(file))), basename(file));
  }
};

/** The files that a database consists of, those that need not exist included. SQLite keeps them beside the file that a link leads to. */
export const filesOfDatabase = (file: string): readonly string[] =>
  ['', '-wal', '-shm'].map((end) => `${realName(file)}${end}`);
