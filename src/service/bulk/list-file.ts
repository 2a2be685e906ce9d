import { LRUCache } from 'lru-cache';
import type { KeptResults, ListStore } from '../store/index.js';
import { keptLines } from './list-intake.js';
import { RESULT_FIELDS } from './list-result.js';
import { csvCell } from './result-lines.js';

/** Results that are held while a file is written: lines repeat addresses from anywhere before them. */
const HELD_PARTS = 20;
const LINES_AT_ONCE = 500;

const rowOf = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The cells of a kept result behind its address; empty where there is none, as in a list that did not come to its end. */
const cellsOf = (kept: KeptResults | undefined, address: number): readonly string[] => {
  const result = kept?.results[address - kept.first];
  return result === undefined ? RESULT_FIELDS.map(() => '') : (JSON.parse(result) as string[]).slice(1);
};

/**
 * A list's results as CSV (RFC 4180) in the order of its lines, each as often as it stood there, with a line of names before. A cell
 * that a spreadsheet would run as a formula gets an apostrophe before it. Of one list that has ended it is always the same text.
 */
export async function* resultFile(store: ListStore, id: string): AsyncGenerator<string, void, undefined> {
  const held = new LRUCache<number, KeptResults>({ max: HELD_PARTS });
  const partWith = async (address: number): Promise<KeptResults | undefined> => {
    for (const part of held.values()) if (address >= part.first && address < part.first + part.results.length) return held.get(part.first);
    const part = await store.readResults(id, address);
    if (part) held.set(part.first, part);
    return part;
  };

  let rows = [rowOf(['email', ...RESULT_FIELDS])];
  for await (const { text, address } of keptLines(store, id)) {
    rows.push(rowOf([text, ...cellsOf(await partWith(address), address)]));
    if (rows.length < LINES_AT_ONCE) continue;
    yield rows.join('');
    rows = [];
  }
  if (rows.length > 0) yield rows.join('');
}
