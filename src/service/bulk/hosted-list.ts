import { countRows, readableBytes, readRows, readTable, TableError, type Layout } from '../../table/index.js';
import { shownText } from '../../text/index.js';
import { yieldToEventLoop } from '../../timing/index.js';
import { BULK_ADDRESSES, BULK_BYTES } from '../../wire/index.js';
import { ListError } from './list-error.js';

/** A line of a list: its address, or its text if that is not an address. */
export interface ListLine {
  /** The address, or a text in which no address was found: never empty, at most 4,096 bytes long and without NUL. */
  readonly text: string;
  /** The text that was given, if it differs from the address. */
  readonly original?: string;
  /** The line of the file in which it begins, counted from 1. */
  readonly line: number;
}

/** A list that was fetched and can be read. */
export interface HostedList {
  /** Number of addresses: 1 to `BULK_ADDRESSES`. */
  readonly count: number;
  /** The column of the addresses, by its name or its number from 1; `''` if the file has one column without a name. */
  readonly column: string;
  /** The addresses in order, from the first one at each call. Other work gets a turn after every 16 kB of the file. */
  lines(): AsyncGenerator<ListLine, void, undefined>;
  /** Its columns and first records, as people see them in a spreadsheet. */
  sample(): Promise<ListSample>;
}

/** The start of a list. Texts in it are cut to 200 characters. */
export interface ListSample {
  /** Names of the columns, or their numbers from 1; at most 50. */
  readonly columns: readonly string[];
  /** Position of the addresses' column, counted from 0. */
  readonly column: number;
  /** The first records, without the header; at most 5. */
  readonly rows: readonly (readonly string[])[];
}

const MOST_COLUMNS = 50;
const SAMPLE_ROWS = 5;
const MOST_CELL = 200;

const shownCells = (cells: readonly string[]): string[] =>
  cells.slice(0, MOST_COLUMNS).map((cell) => shownText(cell, { most: MOST_CELL, keepsFormat: true }));

const sampleOf = async (body: Uint8Array, layout: Layout): Promise<ListSample> => {
  const records = new Map<readonly string[], readonly string[]>();
  // A record with several addresses has several rows.
  for await (const { cells } of readRows(chunksOf(body), layout, yieldToEventLoop, { isEveryRecord: true })) {
    if (records.size === SAMPLE_ROWS && !records.has(cells)) break;
    if (!records.has(cells)) records.set(cells, shownCells(cells));
  }
  const rows = [...records.values()];
  const width = Math.max(layout.column + 1, layout.header?.cells.length ?? 0, ...rows.map((cells) => cells.length));
  const names = shownCells(layout.header?.cells ?? []);
  return {
    columns: Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, index) => names[index] || String(index + 1)),
    column: layout.column,
    rows,
  };
};

/** The bytes of the list, in pieces for the reader. */
const chunksOf = (body: Uint8Array): AsyncIterable<Uint8Array> =>
  readableBytes(
    (async function* () {
      yield await Promise.resolve(body);
    })(),
    BULK_BYTES - 1,
  );

async function* listLines(body: Uint8Array, layout: Layout): AsyncGenerator<ListLine, void, undefined> {
  for await (const { address, text, line } of readRows(chunksOf(body), layout, yieldToEventLoop))
    yield { text: address, line, ...(text !== address && { original: text }) };
}

/** The addresses of a list are counted up to this number. */
const MOST_COUNTED = 5 * BULK_ADDRESSES;

const tooMany = (count: number): ListError => {
  const counted = Math.min(count, MOST_COUNTED);
  const least = counted < count ? 'more than ' : '';
  return new ListError(
    'too-many',
    `The list has ${least}${counted} addresses, and a list may have ${BULK_ADDRESSES}: split it into ${Math.ceil(counted / BULK_ADDRESSES)} lists or more.`,
  );
};

/**
 * Reads a list as people's files have them: see `readTable`. A header and empty lines are left out; every other line is
 * kept in its place, whether it is an address or not. `body` is not copied, and must not change. `type` is its media
 * type, or `''`; `column` is a column's name, or its number from 1: it is found out if absent.
 * @throws ListError if it is not a list, has no address or too many, or has a quote that is never closed.
 */
export async function readHostedList(body: Uint8Array, type = '', column?: string | number): Promise<HostedList> {
  try {
    const { layout } = await readTable(chunksOf(body), { mediaType: type, column, pause: yieldToEventLoop });
    const count = await countRows(chunksOf(body), layout, yieldToEventLoop, {
      parseAtMost: BULK_ADDRESSES,
      most: MOST_COUNTED,
    });
    if (count > BULK_ADDRESSES) throw tooMany(count);
    return {
      count,
      column: layout.name ?? '',
      lines: () => listLines(body, layout),
      sample: () => sampleOf(body, layout),
    };
  } catch (error) {
    throw error instanceof TableError ? new ListError(error.code, error.message, { cause: error }) : error;
  }
}
