import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../error-code.js';

/** Newer lists cannot be taken, or not be removed. The message says why, and what to do; the system's refusal is the cause. */
export class DataError extends Error {
  override readonly name = 'DataError';
}

/**
 * A folder of newer lists has a folder for each version, whose name is its number; the highest is in use. A version is made under another
 * name and renamed when it is whole, and renamed again before it is removed: whoever looks finds it whole, or not at all.
 */
const VERSION = /^[1-9]\d{0,8}$/;
/** A version that is being made or removed. */
const UNFINISHED = /^\.(?:new|old)-/;
/** Versions that are kept: the one in use, and those that `undo` returns to. */
const MOST_VERSIONS = 3;
/** No command takes as long: what is unfinished and older was left by one that was killed. */
const UNFINISHED_MS = 3_600_000;

const newestFirst = (names: readonly string[]): string[] =>
  names.filter((name) => VERSION.test(name)).sort((one, other) => Number(other) - Number(one));

/** The version in use, the name of a folder in it; `undefined` if there is none. Throws Node's own error if the folder cannot be read. */
export const currentVersion = (folder: string): string | undefined => {
  try {
    return newestFirst(readdirSync(folder))[0];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** A name that no other command takes. */
const unfinished = (folder: string, kind: 'new' | 'old'): string => join(folder, `.${kind}-${randomUUID()}`);

/** Has the system write to the disk what it holds of a file or a folder. Windows cannot do that with folders. */
const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};

const writeWhole = async (path: string, text: string): Promise<void> => {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const remove = async (folder: string, version: string): Promise<void> => {
  const old = unfinished(folder, 'old');
  await rename(join(folder, version), old);
  await sync(folder);
  await rm(old, { recursive: true });
};

/** Removes the oldest versions, and what commands that were killed have left. */
const tidy = async (folder: string): Promise<void> => {
  const names = await readdir(folder);
  for (const version of newestFirst(names).slice(MOST_VERSIONS)) await remove(folder, version);
  for (const name of names.filter((each) => UNFINISHED.test(each))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > UNFINISHED_MS) await rm(path, { recursive: true, force: true });
  }
};

/**
 * Adds a version and puts it into use, in one step.
 * @throws DataError
 */
export async function addVersion(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const fresh = unfinished(folder, 'new');
  try {
    await mkdir(fresh, { recursive: true });
    for (const [name, text] of files) await writeWhole(join(fresh, name), text);
    await sync(fresh);
    const next = Number(currentVersion(folder) ?? 0) + 1;
    // The system refuses if another command has taken the number.
    await rename(fresh, join(folder, String(next)));
    await sync(folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => undefined);
    const code = codeOf(error);
    throw new DataError(
      code === 'ENOTEMPTY' || code === 'EEXIST'
        ? `Another command has just changed ${folder}: try again.`
        : `The lists cannot be written to ${folder} (${code}): check that the folder may be written to and that the disk has room, or name another with --data-folder.`,
      { cause: error },
    );
  }
  // What is left over harms no one, and is removed by the next command.
  await tidy(folder).catch(() => undefined);
}

/**
 * Removes the version in use, so that the one before it is in use again; without one, the lists of the release. Gives false if there is none.
 * @throws DataError
 */
export async function removeNewest(folder: string): Promise<boolean> {
  try {
    const version = currentVersion(folder);
    if (version === undefined) return false;
    await remove(folder, version);
    return true;
  } catch (error) {
    throw new DataError(
      `The newer lists in ${folder} cannot be removed (${codeOf(error)}): check that the folder may be written to, and try again.`,
      { cause: error },
    );
  }
}
