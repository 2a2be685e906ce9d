import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { currentVersion } from './data-folder.js';
import type { EntryKind } from './list-entry.js';

/** The lists of a release, and what their lines hold. A list's file is its name with `.txt`. */
export const listKinds = {
  disposable: 'domain',
  'disposable-hosts': 'domain',
  free: 'exact-domain',
  role: 'local-part',
  relay: 'domain',
  providers: 'exact-domain',
  lookalikes: 'exact-domain',
  slips: 'slip',
} as const satisfies Record<string, EntryKind>;

export type ListName = keyof typeof listKinds;

/** All lists, in the order in which they are shown. */
export const listNames = Object.keys(listKinds) as ListName[];

/** The file beside the lists that has their days. */
export const DATES_FILE = 'dates.json';

/** What `dates.json` says of a list. Days are written `YYYY-MM-DD`. */
export interface ListDate {
  /** The day on which it changed last. */
  readonly date: string;
  /** The day on which it was made: of the build of the release, or on which an update was taken. A list may be made anew without a change. */
  readonly made?: string;
  /** The hash of its file. */
  readonly sha256?: string;
}

/** The content of `dates.json`. */
export type ListDates = Readonly<Partial<Record<string, ListDate>>>;

/** A list as its file has it. */
export interface ListFile {
  /** Sorted entries, each with a line end. */
  readonly text: string;
  readonly date: string;
  /** The day on which it was made. */
  readonly made: string;
  /** `update`: from a folder that was taken with `email-check data update`. */
  readonly source: 'release' | 'update';
}

export type ListFiles = Readonly<Record<ListName, ListFile>>;

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** More than the longest list that an update may bring. */
const MOST_BYTES = 16 * 1024 * 1024;

const readBounded = (folder: string, name: string): string => {
  const file = join(folder, name);
  if (statSync(file).size > MOST_BYTES) throw new Error(`${file} is longer than ${MOST_BYTES} bytes`);
  return readFileSync(file, 'utf8').replaceAll('\r', '');
};

const readDates = (folder: string): ListDates => JSON.parse(readBounded(folder, DATES_FILE)) as ListDates;

/** The later of two days. */
const later = (one: string, other: string): string => (one > other ? one : other);

/** Throws Node's own error, which names the path, if a file cannot be read. */
const readRelease = (folder: string): ListFiles => {
  const dates = readDates(folder);
  // From source, where nothing is built, lists are as new as the one that was changed last.
  const latest = Object.values(dates).reduce((day, each) => later(day, each?.date ?? ''), '');
  const read = (name: ListName): ListFile => ({
    text: readBounded(folder, `${name}.txt`),
    date: dates[name]?.date ?? '',
    made: dates[name]?.made ?? latest,
    source: 'release',
  });
  return Object.fromEntries(listNames.map((name) => [name, read(name)])) as ListFiles;
};

/** Throws an Error if the files are not those that were written. */
export const readUpdate = (folder: string): Partial<ListFiles> => {
  const dates = readDates(folder);
  const read = (name: ListName): [ListName, ListFile][] => {
    const { date, made = date, sha256 } = dates[name] ?? {};
    if (date === undefined || made === undefined) return [];
    const text = readBounded(folder, `${name}.txt`);
    if (sha256Of(text) !== sha256) throw new Error(`${join(folder, `${name}.txt`)} has changed since it was written`);
    return [[name, { text, date, made, source: 'update' }]];
  };
  return Object.fromEntries(listNames.flatMap(read));
};

/** Well-known domains, which no list may make disposable. Throws Node's own error if the release has none. */
export const readKnown = (releaseFolder: string): readonly string[] =>
  readBounded(releaseFolder, 'known.txt').split('\n').filter(Boolean);

/** The places of the lists. */
export interface ListPlaces {
  /** The folder of the release's lists. */
  readonly releaseFolder: string;
  /** The folder of newer lists; none if absent. */
  readonly dataFolder?: string | undefined;
  /** Called with a sentence if newer lists cannot be used. Those of the release are used instead. */
  readonly onFault?: ((sentence: string) => void) | undefined;
}

const readNewer = ({ dataFolder, onFault }: ListPlaces): Partial<ListFiles> => {
  if (dataFolder === undefined) return {};
  try {
    const version = currentVersion(dataFolder);
    return version === undefined ? {} : readUpdate(join(dataFolder, version));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    onFault?.(
      `The newer lists in ${dataFolder} cannot be used (${code ?? message}): the lists of the release are used. Take them again with email-check data update, or remove them with email-check data undo.`,
    );
    return {};
  }
};

/**
 * The lists in use: those of the release, and instead of each the newer one that the operator has taken. One that is older than the release's
 * is not used any more: the release has been updated since. Throws Node's own error, which names the path, if a list of the release cannot
 * be read.
 */
export const readLists = (places: ListPlaces): ListFiles => {
  const release = readRelease(places.releaseFolder);
  const newer = readNewer(places);
  const inUse = (name: ListName): ListFile => {
    const update = newer[name];
    if (!update || update.date < release[name].date) return release[name];
    // The release was made later, and has nothing newer.
    return { ...update, made: later(update.made, release[name].made) };
  };
  return Object.fromEntries(listNames.map((name) => [name, inUse(name)])) as ListFiles;
};
