import { addressesIn } from '../address/index.js';
import { hasAt, looksLikeAddress } from './at-sign.js';
import { columnNameKind, columnNameOf } from './column-names.js';
import { toIndex, fnv1a } from '../text/index.js';

type Row = readonly string[];

/** The header is within this many records. */
const HEADER_RECORDS = 20;

/** A record that may name columns, and those of them that may have addresses. */
export interface Header {
  /** Index of the header's record, from 0. */
  readonly index: number;
  readonly cells: Row;
  readonly columns: readonly number[];
}

const columnsOf = (row: Row, isWanted: (cell: string) => boolean): number[] =>
  row.flatMap((cell, column) => (cell && !hasAt(cell) && isWanted(cell) ? [column] : []));

/** Whether a dot is within a word, as in `janegmail.com` or `jane.doe gmail.com`: it may be an address that lacks its @. */
const hasDottedWord = (cell: string): boolean => /\S\.\S/.test(cell);

const isNamed = (cell: string): boolean => {
  const kind = columnNameKind(cell);
  return kind === 'known' || (kind === 'contains-known' && !hasDottedWord(cell));
};
const isAmbiguousName = (cell: string): boolean => columnNameKind(cell) === 'ambiguous' && !hasDottedWord(cell);

/** The last record with an address in a column, or -1. */
const lastAddress = (rows: readonly Row[], column: number): number => {
  let at = rows.length - 1;
  while (at >= 0 && !looksLikeAddress(rows[at]?.[column] ?? '')) at -= 1;
  return at;
};

/** Whether a column has an address below a record. */
export const hasAddressBelow = (rows: readonly Row[], index: number, column: number): boolean =>
  lastAddress(rows, column) > index;

const headersOf = (rows: readonly Row[], isWanted: (cell: string) => boolean): Header[] =>
  rows.slice(0, HEADER_RECORDS).flatMap((cells, index) => {
    const columns = columnsOf(cells, isWanted);
    return columns.length > 0 ? [{ index, cells, columns }] : [];
  });

const withAddresses = (rows: readonly Row[], headers: readonly Header[]): Header | undefined => {
  const columns = new Set(headers.flatMap((header) => header.columns));
  // Each column is looked at once, however many headers name it.
  const last = new Map([...columns].map((column) => [column, lastAddress(rows, column)]));
  return headers.find((header) => header.columns.some((column) => (last.get(column) ?? -1) > header.index));
};

/** The first header with a known name; preferably one with addresses below it as far as the sample goes. */
export const findNamedHeader = (rows: readonly Row[]): Header | undefined => {
  const headers = headersOf(rows, isNamed);
  return withAddresses(rows, headers) ?? headers[0];
};

/** The first header with a name that other columns have too, and addresses below it. */
export const findAmbiguousHeader = (rows: readonly Row[]): Header | undefined =>
  withAddresses(rows, headersOf(rows, isAmbiguousName));

/** Whether a name is believed without addresses below it. */
export const isCertainName = (cell: string): boolean => columnNameKind(cell) === 'known';

/**
 * Whether a text may be a name by itself: words without punctuation. With a dot or another mark it may be an address
 * that lacks its @.
 */
const isWords = (text: string): boolean => columnNameOf(text) !== '' && /^[\p{L}\p{M}\p{N} _#()/&'-]+$/u.test(text);

/** Whether the first record names unknown columns: it has no @, and the second has one. */
export const isUnknownHeader = ([first = [], second = []]: readonly Row[]): boolean => {
  const texts = first.filter((cell) => cell);
  return !first.some(hasAt) && second.some(hasAt) && (texts.length > 1 || texts.every(isWords));
};

/**
 * Chooses the column if none has a name: the first one, unless it never has an @ and another almost always has one in
 * its cells that are not empty.
 */
export function columnWithoutName(rows: readonly Row[]): number {
  if (rows.some(([first = '']) => hasAt(first))) return 0;
  /** For each column: the number of cells with a text, and of those with an @. */
  const counts: { readonly column: number; texts: number; ats: number }[] = [];
  for (const row of rows)
    row.forEach((cell, column) => {
      const count = (counts[column] ??= { column, texts: 0, ats: 0 });
      count.texts += Number(cell !== '');
      count.ats += Number(hasAt(cell));
    });
  return counts
    .filter(({ texts, ats }) => ats > 0 && ats >= texts * 0.9)
    .reduce((best, each) => (each.ats > best.ats ? each : best), { column: 0, texts: 0, ats: 0 }).column;
}

/** Different addresses are counted in a bit set of this size, which is enough for the files that are read. */
const COUNTER_BITS = 1 << 22;
/** Up to this many columns have the full budget; if there are more, each has less. */
const FULL_COLUMNS = 8;

/** Counts the different addresses of some columns in bounded memory. A column is known by its place among them. */
export class AddressCounter {
  readonly #seen: readonly Uint8Array[];
  readonly distinct: number[];
  /** Cells that have an address and nothing else. */
  readonly wholeCells: number[];

  constructor(columns: number) {
    const bytes = Math.ceil((COUNTER_BITS / 8) * Math.min(1, FULL_COLUMNS / columns));
    this.#seen = Array.from({ length: columns }, () => new Uint8Array(bytes));
    this.distinct = this.#seen.map(() => 0);
    this.wholeCells = this.#seen.map(() => 0);
  }

  add(column: number, cell: string): void {
    const seen = this.#seen[column];
    if (!seen || !hasAt(cell)) return;
    for (const { address, isRead } of addressesIn(cell)) {
      if (!isRead) continue;
      if (address.length === cell.length) this.wholeCells[column] = (this.wholeCells[column] ?? 0) + 1;
      const hash = toIndex(fnv1a(address), COUNTER_BITS);
      const byte = (hash >> 3) % seen.length;
      const bit = 1 << (hash % 8);
      if ((seen[byte] ?? 0) & bit) continue;
      seen[byte] = (seen[byte] ?? 0) | bit;
      this.distinct[column] = (this.distinct[column] ?? 0) + 1;
    }
  }
}

/** Columns beside the one that is meant: earlier addresses, second ones, those of other people. */
const SECONDARY =
  /old|former|previous|alt|second|sekund|other|additional|zusatz|weiter|backup|owner|manager|type$|name$|ancien|anterior|antig|vecchi|oud|gammel|stary|стар/;

/** A name without its number: `Email 1` and `Email 2` are of one family. */
const familyOf = (cell: string): string => columnNameOf(cell).replace(/\p{N}/gu, '');
const numberOf = (cell: string): number => Number(/\d+/.exec(columnNameOf(cell))?.[0] ?? 0);

/** The columns of a header that are read. */
export interface ChosenColumns {
  readonly column: number;
  /** Further ones of the same name with other numbers: what is read if the column has nothing. */
  readonly others: readonly number[];
}

/**
 * Chooses, of the columns with a known name, the one with the most different addresses. Of equal ones it chooses the
 * one with nothing but addresses, then the one whose name does not mean a second address, then the first. Of numbered
 * columns, as `Email 1` and `Email 2`, it chooses the first. `undefined` if none has an address.
 */
export function chooseColumns({ cells, columns }: Header, counter: AddressCounter): ChosenColumns | undefined {
  const nameAt = (column: number): string => cells[column] ?? '';
  const [best] = columns
    .map((column, index) => ({
      column,
      rank: [
        -(counter.distinct[index] ?? 0),
        -(counter.wholeCells[index] ?? 0),
        Number(SECONDARY.test(columnNameOf(nameAt(column)))),
        column,
      ],
      distinct: counter.distinct[index] ?? 0,
    }))
    .filter(({ distinct }) => distinct > 0)
    .sort((a, b) => a.rank.map((each, index) => each - (b.rank[index] ?? 0)).find((each) => each !== 0) ?? 0);
  if (!best) return undefined;
  const family = columns
    .filter(
      (column, index) =>
        familyOf(nameAt(column)) === familyOf(nameAt(best.column)) && (counter.distinct[index] ?? 0) > 0,
    )
    .sort((a, b) => numberOf(nameAt(a)) - numberOf(nameAt(b)) || a - b);
  const [column = best.column, ...others] = family;
  return { column, others };
}
