import { constants } from 'node:fs';
import { mkdir, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { entryOf, linesOf, readOwnList, type OwnListName, type ReadList } from './own-lists.js';

/** An operator's list that cannot be read or written. The message names the file, and says what to do; the system's refusal is the cause. */
export class OwnListError extends Error {
  override readonly name = 'OwnListError';
}

/** Room for a quarter of a million domains; more would hold up the service while they are read. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Where a folder has a list. */
export const fileOf = (folder: string, list: OwnListName): string => join(folder, `${list}.txt`);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'an unknown fault';

const tooLong = (file: string, size: number | string): OwnListError =>
  new OwnListError(`${file} has ${size} bytes: keep it under ${MOST_BYTES}.`);

const PIECE = 65_536;

/** All that there is, or a little more than is taken: not every file says how long it is. */
async function readUpTo(handle: FileHandle, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const room = Buffer.alloc(PIECE);
  for (let size = 0; size <= most;) {
    const { bytesRead } = await handle.read(room, 0, PIECE, null);
    if (bytesRead === 0) break;
    pieces.push(Buffer.from(room.subarray(0, bytesRead)));
    size += bytesRead;
  }
  return Buffer.concat(pieces);
}

/**
 * A list's text; `undefined` where there is no such file. A pipe (`mayBePipe`) is read to its end.
 * @throws OwnListError where it is too long or cannot be read.
 */
async function readBounded(file: string, { mayBePipe = false } = {}): Promise<string | undefined> {
  let handle: FileHandle | undefined;
  try {
    // A pipe to which nobody writes would be waited for.
    handle = await open(file, mayBePipe ? 'r' : constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await handle.stat();
    if (!mayBePipe && !stats.isFile())
      throw new OwnListError(
        `${file} is no file but a folder, a pipe or a device: put a file there, with an entry on each line.`,
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
  if (!read)
    throw new OwnListError(`${file} has over a thousand lines without an entry: it is no list of one entry a line.`);
  return read;
};

/** The entries of one list, in the order of its file; none where there is no file. Throws an OwnListError. */
export const readOwnEntries = async (folder: string, list: OwnListName): Promise<ReadList> => {
  const file = fileOf(folder, list);
  return asList(file, list, (await readBounded(file)) ?? '');
};

interface OwnChange {
  readonly folder: string;
  readonly list: OwnListName;
  /** Entries as `entryOf` gives them. */
  readonly add?: Iterable<string>;
  readonly remove?: Iterable<string>;
}

/** How many of the entries changed something; the others were there already, or were not there. */
interface OwnChanged {
  readonly added: number;
  readonly removed: number;
}

/**
 * Takes the file's new text under a name of its own, which keeps another change out, and puts it in the old one's place, with
 * its rights. A link stays one: what it leads to is changed.
 */
async function replace(file: string, newText: () => Promise<string>): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const fresh = `${target}.new`;
  const handle = await open(fresh, 'wx').catch((error: unknown) => {
    const why =
      codeOf(error) === 'EEXIST'
        ? 'another command is changing the list; try again, and remove this file if none is'
        : `check that the folder may be written to (${codeOf(error)})`;
    throw new OwnListError(`${fresh} cannot be made: ${why}.`, { cause: error });
  });
  try {
    await handle.writeFile(await newText());
    const old = await stat(target).catch(() => undefined);
    if (old) {
      // Only root may give a file away; everybody else has his own.
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

/** A list's file with and without entries, and what that changes. Throws an OwnListError where it could not be read again. */
async function changedText(
  file: string,
  list: OwnListName,
  { add, remove }: { readonly add: ReadonlySet<string>; readonly remove: ReadonlySet<string> },
): Promise<OwnChanged & { readonly text: string }> {
  const old = (await readBounded(file)) ?? '';
  const { entries } = await asList(file, list, old);
  const fresh = [...add].filter((entry) => !entries.has(entry));
  const lines = [...linesOf(old)].filter((line) => remove.size === 0 || !remove.has(entryOf(list, line) || '#'));
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
 * Changes a list's file in one step: a reader finds the old one or the new one, with the comments that it had. Makes folder and
 * file where they are missing and there is something to add. Throws an OwnListError.
 */
export async function changeOwnList({ folder, list, add = [], remove = [] }: OwnChange): Promise<OwnChanged> {
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
  // Once more, where there is something to write and nobody else changes it.
  if (changed.added > 0 || changed.removed > 0)
    await replace(file, async () => (changed = await changedText(file, list, change)).text);
  return { added: changed.added, removed: changed.removed };
}

/** Adds the entries of another file to a list. Its bad lines are left out and told. Throws an OwnListError. */
export async function importOwnList({
  folder,
  list,
  from,
}: {
  readonly folder: string;
  readonly list: OwnListName;
  readonly from: string;
}): Promise<OwnChanged & ReadList> {
  const text = await readBounded(from, { mayBePipe: true });
  if (text === undefined) throw new OwnListError(`There is no file ${from}: name one with an entry on each line.`);
  const read = await asList(from, list, text);
  return { ...(await changeOwnList({ folder, list, add: read.entries })), ...read };
}
