import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { entryOf, readOwnList, type OwnListName, type ReadList } from './own-lists.js';

/** An operator's list that cannot be read or written. The message names the file, and says what to do. */
export class OwnListError extends Error {
  override readonly name = 'OwnListError';
}

/** Room for a quarter of a million domains; more would hold up the service while they are read. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Where a folder has a list. */
export const fileOf = (folder: string, list: OwnListName): string => join(folder, `${list}.txt`);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'an unknown fault';

/**
 * A list's text; `undefined` where there is no such file.
 * @throws OwnListError where it is too long or cannot be read.
 */
async function readBounded(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw new OwnListError(`${file} has ${size} bytes: keep it under ${MOST_BYTES}.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof OwnListError) throw error;
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new OwnListError(`${file} cannot be read (${codeOf(error)}): check that it is a file that the service may read.`, { cause: error });
  }
}

const asList = (file: string, list: OwnListName, text: string): ReadList => {
  const read = readOwnList(list, text);
  if (!read) throw new OwnListError(`${file} has over a thousand lines without an entry: it is no list of one entry a line.`);
  return read;
};

/** The entries of one list, in the order of its file; none where there is no file. Throws an OwnListError. */
export const readOwnEntries = async (folder: string, list: OwnListName): Promise<ReadList> => {
  const file = fileOf(folder, list);
  return asList(file, list, (await readBounded(file)) ?? '');
};

export interface OwnChange {
  readonly folder: string;
  readonly list: OwnListName;
  /** Entries as `entryOf` gives them. */
  readonly add?: Iterable<string>;
  readonly remove?: Iterable<string>;
}

/** How many of the entries changed something; the others were there already, or were not there. */
export interface OwnChanged {
  readonly added: number;
  readonly removed: number;
}

/** Takes the file's new text under a name of its own, which keeps another change out, and puts it in the old one's place. */
async function replace(file: string, change: (text: string) => string): Promise<void> {
  const fresh = `${file}.new`;
  const handle = await open(fresh, 'wx').catch((error: unknown) => {
    const why = codeOf(error) === 'EEXIST' ? 'another command is changing the list; try again, and remove this file if none is' : `check that the folder may be written to (${codeOf(error)})`;
    throw new OwnListError(`${fresh} cannot be made: ${why}.`, { cause: error });
  });
  try {
    await handle.writeFile(change((await readBounded(file)) ?? ''));
    await handle.sync();
    await handle.close();
    await rename(fresh, file);
  } catch (error) {
    await handle.close();
    await rm(fresh, { force: true });
    throw error;
  }
}

/**
 * Changes a list's file in one step: a reader finds the old one or the new one, with the comments that it had. Makes folder and
 * file where they are missing. Throws an OwnListError.
 */
export async function changeOwnList({ folder, list, add = [], remove = [] }: OwnChange): Promise<OwnChanged> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new OwnListError(`The folder ${folder} cannot be made (${codeOf(error)}): name another with --domains-folder.`, { cause: error });
  });
  const gone = new Set(remove);
  let changed: OwnChanged = { added: 0, removed: 0 };
  await replace(fileOf(folder, list), (text) => {
    const { entries } = asList(fileOf(folder, list), list, text);
    const fresh = [...new Set(add)].filter((entry) => !entries.has(entry));
    const lines = text.split(/\r\n|\n|\r/).filter((line) => !gone.has(entryOf(list, line) || '#'));
    while (lines.at(-1) === '') lines.pop();
    changed = { added: fresh.length, removed: [...entries].filter((entry) => gone.has(entry)).length };
    return [...lines, ...fresh].map((line) => `${line}\n`).join('');
  });
  return changed;
}

/** Adds the entries of another file to a list. Its bad lines are left out and told. Throws an OwnListError. */
export async function importOwnList({ folder, list, from }: { readonly folder: string; readonly list: OwnListName; readonly from: string }): Promise<OwnChanged & ReadList> {
  const text = await readBounded(from);
  if (text === undefined) throw new OwnListError(`There is no file ${from}: name one with an entry on each line.`);
  const read = asList(from, list, text);
  return { ...(await changeOwnList({ folder, list, add: read.entries })), ...read };
}
