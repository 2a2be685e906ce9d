import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileOf, readOwnEntries } from './own-file.js';
import { noOwnLists, ownListNames, sayBadLines, type OwnListName, type OwnLists } from './own-lists.js';

export interface OwnFolderOptions {
  /** It may be missing: it is looked for again. */
  readonly folder: string;
  /** Told of a file that cannot be read, which keeps what it said before, and of lines that hold no entry: one sentence, once a change. */
  readonly onFault: (sentence: string) => void;
  /** Told after each reading that found a change. */
  readonly onRead?: () => void;
  /** How often the files are looked at where the system tells of no change, in milliseconds; every 5 seconds where absent. */
  readonly lookMs?: number;
}

/** An operator's own lists, kept as their files are. */
export interface OwnFolder {
  /** The lists as they were read last. */
  lists(): OwnLists;
  /** Watches no more. */
  close(): void;
}

const LOOK_MS = 5_000;
/** An editor writes in several steps; they are read together, so many milliseconds after the first. */
const SETTLE_MS = 50;

/** What tells one state of a file from another. */
const stampOf = (path: string): Promise<string> => stat(path).then(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`, () => '');

class WatchedFolder implements OwnFolder {
  readonly #options: OwnFolderOptions;
  readonly #stamps = new Map<OwnListName, string>();
  #lists = noOwnLists;
  #watcher: FSWatcher | undefined;
  /** The folder that is watched, which another one may have replaced. */
  #watched = 0;
  #settling: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;
  readonly #looking: NodeJS.Timeout;

  constructor(options: OwnFolderOptions) {
    this.#options = options;
    this.#looking = setInterval(() => void this.read(), options.lookMs ?? LOOK_MS).unref();
  }

  lists(): OwnLists {
    return this.#lists;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#looking);
    clearTimeout(this.#settling);
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
      const file = fileOf(this.#options.folder, list);
      const stamp = await stampOf(file);
      if (stamp === (this.#stamps.get(list) ?? '')) continue;
      this.#stamps.set(list, stamp);
      const entries = await this.#entriesOf(list, file);
      if (entries) changed[list] = entries;
    }
    if (this.#isClosed || Object.keys(changed).length === 0) return;
    this.#lists = { ...this.#lists, ...changed };
    this.#options.onRead?.();
  }

  async #entriesOf(list: OwnListName, file: string): Promise<ReadonlySet<string> | undefined> {
    try {
      const read = await readOwnEntries(this.#options.folder, list);
      if (read.badLines.length > 0) this.#options.onFault(sayBadLines(file, list, read));
      return read.entries;
    } catch (error) {
      this.#options.onFault((error as Error).message);
      return undefined;
    }
  }

  async #watch(): Promise<void> {
    const { folder } = this.#options;
    const ino = await stat(folder).then((found) => found.ino, () => 0);
    if (this.#isClosed || ino === this.#watched) return;
    this.#watcher?.close();
    this.#watched = ino;
    if (!ino) return;
    try {
      this.#watcher = watch(folder, { persistent: false }, () => {
        this.#settling ??= setTimeout(() => {
          this.#settling = undefined;
          void this.read();
        }, SETTLE_MS).unref();
      });
      // Whatever is wrong with it, the next look finds what has changed.
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
