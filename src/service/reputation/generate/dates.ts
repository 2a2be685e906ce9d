import { dayOf } from '../list-facts.js';
import { sha256Of, type ListDates } from '../list-files.js';

/**
 * The text of `dates.json`: for each list the day on which it changed last, and its hash. A list whose hash is that of `before`, the text as it
 * was, keeps its day: the same lists give the same text.
 */
export function makeDates(
  lists: ReadonlyMap<string, string>,
  before: string | undefined,
  now: Date = new Date(),
): string {
  const old = (before === undefined ? {} : JSON.parse(before)) as ListDates;
  const dates = [...lists].map(([name, text]) => {
    const sha256 = sha256Of(text);
    return [name, { date: old[name]?.sha256 === sha256 ? old[name].date : dayOf(now), sha256 }];
  });
  return `${JSON.stringify(Object.fromEntries(dates), null, 2)}\n`;
}
