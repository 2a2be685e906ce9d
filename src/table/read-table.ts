import { addressesIn, type AddressText } from '../address/index.js';
import { hasAt } from './at-sign.js';
import { isColumnName } from './column-names.js';
import { unwrap } from './dialect.js';
import { emptyTable, findLayout, type Layout, type LayoutOptions } from './layout.js';
import { ReadAheadBuffer } from './read-ahead-buffer.js';
import { PIECE_BYTES, textPieces } from './pieces.js';
import { RecordScanner, type ScannedRecord } from './record-scanner.js';
import { TableError } from './table-error.js';
import { unpacked } from './unpack.js';

/** An address of a file, with its record. */
export interface TableRow extends AddressText {
  /** The line of the file that its record begins in, counted from 1. */
  readonly line: number;
  /** About where its record ends: bytes from the start of the file, unpacked. */
  readonly end: number;
  /** All cells of the address's record. */
  readonly cells: readonly string[];
}

export interface TableOptions extends Partial<LayoutOptions> {
  /** Files of more bytes are refused; without it there is no limit. */
  readonly mostBytes?: number | undefined;
}

/** Options for reading rows. */
export interface RowsOptions {
  /** A record without an address gives a row too, with an empty `address`. */
  readonly isEveryRecord?: boolean;
  /** After this many rows each record gives one row, whatever its content: enough to count them. */
  readonly parseAtMost?: number;
}

/** A file of addresses that has been looked at. */
export interface Table {
  readonly layout: Layout;
  /**
   * Yields the addresses of the file in order. The rows can be read once. @throws TableError `unclosed-quote`,
   * `long-line`, `empty`, `too-large`, and what the source throws.
   */
  rows(options?: RowsOptions): AsyncGenerator<TableRow, void, undefined>;
}

/** At most this many bytes of a file are buffered while its address column is looked for. */
const MOST_BUFFERED = 20_000_000;
/** Longer texts are cut to this many bytes of UTF-8: more than any address has. */
export const TEXT_BYTES = 4_096;

const encoder = new TextEncoder();

/** A text as it can be kept and shown: not too long, and without NUL, which no store takes. */
const storableText = (text: string): string => {
  const clean = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
  if (clean.length * 3 <= TEXT_BYTES) return clean;
  const { read } = encoder.encodeInto(clean, new Uint8Array(TEXT_BYTES));
  return clean.slice(0, read).trim();
};

/** A line that is drawn, as between a header and its records. */
const isRuler = (text: string): boolean => /^[-=_+~:| ]{3,}$/.test(text);

/** The addresses of a record as they are found, and `undefined` wherever others may have their turn. */
type FoundAddresses = Generator<AddressText | undefined, void, undefined>;

/** Cost of looking at a cell, beside its characters. */
const CELL_COST = 16;

/** The addresses of cells; of those that have none but an @ the text, or nothing if only what can be read is wanted. */
function* inCells(cells: readonly string[], isWanted: (found: AddressText) => boolean = () => true): FoundAddresses {
  let cost = 0;
  for (const cell of cells) {
    if (!hasAt(cell)) continue;
    for (const found of addressesIn(cell)) if (isWanted(found)) yield found;
    cost += cell.length + CELL_COST;
    if (cost < PIECE_BYTES) continue;
    cost = 0;
    yield undefined;
  }
}

const readable = (cells: readonly string[]): FoundAddresses => inCells(cells, ({ isRead }) => isRead);

/** The addresses of a record of which nothing is known but that there is an @ in it, which may be in a text that was taken apart. */
function* anyAddresses(cells: readonly string[], { dialect }: Layout): FoundAddresses {
  const text = cells.length === 1 ? (cells[0] ?? '') : cells.join(dialect.delimiter);
  if (text.length < PIECE_BYTES || cells.length === 1) yield* hasAt(text) ? addressesIn(text) : [];
  else yield* inCells(cells);
}

/** The addresses of a record by the column that has a name. */
function* namedAddresses(cells: readonly string[], layout: Layout): FoundAddresses {
  const { column, others, header } = layout;
  const text = [column, ...others].map((each) => cells[each] ?? '').find((cell) => cell) ?? '';
  let isFound = hasAt(text);
  if (isFound) yield* addressesIn(text);
  const width = Math.max(header?.cells.length ?? cells.length, column + 1);
  for (const found of cells.length > width ? readable(cells.slice(width)) : []) {
    isFound ||= found !== undefined;
    yield found;
  }
  if (isFound) return;
  if (text) yield* isColumnName(text) ? [] : addressesIn(text);
  else if (cells.length <= column) yield* anyAddresses(cells, layout);
}

/** The addresses of a record without a name for their column: those of every cell. */
function* allAddresses(cells: readonly string[], layout: Layout): FoundAddresses {
  const text = cells[layout.column] ?? '';
  if (!hasAt(text) && cells.some(hasAt)) {
    yield* anyAddresses(cells, layout);
    return;
  }
  yield* readable(cells.slice(0, layout.column));
  yield* addressesIn(text);
  yield* readable(cells.slice(layout.column + 1));
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((cell, column) => cell === b[column]);

const isRepeatedHeader = (cells: readonly string[], { header }: Layout): boolean =>
  header !== undefined && isSame(cells, header.cells);

/** The addresses of a record. `index` counts the records from 0. */
const addressesOf = (cells: readonly string[], index: number, layout: Layout): Iterable<AddressText | undefined> => {
  const { header } = layout;
  if (index < 0 || index === header?.index || isRepeatedHeader(cells, layout)) return [];
  if (header && index < header.index) return anyAddresses(cells, layout);
  if (layout.isNamed) return namedAddresses(cells, layout);
  // Nearly all lists have one address a line.
  return cells.length === 1 && layout.column === 0 ? addressesIn(cells[0] ?? '') : allAddresses(cells, layout);
};

/** The rows of a file, a piece at a time: each has all of its rows taken before the next. `undefined` is wherever others may have their turn. */
async function* rowsByPiece(
  chunks: AsyncIterable<Uint8Array>,
  layout: Layout,
  pause: () => Promise<void>,
  { isEveryRecord = false, parseAtMost = Infinity }: RowsOptions,
): AsyncGenerator<Generator<TableRow | undefined, void, undefined>, void, undefined> {
  const { encoding, dialect, column, others, header } = layout;
  const isLenient = (each: number) => dialect.isWrapped || each === column || others.includes(each);
  const scanner = new RecordScanner({ ...dialect, isLenient });
  let index = dialect.hasSeparatorLine ? -1 : 0;
  let [given, total] = [0, 0];

  function* rowsOf(
    records: readonly ScannedRecord[],
    endOf: (record: ScannedRecord) => number,
  ): Generator<TableRow | undefined, void, undefined> {
    for (const record of records) {
      const { line } = record;
      const cells = dialect.isWrapped ? unwrap(record.cells, dialect) : record.cells;
      const end = endOf(record);
      const at = index++;
      const before = given;
      const isCounted = given > parseAtMost;
      for (const found of isCounted ? [] : addressesOf(cells, at, layout)) {
        const text = found ? storableText(found.text) : '';
        if (!found) yield undefined;
        else if (text && !isRuler(text)) {
          given += 1;
          yield { address: found.isRead ? found.address : text, text, isRead: found.isRead, line, end, cells };
        }
      }
      const isData = at > (header?.index ?? -1);
      if (given > before || !(isCounted || (isEveryRecord && isData && !isRepeatedHeader(cells, layout)))) continue;
      given += 1;
      yield { address: '', text: '', isRead: false, line, end, cells };
    }
  }

  for await (const { text, end, bytes } of textPieces(chunks, encoding)) {
    yield rowsOf(scanner.push(text), ({ at }) => end - Math.round(bytes * (1 - at / Math.max(1, text.length))));
    total = end;
    await pause();
  }
  yield rowsOf(scanner.end(), () => total);
  if (given === 0) throw emptyTable();
}

const noPause = (): Promise<void> => Promise.resolve();

/** The addresses of a file whose layout is known. */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  layout: Layout,
  pause = noPause,
  options: RowsOptions = {},
): AsyncGenerator<TableRow, void, undefined> {
  for await (const rows of rowsByPiece(chunks, layout, pause, options))
    for (const row of rows)
      if (row) yield row;
      else await pause();
}

/**
 * Counts the rows that {@link readRows} would give, in much less time, since it does not build them. Stops as soon as
 * there are more than `most`.
 */
export async function countRows(
  chunks: AsyncIterable<Uint8Array>,
  layout: Layout,
  pause = noPause,
  { most = Infinity, ...options }: RowsOptions & { readonly most?: number } = {},
): Promise<number> {
  let count = 0;
  for await (const rows of rowsByPiece(chunks, layout, pause, options)) {
    for (const row of rows)
      if (row) count += 1;
      else await pause();
    if (count > most) break;
  }
  return count;
}

/** Bytes as long as there are not too many. */
async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > mostBytes)
      throw new TableError('too-large', `The file has more than ${mostBytes} bytes: split it into several.`);
    yield chunk;
  }
}

/** The bytes of a file as they are read: unpacked, and no more than there may be. */
export const readableBytes = (chunks: AsyncIterable<Uint8Array>, mostBytes = Infinity): AsyncIterable<Uint8Array> =>
  limited(unpacked(chunks), mostBytes);

/**
 * Looks at a file of addresses as people have them: one a line, several a line, or a table with a column of addresses, in UTF-8, UTF-16 or
 * an older encoding, perhaps compressed with gzip. It is read as its bytes arrive, in bounded memory, and `pause` is called after every
 * 16 kB. Nothing is left out that may be an address: see `findLayout` for the column, and `addressesIn` for what is read from a cell.
 * @throws TableError if the file is not a list, and what `chunks` throws.
 */
export async function readTable(chunks: AsyncIterable<Uint8Array>, options: TableOptions = {}): Promise<Table> {
  const { mostBytes, pause = noPause, ...others } = options;
  const buffer = new ReadAheadBuffer(readableBytes(chunks, mostBytes), MOST_BUFFERED);
  try {
    const layout = await findLayout(buffer, { ...others, pause });
    return { layout, rows: (given) => readRows(buffer.read(), layout, pause, given) };
  } catch (error) {
    buffer.close();
    throw error;
  }
}
