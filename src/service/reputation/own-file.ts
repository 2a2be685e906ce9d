import { constants } from 'node:fs';
import { mkdir, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../error-code.js';
import { listLines, type ReadList } from './list-entry.js';
import { entryOf, readOwnList, type OwnListName } from './own-lists.js';

/** An operator's list that cannot be read or written. The message names the file, and says what to do; the system's refusal is the cause. */
export class OwnListError extends Error {
  override readonly name = 'OwnListError';
}

/** Enough for 250,000 domains; reading more would delay the service. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The path of a list's file in a folder. */
export const fileOf = (folder: string, list: OwnListName): string => join(folder, `${list}.txt`);

const tooLong = (file: string, size: number | string): OwnListError =>
  new OwnListError(`${file} has ${size} bytes: keep it under ${MOST_BYTES}.`);

const CHUNK_BYTES = 65_536;

/** The whole content, or a little more than `most`: not every file has a known size. */
async function readUpTo(handle: FileHandle, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const room = Buffer.alloc(CHUNK_BYTES);
  for (let size = 0; size <= most;) {
    const { bytesRead } = await handle.read(room, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) break;
    pieces.push(Buffer.from(room.subarray(0, bytesRead)));
    size += bytesRead;
  }
  return Buffer.concat(pieces);
}

/**
 * A list's text; `undefined` if the file does not exist. A pipe (`mayBePipe`) is read to its end.
 * @throws OwnListError if it is too long or cannot be read.
 */
export async function readBounded(file: string, { mayBePipe = false } = {}): Promise<string | undefined> {
  let handle: FileHandle | undefined;
  try {
    // Opening a pipe that has no writer would block.
    handle = await open(file, mayBePipe ? 'r' : constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await handle.stat();
    if (!mayBePipe && !stats.isFile())
      throw new OwnListError(
        `${file} is a folder, pipe or device, not a file: replace it with a file that has one entry on each line.`,
      );
    if (stats.size > MOST_BYTES) throw tooLong(file, stats.size);
    const bytes = await readUpTo(handle, MOST_BYTES);
    if (bytes.length > MOST_BYTES) throw tooLong(file, `over ${MOST_BYTES}`);
    return bytes.toString();
  } catch (error) {
    if (error instanceof OwnListError) throw error;
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new OwnListError(
      `${file} cannot be read (${codeOf(error)}): check that it is a file that the service may read.`,
      { cause: error },
    );
  } finally {
    await handle?.close();
  }
}

const asList = async (file: string, list: OwnListName, text: string): Promise<ReadList> => {
  const read = await readOwnList(list, text);
  if (!read) throw new OwnListError(`${file} has more than 1,000 invalid lines: write one entry on each line.`);
  return read;
};

/**
 * The entries of one list, in the order of its file; none if the file does not exist.
 * @throws OwnListError
 */
export const readOwnEntries = async (folder: string, list: OwnListName): Promise<ReadList> => {
  const file = fileOf(folder, list);
  return asList(file, list, (await readBounded(file)) ?? '');
};

interface ListChange {
  readonly folder: string;
  readonly list: OwnListName;
  /** Entries as `entryOf` gives them. */
  readonly add?: Iterable<string>;
  readonly remove?: Iterable<string>;
}

/** Number of entries that changed the file; the others were there already, or were not there. */
interface ChangeCounts {
  readonly added: number;
  readonly removed: number;
}

/**
 * Writes the new text to a temporary file, whose name keeps a second change out, and moves it over the old file, with the same owner and
 * permissions. A symbolic link stays: its target is changed.
 */
async function replace(file: string, newText: () => Promise<string>): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const fresh = `${target}.new`;
  const handle = await open(fresh, 'wx').catch((error: unknown) => {
    const why =
      codeOf(error) === 'EEXIST'
        ? 'another command is changing the list: try again. If no command is running, delete this file'
        : `check that the folder may be written to (${codeOf(error)})`;
    throw new OwnListError(`${fresh} cannot be made: ${why}.`, { cause: error });
  });
  try {
    await handle.writeFile(await newText());
    const old = await stat(target).catch(() => undefined);
    if (old) {
      // Only root may change a file's owner.
      await handle.chown(old.uid, old.gid).catch(() => undefined);
      await handle.chmod(old.mode & 0o777);
    }
    await handle.sync();
    await handle.close();
    await rename(fresh, target);
  } catch (error) {
    await handle.close();
    await rm(fresh, { force: true });
    throw error;
  }
}

/**
 * The text of a list's file after a change, and how many entries change.
 * @throws OwnListError if the new text would be too long to be read again
 */
async function changedText(
  file: string,
  list: OwnListName,
  { add, remove }: { readonly add: ReadonlySet<string>; readonly remove: ReadonlySet<string> },
): Promise<ChangeCounts & { readonly text: string }> {
  const old = (await readBounded(file)) ?? '';
  const { entries } = await asList(file, list, old);
  const fresh = [...add].filter((entry) => !entries.has(entry));
  const lines = [...listLines(old)].filter((line) => remove.size === 0 || !remove.has(entryOf(list, line) || '#'));
  while (lines.at(-1) === '') lines.pop();
  const text = [...lines, ...fresh].map((line) => `${line}\n`).join('');
  const size = Buffer.byteLength(text);
  if (size > MOST_BYTES)
    throw new OwnListError(
      `${file} would have ${size} bytes: keep it under ${MOST_BYTES}, by adding less or removing some entries first.`,
    );
  return { text, added: fresh.length, removed: [...entries].filter((entry) => remove.has(entry)).length };
}

/**
 * Changes a list's file in one step: a reader finds the old one or the new one, and comments stay. Makes folder and file if they are
 * missing and there is something to add.
 * @throws OwnListError
 */
export async function changeOwnList({ folder, list, add = [], remove = [] }: ListChange): Promise<ChangeCounts> {
  const file = fileOf(folder, list);
  const change = { add: new Set(add), remove: new Set(remove) };
  if (change.add.size > 0)
    await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw new OwnListError(
        `The folder ${folder} cannot be made (${codeOf(error)}): name another with --domains-folder.`,
        { cause: error },
      );
    });
  let changed = await changedText(file, list, change);
  // Computed again under the lock of the temporary file, if there is something to write.
  if (changed.added > 0 || changed.removed > 0)
    await replace(file, async () => (changed = await changedText(file, list, change)).text);
  return { added: changed.added, removed: changed.removed };
}

/**
 * Adds the entries of another file to a list. Invalid lines are skipped and returned.
 * @throws OwnListError
 */
export async function importOwnList({
  folder,
  list,
  from,
}: {
  readonly folder: string;
  readonly list: OwnListName;
  readonly from: string;
}): Promise<ChangeCounts & ReadList> {
  const text = await readBounded(from, { mayBePipe: true });
  if (text === undefined)
    throw new OwnListError(`The file ${from} does not exist: name one with an entry on each line.`);
  const read = await asList(from, list, text);
  return { ...(await changeOwnList({ folder, list, add: read.entries })), ...read };
}
