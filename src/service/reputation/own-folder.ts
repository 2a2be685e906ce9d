import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileOf, readOwnEntries } from './own-file.js';
import { dayOf, type OwnListDates } from './list-facts.js';
import { noOwnLists, ownListNames, badLinesSentence, type OwnListName, type OwnLists } from './own-lists.js';

export interface OwnFolderOptions {
  /** Folder of the lists. It may be missing: the service keeps looking for it. */
  readonly folder: string;
  /** Called with one sentence for a file that cannot be read, whose earlier entries stay, and for invalid lines: once for each change. */
  readonly onFault: (sentence: string) => void;
  /** Called after each reading that found a change. */
  readonly onRead?: () => void;
  /** Milliseconds between two checks of the files if the system reports no change; 5,000 if absent. */
  readonly pollMs?: number;
}

/** An operator's own lists, kept as their files are. */
export interface OwnFolder {
  /** The lists as they were last read. */
  lists(): OwnLists;
  /** The days on which their files changed last. */
  dates(): OwnListDates;
  /** Stops watching. */
  close(): void;
}

const POLL_MS = 5_000;
/** An editor writes in several steps: they are read together, this many milliseconds after the first. */
const SETTLE_MS = 50;

/** What is known of a file before it is read. */
interface FileState {
  /** A text that changes with the file, its permissions, or the reason why it cannot be read; '' if the file does not exist. */
  readonly stamp: string;
  /** The day on which it changed last; '' if it is not known. */
  readonly date: string;
}

const fileStateOf = (path: string): Promise<FileState> =>
  stat(path).then(
    ({ mtime, mtimeMs, ctimeMs, size, ino }) => ({
      stamp: `${mtimeMs} ${ctimeMs} ${size} ${ino}`,
      date: dayOf(mtime),
    }),
    ({ code }: NodeJS.ErrnoException) => ({ stamp: code === undefined || code === 'ENOENT' ? '' : code, date: '' }),
  );

class WatchedFolder implements OwnFolder {
  readonly #options: OwnFolderOptions;
  readonly #fileStates = new Map<OwnListName, string>();
  /** The last reported fault of each list, with the state of its file. */
  readonly #reported = new Map<OwnListName, string>();
  #lists = noOwnLists;
  readonly #dates: Partial<Record<OwnListName, string>> = {};
  #watcher: FSWatcher | undefined;
  /** Inode of the watched folder: another folder may take its place. */
  #watched = 0;
  #settleTimer: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;
  readonly #pollTimer: NodeJS.Timeout;

  constructor(options: OwnFolderOptions) {
    this.#options = options;
    this.#pollTimer = setInterval(() => void this.read(), options.pollMs ?? POLL_MS).unref();
  }

  lists(): OwnLists {
    return this.#lists;
  }

  dates(): OwnListDates {
    return this.#dates;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#pollTimer);
    clearTimeout(this.#settleTimer);
    this.#watcher?.close();
  }

  /** Reads what has changed, one reading after the other. */
  read(): Promise<void> {
    return (this.#reading = this.#reading.then(() => this.#readChanged()));
  }

  async #readChanged(): Promise<void> {
    await this.#watch();
    const changed: Partial<Record<OwnListName, ReadonlySet<string>>> = {};
    for (const list of ownListNames) {
      const { stamp, date } = await fileStateOf(fileOf(this.#options.folder, list));
      if (stamp === (this.#fileStates.get(list) ?? '')) continue;
      const entries = await this.#entriesOf(list, stamp);
      if (!entries) continue;
      changed[list] = entries;
      this.#dates[list] = date;
    }
    if (this.#isClosed || Object.keys(changed).length === 0) return;
    this.#lists = { ...this.#lists, ...changed };
    this.#report(() => this.#options.onRead?.());
  }

  async #entriesOf(list: OwnListName, stamp: string): Promise<ReadonlySet<string> | undefined> {
    const { folder, onFault } = this.#options;
    try {
      const read = await readOwnEntries(folder, list);
      this.#fileStates.set(list, stamp);
      this.#reported.delete(list);
      if (read.badLines.length > 0) this.#report(() => onFault(badLinesSentence(fileOf(folder, list), list, read)));
      return read.entries;
    } catch (error) {
      const { message, cause } = error as Error;
      // The system may allow the next attempt; a fault of the content stays until the file changes.
      if (cause === undefined) this.#fileStates.set(list, stamp);
      if (this.#reported.get(list) !== `${stamp} ${message}`) this.#report(() => onFault(message));
      this.#reported.set(list, `${stamp} ${message}`);
      return undefined;
    }
  }

  /** A callback that throws must not end the watching. */
  #report(tell: () => void): void {
    try {
      tell();
    } catch {
      // The callback's owner has to handle it.
    }
  }

  async #watch(): Promise<void> {
    const { folder } = this.#options;
    const ino = await stat(folder).then(
      (found) => found.ino,
      () => 0,
    );
    if (this.#isClosed || ino === this.#watched) return;
    this.#watcher?.close();
    this.#watched = ino;
    if (!ino) return;
    try {
      this.#watcher = watch(folder, { persistent: false }, () => {
        this.#settleTimer ??= setTimeout(() => {
          this.#settleTimer = undefined;
          void this.read();
        }, SETTLE_MS).unref();
      });
      // The next regular check finds what has changed.
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      this.#watcher = undefined;
    }
  }
}

/** Reads an operator's lists and keeps watching their folder until it is closed. Never rejects. */
export async function openOwnFolder(options: OwnFolderOptions): Promise<OwnFolder> {
  const folder = new WatchedFolder(options);
  await folder.read();
  return folder;
}
