import { addressesIn, type AddressText } from '../address/index.js';
import { hasAt } from './at-sign.js';
import { isColumnName } from './column-names.js';
import { unwrap } from './dialect.js';
import { emptyTable, findLayout, type Layout, type LayoutOptions } from './layout.js';
import { LookAhead } from './look-ahead.js';
import { piecesOf } from './pieces.js';
import { RecordScanner, type ScannedRecord } from './record-scanner.js';
import { TableError } from './table-error.js';
import { unpacked } from './unpack.js';

/** One address of a file. */
export interface TableRow extends AddressText {
  /** The line of the file that its record begins in, counted from 1. */
  readonly line: number;
  /** About where its record ends: bytes from the start of the file, unpacked. */
  readonly end: number;
  /** All cells of its record. */
  readonly cells: readonly string[];
}

export interface TableOptions extends Partial<LayoutOptions> {
  /** Files of more bytes are refused; without it there is no limit. */
  readonly mostBytes?: number | undefined;
}

/** Which rows are given. */
export interface RowsOptions {
  /** A record without an address gives a row too, with an empty `address`. */
  readonly isEveryRecord?: boolean;
  /** After so many rows each record gives one, whatever is in it: enough to count them. */
  readonly lookedInto?: number;
}

/** A file of addresses that has been looked at. */
export interface Table {
  readonly layout: Layout;
  /** Its addresses in their order, once. @throws TableError `unclosed-quote`, `long-line`, `empty`, `too-large`, and what the source throws. */
  rows(options?: RowsOptions): AsyncGenerator<TableRow, void, undefined>;
}

/** As much of a file is held while a column is looked for. */
const MOST_AHEAD = 20_000_000;
/** Of a longer text so many bytes of UTF-8 are kept: more than any address has. */
export const TEXT_BYTES = 4_096;

const encoder = new TextEncoder();

/** A text as it can be kept and shown: not too long, and without NUL, which no store takes. */
const keptText = (text: string): string => {
  const clean = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
  if (clean.length * 3 <= TEXT_BYTES) return clean;
  const { read } = encoder.encodeInto(clean, new Uint8Array(TEXT_BYTES));
  return clean.slice(0, read).trim();
};

/** A line that is drawn, as between a header and its records. */
const isRuler = (text: string): boolean => /^[-=_+~:| ]{3,}$/.test(text);

const readable = (cells: readonly string[]): readonly AddressText[] =>
  cells.flatMap((cell) => (hasAt(cell) ? addressesIn(cell).filter(({ isRead }) => isRead) : []));

/** The addresses of a record of which nothing is known but that there is an @ in it. */
const anyAddresses = (cells: readonly string[], { dialect }: Layout): readonly AddressText[] =>
  hasAt(cells.join('')) ? addressesIn(cells.length === 1 ? (cells[0] ?? '') : cells.join(dialect.delimiter)) : [];

/** The addresses of a record by the column that has a name. */
const namedAddresses = (cells: readonly string[], layout: Layout): readonly AddressText[] => {
  const { column, others, header } = layout;
  const text = [column, ...others].map((each) => cells[each] ?? '').find((cell) => cell) ?? '';
  const further = header ? readable(cells.slice(Math.max(header.cells.length, column + 1))) : [];
  if (further.length > 0 && !hasAt(text)) return further;
  if (text) return isColumnName(text) ? further : [...addressesIn(text), ...further];
  return cells.length <= column ? anyAddresses(cells, layout) : further;
};

/** The addresses of a record without a name for their column: those of every cell. */
const allAddresses = (cells: readonly string[], layout: Layout): readonly AddressText[] => {
  const text = cells[layout.column] ?? '';
  if (!hasAt(text) && hasAt(cells.join(''))) return anyAddresses(cells, layout);
  const own = addressesIn(text);
  return cells.length > 1
    ? [...readable(cells.slice(0, layout.column)), ...own, ...readable(cells.slice(layout.column + 1))]
    : own;
};

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((cell, column) => cell === b[column]);

const isRepeatedHeader = (cells: readonly string[], { header }: Layout): boolean =>
  header !== undefined && isSame(cells, header.cells);

/** The addresses of a record. `index` counts the records from 0. */
const addressesOf = (cells: readonly string[], index: number, layout: Layout): readonly AddressText[] => {
  const { header } = layout;
  if (index === header?.index || isRepeatedHeader(cells, layout)) return [];
  if (header && index < header.index) return anyAddresses(cells, layout);
  return layout.isNamed ? namedAddresses(cells, layout) : allAddresses(cells, layout);
};

/** The addresses of a file whose layout is known. */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  layout: Layout,
  pause: () => Promise<void> = () => Promise.resolve(),
  { isEveryRecord = false, lookedInto = Infinity }: RowsOptions = {},
): AsyncGenerator<TableRow, void, undefined> {
  const { encoding, dialect, column, others } = layout;
  const isLenient = (each: number) => dialect.isWrapped || each === column || others.includes(each);
  const scanner = new RecordScanner({ ...dialect, isLenient });
  let index = dialect.hasSeparatorLine ? -1 : 0;
  let [given, total] = [0, 0];

  const rowsOf = ({ cells: scanned, line }: ScannedRecord, end: number): TableRow[] => {
    const cells = dialect.isWrapped ? unwrap(scanned, dialect) : scanned;
    const at = index++;
    if (given > lookedInto) return [{ address: '', text: '', isRead: false, line, end, cells }];
    const found = at < 0 ? [] : addressesOf(cells, at, layout);
    const rows = found.flatMap(({ address, text, isRead }) => {
      const kept = keptText(text);
      if (!kept || isRuler(kept)) return [];
      return [{ address: isRead ? address : kept, text: kept, isRead, line, end, cells }];
    });
    given += rows.length;
    const isData = at > (layout.header?.index ?? -1) && !isRepeatedHeader(cells, layout);
    if (!isEveryRecord || rows.length > 0 || !isData) return rows;
    given += 1;
    return [{ address: '', text: '', isRead: false, line, end, cells }];
  };

  for await (const { text, end, bytes } of piecesOf(chunks, encoding)) {
    for (const record of scanner.push(text))
      yield* rowsOf(record, end - Math.round(bytes * (1 - record.at / Math.max(1, text.length))));
    total = end;
    await pause();
  }
  for (const record of scanner.end()) yield* rowsOf(record, total);
  if (given === 0) throw emptyTable();
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
 * @throws TableError for what is no list, and what `chunks` throws.
 */
export async function readTable(chunks: AsyncIterable<Uint8Array>, options: TableOptions = {}): Promise<Table> {
  const { mostBytes, pause = () => Promise.resolve(), ...others } = options;
  const ahead = new LookAhead(readableBytes(chunks, mostBytes), MOST_AHEAD);
  const layout = await findLayout(ahead, { ...others, pause });
  return { layout, rows: (given) => readRows(ahead.read(), layout, pause, given) };
}
