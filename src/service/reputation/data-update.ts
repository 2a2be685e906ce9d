import { join } from 'node:path';
import { addVersion, DataError } from './data-folder.js';
import { reputationOf } from './load.js';
import { entryIn, hintFor, lineNumbers, listLines, readEntries } from './list-entry.js';
import { countLines, dayOf } from './list-facts.js';
import {
  DATES_FILE,
  listKinds,
  listNames,
  readKnown,
  readLists,
  sha256Of,
  type ListDates,
  type ListFile,
  type ListFiles,
  type ListName,
  type ListPlaces,
} from './list-files.js';
import { readBounded } from './own-file.js';
import { domainAndParents, hasSuffix } from './suffixes.js';

/** A list that is offered, with the place and the text of its file. */
interface NewList extends ListFile {
  readonly file: string;
  readonly raw: string;
}

type NewLists = Partial<Record<ListName, NewList>>;

/** A newer list has at least this share of the release's entries. */
const LEAST_SHARE = 0.8;
const DAY_MS = 86_400_000;
const SHOWN_DOMAINS = 10;

const isDay = (date: unknown): date is string =>
  typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));

const fileIn = (folder: string, list: ListName): string => join(folder, `${list}.txt`);

const SAMPLE = '{"disposable":{"date":"2026-11-29"}}';

/** The days that a folder tells of its lists. A hash is not needed. */
async function readDates(folder: string): Promise<ListDates> {
  const file = join(folder, DATES_FILE);
  const text = await readBounded(file);
  if (text === undefined)
    throw new DataError(`${file} does not exist: write one that has the date of each list, such as ${SAMPLE}.`);
  let dates: unknown;
  try {
    dates = JSON.parse(text);
  } catch {
    throw new DataError(`${file} is not JSON: write the date of each list, such as ${SAMPLE}.`);
  }
  if (typeof dates === 'object' && dates !== null && !Array.isArray(dates)) return dates as ListDates;
  throw new DataError(`${file} is not a JSON object: write the date of each list, such as ${SAMPLE}.`);
}

/** A list of a folder in the form in which it is kept; `undefined` if the folder has none of this name. */
async function readNewList(
  folder: string,
  list: ListName,
  dates: ListDates,
  today: string,
): Promise<NewList | undefined> {
  const file = fileIn(folder, list);
  const raw = await readBounded(file);
  const { date, made, sha256 } = dates[list] ?? {};
  if (raw === undefined) {
    if (date === undefined) return undefined;
    throw new DataError(`${file} does not exist: copy it too, or remove ${list} from ${join(folder, DATES_FILE)}.`);
  }
  if (!isDay(date))
    throw new DataError(
      `${join(folder, DATES_FILE)} has no valid date for ${list}: write the day on which it was made, such as ${SAMPLE}.`,
    );
  if (sha256 !== undefined && sha256Of(raw) !== sha256)
    throw new DataError(
      `${file} is not the file that ${join(folder, DATES_FILE)} describes: copy the whole folder again, or remove its "sha256" there if you have changed the file.`,
    );
  const read = await readEntries(listKinds[list], raw);
  if (!read || read.badLines.length > 0)
    throw new DataError(
      `${file} has invalid lines (${read ? lineNumbers(read.badLines) : 'more than 1,000'}): ${hintFor(listKinds[list], ' on each line')}, or # before a comment.`,
    );
  const text = [...read.entries].sort().map((entry) => `${entry}\n`);
  return { file, raw, text: text.join(''), date, made: isDay(made) && made < today ? made : today, source: 'update' };
}

async function readNewLists(folder: string, today: string): Promise<NewLists> {
  const dates = await readDates(folder);
  const lists: NewLists = {};
  for (const list of listNames) {
    const read = await readNewList(folder, list, dates, today);
    if (read) lists[list] = read;
  }
  if (Object.keys(lists).length > 0) return lists;
  throw new DataError(
    `${folder} has no lists: name a folder with one or more of ${listNames.map((name) => `${name}.txt`).join(', ')}.`,
  );
}

function checkDate({ file, date }: NewList, inUse: ListFile, now: Date): void {
  const latest = dayOf(new Date(now.getTime() + DAY_MS));
  if (date > latest)
    throw new DataError(`${file} has a date in the future (${date}): correct it, or this machine's clock.`);
  if (date < inUse.date)
    throw new DataError(
      `${file} is older (${date}) than the list in use (${inUse.date}): name a newer one. To return to earlier lists, use email-check data undo.`,
    );
}

function checkSize({ file, text }: NewList, release: ListFile): void {
  const entries = countLines(text);
  const before = countLines(release.text);
  const least = Math.ceil(before * LEAST_SHARE);
  if (entries < least)
    throw new DataError(
      `${file} has ${entries} entries and the list of the release ${before}: write at least ${least} (a list may become a fifth shorter). Is the file complete?`,
    );
}

/** The number of the line that has an entry. */
const lineOf = (list: ListName, raw: string, entry: string): number =>
  [...listLines(raw)].findIndex((line) => entryIn(listKinds[list], line) === entry) + 1;

const knownFault = (domains: readonly string[], where: string): DataError => {
  const more = domains.length - SHOWN_DOMAINS;
  const shown = domains.slice(0, SHOWN_DOMAINS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return new DataError(`${where} would make known domains disposable (${shown}): remove it from the list.`);
};

/** No list may make a well-known domain disposable, neither by its name nor by its mail hosts. */
function checkKnown(fresh: NewLists, files: ListFiles, known: readonly string[]): void {
  const reputation = reputationOf(files);
  const isKnown = new Set(known);
  for (const list of ['disposable', 'disposable-hosts'] as const) {
    const entries = new Set(files[list].text.split('\n'));
    const entryOf = (domain: string) => [...domainAndParents(domain)].find((suffix) => entries.has(suffix)) ?? '';
    const isWrong = (domain: string) =>
      list === 'disposable' ? reputation.isDisposable(domain) : reputation.isDisposableHost(domain, 'example.com');
    const wrong = known.filter(isWrong);
    const below = [...(list === 'disposable-hosts' ? entries : [])].find((host) =>
      hasSuffix(host, (suffix) => isKnown.has(suffix)),
    );
    const entry = wrong[0] === undefined ? below : entryOf(wrong[0]);
    if (entry === undefined) continue;
    const offered = fresh[list];
    const where = offered ? `${offered.file}, line ${lineOf(list, offered.raw, entry)}` : `The list ${list} in use`;
    const domains = wrong.length > 0 ? wrong.filter((domain) => entryOf(domain) === entry) : [entry];
    throw knownFault(domains, `${where} (${entry})`);
  }
}

/** Where newer lists come from, and where they are kept. */
export interface DataUpdate extends Pick<ListPlaces, 'releaseFolder' | 'onFault'> {
  /** The folder with the newer lists, as `npm run data` writes it. */
  readonly from: string;
  readonly dataFolder: string;
  readonly now?: Date;
}

/**
 * Takes the lists of a folder instead of those in use; the others stay. All are checked before anything is changed, and a process that is
 * killed at any moment leaves those from before, or the new ones. Gives the names of the lists that were taken.
 * @throws DataError, OwnListError
 */
export async function updateData({
  from,
  dataFolder,
  releaseFolder,
  onFault,
  now = new Date(),
}: DataUpdate): Promise<readonly ListName[]> {
  const release = readLists({ releaseFolder });
  const before = readLists({ releaseFolder, dataFolder, onFault });
  const fresh = await readNewLists(from, dayOf(now));
  for (const list of listNames) {
    const offered = fresh[list];
    if (!offered) continue;
    checkDate(offered, before[list], now);
    checkSize(offered, release[list]);
  }
  const after: ListFiles = { ...before, ...fresh };
  checkKnown(fresh, after, readKnown(releaseFolder));
  const kept = listNames.filter((list) => after[list].source === 'update');
  const dates: ListDates = Object.fromEntries(
    kept.map((list) => [list, { date: after[list].date, made: after[list].made, sha256: sha256Of(after[list].text) }]),
  );
  await addVersion(
    dataFolder,
    new Map([
      ...kept.map((list): [string, string] => [`${list}.txt`, after[list].text]),
      [DATES_FILE, `${JSON.stringify(dates, null, 2)}\n`],
    ]),
  );
  return listNames.filter((list) => fresh[list]);
}
