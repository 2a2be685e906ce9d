import { listNames, type ListFile, type ListFiles, type ListName } from './list-files.js';
import { ownListNames, type OwnListName, type OwnLists } from './own-lists.js';

/** What an operator should know of a list that is in use. */
export interface ListFacts {
  readonly name: ListName | OwnListName;
  /** The day on which it changed last, `YYYY-MM-DD` in UTC; `''` if it is not known. */
  readonly date: string;
  /** The day on which it was made; absent for the operator's own. */
  readonly made?: string;
  readonly entries: number;
  /** `own`: the operator's own list, beside the one that everybody has. */
  readonly source: ListFile['source'] | 'own';
}

/** The days on which an operator's lists changed last. */
export type OwnListDates = Readonly<Partial<Record<OwnListName, string>>>;

/** The day of a moment, in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The number of a text's lines, each of which has a line end. */
export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The lists that everybody has, as they are in use. */
export const factsOf = (files: ListFiles): readonly ListFacts[] =>
  listNames.map((name) => {
    const { text, date, made, source } = files[name];
    return { name, date, made, entries: countLines(text), source };
  });

/** The operator's own lists that have entries. */
export const ownFactsOf = (own: OwnLists, dates: OwnListDates): readonly ListFacts[] =>
  ownListNames
    .filter((name) => own[name].size > 0)
    .map((name) => ({ name, date: dates[name] ?? '', entries: own[name].size, source: 'own' }));
