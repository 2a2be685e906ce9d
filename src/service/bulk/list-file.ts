import { csvCell } from '../../table/index.js';
import { yieldToEventLoop } from '../../timing/index.js';
import type { ListRecord, ListStore } from '../store/index.js';
import { PART_LINES } from './list-intake.js';
import { ORIGINAL_FIELD, RESULT_FIELDS } from './result-lines.js';

/** Returns the cells after the address in a line of the file. */
const endOf = (cells: readonly string[]): string => cells.map((cell) => `,${csvCell(cell)}`).join('');

const HEAD = `${['email', ...RESULT_FIELDS, ORIGINAL_FIELD].join(',')}\r\n`;
const NO_RESULT = endOf(RESULT_FIELDS.map(() => ''));

const missing = (what: string): Error =>
  new Error(`A list that is being read lacks ${what}: it was deleted meanwhile, or the database has lost it.`);

/**
 * Reads the results of a list, address by address. Lines may repeat any earlier address, so all results are kept in
 * memory. Most are equal, and equal ones share one text.
 */
const resultsOf = (store: ListStore, { id, state }: ListRecord) => {
  const ends: string[] = [];
  const shared = new Map<string, string>();
  const read = async (address: number): Promise<void> => {
    const part = await store.readResults(id, address);
    if (!part && state === 'completed') throw missing('a result');
    part?.results.forEach((result, position) => {
      const end = endOf((JSON.parse(result) as string[]).slice(1));
      ends[part.first + position] = shared.get(end) ?? (shared.set(end, end), end);
    });
    ends[address] ??= NO_RESULT;
  };
  return async (address: number): Promise<string> => {
    if (ends[address] === undefined) await read(address);
    return ends[address] ?? NO_RESULT;
  };
};

/**
 * The results of a list that has ended, as CSV (RFC 4180) in the order of its lines, repeated lines included, in parts:
 * the first part begins with the names of the columns. The last cell has the text of the list, if it differs from the
 * address. A cell that a spreadsheet would run as a formula gets an apostrophe before it. An address without a result,
 * as in a cancelled list, has empty cells. The parts of one list are always the same. `from` is the first part to
 * yield. With `only`, the lines with this result alone are in the file, and a part may be empty.
 * @throws if a line or a result of the list is missing.
 */
export async function* resultParts(
  store: ListStore,
  list: ListRecord,
  from = 0,
  only?: string,
): AsyncGenerator<string, void, undefined> {
  const resultOf = resultsOf(store, list);
  const wanted = only === undefined ? '' : `,${csvCell(only)},`;
  for (let part = from; part < Math.ceil(list.lines / PART_LINES); part += 1) {
    const lines = await store.readLines(list.id, part);
    if (lines.length !== Math.min(PART_LINES, list.lines - part * PART_LINES)) throw missing('lines');
    const rows: string[] = [];
    for (const { text, address, original = '' } of lines) {
      const result = await resultOf(address);
      if (result.startsWith(wanted)) rows.push(`${csvCell(text)}${result},${csvCell(original)}\r\n`);
    }
    yield `${part === 0 ? HEAD : ''}${rows.join('')}`;
    await yieldToEventLoop();
  }
}
