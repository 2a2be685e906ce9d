import { shownText } from '../text/index.js';
import { hasAt } from './at-sign.js';
import { columnNameOf } from './column-names.js';
import { findDialect, unwrap, type Dialect } from './dialect.js';
import { decodeLines, findEncoding, type Encoding } from './encoding.js';
import { refuseOtherFiles, refuseOtherText } from './file-kind.js';
import {
  AddressCounter,
  chooseColumns,
  columnWithoutName,
  findAmbiguousHeader,
  findNamedHeader,
  hasAddressBelow,
  isCertainName,
  isUnknownHeader,
  type ChosenColumns,
  type Header,
} from './header.js';
import type { ReadAheadBuffer } from './read-ahead-buffer.js';
import { PIECE_BYTES, textPieces } from './pieces.js';
import { RecordScanner, type ScannedRecord } from './record-scanner.js';
import { TableError } from './table-error.js';

type Row = readonly string[];

/** Layout of a file: its encoding and delimiter, and the column of its addresses. */
export interface Layout extends ChosenColumns {
  readonly encoding: Encoding;
  readonly dialect: Dialect;
  /** The record that names the columns, counted from 0 without those of blanks. */
  readonly header: Pick<Header, 'index' | 'cells'> | undefined;
  /** Whether the column has a name that was known or asked for; else every cell with an address counts. */
  readonly isNamed: boolean;
  /** Label of the column: its name, or its number from 1; `undefined` if there is one column without a name. */
  readonly name: string | undefined;
}

/** Facts about a file that its bytes do not tell. */
export interface LayoutOptions {
  /** A column's name, or its number from 1. Without it the column is found out. */
  readonly column?: string | number | undefined;
  /** The media type that a server gave the file. */
  readonly mediaType?: string | undefined;
  /** Lets others have their turn. */
  readonly pause: () => Promise<void>;
  /** Resolves when nothing more is waited for if there are addresses already: of a pipe that may never end. */
  readonly stopWaiting?: (() => Promise<void>) | undefined;
}

const SAMPLE_BYTES = 262_144;
const NAMES_SHOWN = 200;
const LONGEST_SHOWN_NAME = 100;
const [AT, LF, CR] = [0x40, 0x0a, 0x0d];
/** The second byte of `＠` in UTF-8 and the one behind it. */
const WIDE_AT = [0xbc, 0xa0] as const;

const hasLineEnd = (bytes: Uint8Array): boolean => bytes.includes(LF) || bytes.includes(CR);

/** The text of a file's start, as far as its lines are whole. */
const startText = (start: Uint8Array, { label, isUtf16 }: Encoding, isWhole: boolean): string => {
  if (isUtf16) return new TextDecoder(label).decode(start).replaceAll('\ufeff', '');
  const end = isWhole ? start.length : Math.max(start.lastIndexOf(LF), start.lastIndexOf(CR)) + 1;
  return decodeLines(end > 0 ? start.subarray(0, end) : start, label).replaceAll('\ufeff', '');
};

const noColumn = (name: string, [first = []]: readonly Row[]): TableError =>
  new TableError(
    'no-column',
    `The file has no column "${name}": write one of its columns: ${shownText(first.join(', '), { most: NAMES_SHOWN })}.`,
  );

/** The column that was asked for, and the header. @throws TableError `no-column`. */
const requestedColumn = (rows: readonly Row[], column: string | number): Pick<Layout, 'column' | 'header' | 'name'> => {
  if (typeof column === 'number') {
    if (rows.length > 0 && rows.every(({ length }) => length < column)) throw noColumn(String(column), rows);
    const named = findNamedHeader(rows);
    const [first = []] = rows;
    const header = named ?? (isUnknownHeader(rows) ? { index: 0, cells: first } : undefined);
    const cell = header?.cells[column - 1];
    const isHeader = header !== undefined && !hasAt(cell ?? '');
    return { column: column - 1, header: isHeader ? header : undefined, name: (isHeader && cell) || String(column) };
  }
  const matches: readonly ((cell: string) => boolean)[] = [
    (cell) => cell === column.trim(),
    (cell) => cell.toLowerCase() === column.trim().toLowerCase(),
    (cell) => columnNameOf(cell) !== '' && columnNameOf(cell) === columnNameOf(column),
  ];
  for (const isIt of matches)
    for (const [index, cells] of rows.slice(0, 20).entries()) {
      const found = cells.findIndex(isIt);
      if (found >= 0) return { column: found, header: { index, cells }, name: cells[found] ?? column };
    }
  throw noColumn(column, rows);
};

/** Looks at a whole file, as far as it is held: which of a header's columns have addresses. */
const countAddresses = async (
  buffer: ReadAheadBuffer,
  { encoding, dialect }: Pick<Layout, 'encoding' | 'dialect'>,
  { index, columns }: Header,
  { pause, stopWaiting }: LayoutOptions,
): Promise<AddressCounter> => {
  const counter = new AddressCounter(columns.length);
  const scanner = new RecordScanner(dialect);
  let at = dialect.hasSeparatorLine ? -1 : 0;
  let length = 0;
  const add = async (records: readonly ScannedRecord[]): Promise<void> => {
    for (const { cells } of records) {
      if (at++ <= index) continue;
      const row = dialect.isWrapped ? unwrap(cells, dialect) : cells;
      for (const [place, column] of columns.entries()) {
        const cell = row[column] ?? '';
        counter.add(place, cell);
        length += cell.length;
        if (length < PIECE_BYTES) continue;
        length = 0;
        await pause();
      }
    }
  };
  const isEnough = () => counter.distinct.some((count) => count > 0);
  for await (const { text } of textPieces(buffer.readBuffered({ stopWaiting, isEnough }), encoding)) {
    await add(scanner.push(text));
    await pause();
  }
  await add(scanner.end());
  return counter;
};

const hasAtIn = (bytes: Uint8Array): boolean => {
  if (bytes.includes(AT)) return true;
  for (let at = bytes.indexOf(WIDE_AT[0]); at >= 0; at = bytes.indexOf(WIDE_AT[0], at + 1))
    if (bytes[at + 1] === WIDE_AT[1]) return true;
  return false;
};

/** Whether there is an @ anywhere, as far as the file is held. */
const hasAtAnywhere = async (buffer: ReadAheadBuffer, { pause }: LayoutOptions): Promise<boolean> => {
  for await (const chunk of buffer.readBuffered({ isEnough: () => false }))
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      // One byte more, since an @ may have two.
      if (hasAtIn(chunk.subarray(at, at + PIECE_BYTES + 1))) return true;
      await pause();
    }
  return false;
};

/** Returns the layout of a file that has no column with a known name, with its header if there is one. */
const unnamedLayout = (
  rows: readonly Row[],
  named: Header | undefined,
): Pick<Layout, 'column' | 'header' | 'isNamed' | 'name'> => {
  const unknown = isUnknownHeader(rows) ? { index: 0, cells: rows[0] ?? [] } : undefined;
  const header = named && !named.cells.some(hasAt) ? named : unknown;
  const data = header ? rows.slice(header.index + 1) : rows;
  const column = columnWithoutName(data);
  // A list of addresses with little else has no column to name.
  const others = data.filter((row) => row.some((cell, each) => each !== column && cell && !hasAt(cell))).length;
  const isPlain = others * 2 < data.length;
  return { column, header, isNamed: false, name: header?.cells[column] || (isPlain ? undefined : String(column + 1)) };
};

const EMPTY = 'The file has no line with an address: check that it is the right file.';

/** The file has no address. */
export const emptyTable = (): TableError => new TableError('empty', EMPTY);

/**
 * Finds out how a file is laid out. Its first 256 kB decide on the encoding, and of these 200 records or 65,536 characters on what
 * stands between cells and on the header: within the first 20 records, the first with a known name in a cell whose column has addresses below. A column with a known name
 * that has none so far is searched to the end of the file before it is given up; of several with a known name the one with the most
 * different addresses is read. Without any the first column is read, or the one with the most addresses.
 * @throws TableError if the file is not a list, or has no such column.
 */
export async function findLayout(buffer: ReadAheadBuffer, options: LayoutOptions): Promise<Layout> {
  const layout = await layoutOf(buffer, options);
  return { ...layout, name: layout.name && shownText(layout.name, { most: LONGEST_SHOWN_NAME }) };
}

async function layoutOf(buffer: ReadAheadBuffer, options: LayoutOptions): Promise<Layout> {
  let [hasSeenAt, isLineSeen] = [false, false];
  const sampling = { stopWaiting: options.stopWaiting, isEnough: () => isLineSeen };
  while (buffer.length < SAMPLE_BYTES) {
    const chunk = await buffer.bufferNext(sampling);
    if (!chunk) break;
    hasSeenAt ||= chunk.includes(AT);
    isLineSeen ||= hasSeenAt && hasLineEnd(chunk);
  }
  const start = buffer.peek(SAMPLE_BYTES);
  refuseOtherFiles(start);
  await options.pause();
  const encoding = findEncoding(start);
  await options.pause();
  const isWhole = buffer.isDone && buffer.length === start.length;
  const text = startText(start, encoding, isWhole);
  await options.pause();
  refuseOtherText(text, options.mediaType ?? '');
  const lines = encoding.hasUnicodeLineEnds ? text.replace(/[\u0085\u2028\u2029]/g, '\n') : text;
  const { dialect, rows } = await findDialect(lines, { isWhole, pause: options.pause });
  const base = { encoding, dialect, others: [] };
  if (options.column !== undefined) return { ...base, ...requestedColumn(rows, options.column), isNamed: true };

  const named = findNamedHeader(rows);
  if (named) {
    const [only = 0, another] = named.columns;
    // A column that is known to have addresses need not be read to its end.
    const isCertain = another === undefined && hasAddressBelow(rows, named.index, only);
    const chosen = isCertain
      ? { column: only, others: [] }
      : chooseColumns(named, await countAddresses(buffer, base, named, options));
    if (chosen) return { ...base, ...chosen, header: named, isNamed: true, name: named.cells[chosen.column] };
  }
  if (!(await hasAtAnywhere(buffer, options))) {
    const sure = named?.columns.find((column) => isCertainName(named.cells[column] ?? ''));
    if (!named || sure === undefined) throw emptyTable();
    return { ...base, column: sure, header: named, isNamed: true, name: named.cells[sure] };
  }
  const likely = findAmbiguousHeader(rows);
  if (likely) {
    const chosen = chooseColumns(likely, await countAddresses(buffer, base, likely, options));
    if (chosen) return { ...base, ...chosen, header: likely, isNamed: true, name: likely.cells[chosen.column] };
  }
  return { ...base, ...unnamedLayout(rows, named) };
}
