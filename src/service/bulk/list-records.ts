import { isUtf8 } from 'node:buffer';
import { CELL_BYTES } from './cell-scanner.js';
import { ListError } from './list-error.js';

/** A part of a list's bytes: from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Cell extends Span {
  /** It stood in quotes, which are outside of it: two within are one. */
  readonly isQuoted: boolean;
}

/** A line of a list, or more where a quoted cell has line ends; without its own, and without the blanks that it begins with. */
export interface ListRecord extends Span {
  /** The line that it begins in, counted from 1. */
  readonly line: number;
  /** The column that was wanted, if it has one; else its first thousand. */
  readonly cells: readonly Cell[];
}

export interface RecordsOptions {
  /** The byte between cells. */
  readonly delimiter: number;
  /** The column that is wanted, counted from 0. */
  readonly column?: number | undefined;
  /** Where to begin, and the number of the line there. */
  readonly from?: { readonly at: number; readonly line: number };
}

const [TAB, LF, CR, BLANK, QUOTE] = [0x09, 0x0a, 0x0d, 0x20, 0x22];
const COLUMNS = 1_000;
/** What a spreadsheet's cell may hold at most, 32,767 characters, as bytes: a longer quoted cell is one whose quote is never closed. */
const QUOTED_BYTES = 131_072;

/** So many bytes are looked at before others have their turn. */
export const AT_ONCE = 16_384;

const isLineEnd = (byte: number | undefined): boolean => byte === LF || byte === CR;
const isBlank = (byte: number | undefined): boolean => byte === BLANK || byte === TAB || isLineEnd(byte);

/** The end of a quoted cell that opens at `open`: its closing quote; `undefined` if there is none, or too far away. */
const closingQuote = (bytes: Buffer, open: number): number | undefined => {
  const most = open + QUOTED_BYTES;
  for (let at = bytes.indexOf(QUOTE, open + 1); at >= 0 && at <= most; at = bytes.indexOf(QUOTE, at)) {
    const first = at;
    while (at <= most && bytes[at] === QUOTE) at += 1;
    // Two are one of the text.
    if ((at - first) % 2 === 1) return at - 1;
  }
  return undefined;
};

/** How many lines end between two places. CR LF is one end. */
const lineEnds = (bytes: Buffer, { start, end }: Span): number => {
  let count = 0;
  for (let at = start; at < end; at += 1)
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count += 1;
  return count;
};

/**
 * Takes a list that is held apart into records and cells, without copies of it. Lines end with LF, CR LF or CR. A cell in quotes
 * (RFC 4180 §2) may hold the delimiter and line ends, but not in the wanted column, where a quote that is open at the line's end
 * is text, and so is one that something follows, as in `"a,b"@x.com`. Records of blanks alone are left out. After every 16 kB,
 * within a record too, it gives `undefined`, so that its reader can let others have their turn.
 * @throws ListError `unclosed-quote` for a quote of another column that does not end as it should, or far too late.
 */
export function* listRecords(
  bytes: Buffer,
  { delimiter, column, from = { at: 0, line: 1 } }: RecordsOptions,
): Generator<ListRecord | undefined, void, undefined> {
  let { at, line } = from;
  let pause = at + AT_ONCE;

  const isBlankWithin = (byte: number | undefined) => (byte === BLANK || byte === TAB) && byte !== delimiter;
  /** Past blanks, as far as is looked at before the next pause. */
  const skipBlanks = (): void => {
    while (at < pause && isBlankWithin(bytes[at])) at += 1;
  };
  const skipText = (): void => {
    const end = Math.min(bytes.length, pause);
    while (at < end && bytes[at] !== delimiter && !isLineEnd(bytes[at])) at += 1;
  };

  /** Where the text goes on, and the cell in quotes if it is one. */
  const quoted = (start: number, number: number): { readonly next: number; readonly cell?: Cell } => {
    const close = closingQuote(bytes, start);
    const lines = close === undefined ? 0 : lineEnds(bytes, { start, end: close });
    let next = (close ?? start) + 1;
    while (next - start <= 2 * QUOTED_BYTES && isBlankWithin(bytes[next])) next += 1;
    const isWhole =
      close !== undefined && (next >= bytes.length || bytes[next] === delimiter || isLineEnd(bytes[next]));
    const isOneLine = close !== undefined && lines === 0;
    if (isWhole && (isOneLine || number !== column)) {
      line += lines;
      return { next, cell: { start: start + 1, end: close, isQuoted: true } };
    }
    if (isOneLine) return { next: close + 1 };
    if (column === undefined || number === column) return { next: start + 1 };
    throw new ListError(
      'unclosed-quote',
      `The quote in line ${line} of the list is never closed, or not where its cell ends: close it, and write two where a quoted cell holds one.`,
    );
  };

  while (at < bytes.length) {
    let start = at;
    const startLine = line;
    const cells: Cell[] = [];
    let hasText = false;
    for (let number = 0; ; number += 1) {
      let cell: Cell | undefined;
      for (skipBlanks(); at >= pause; skipBlanks()) {
        pause = at + AT_ONCE;
        yield undefined;
      }
      const cellStart = at;
      if (number === 0) start = at;
      if (bytes[at] === QUOTE) {
        hasText = true;
        ({ next: at, cell } = quoted(at, number));
      }
      const textStart = at;
      for (skipText(); at >= pause; skipText()) {
        pause = at + AT_ONCE;
        yield undefined;
      }
      hasText ||= at > textStart;
      if (column === undefined ? number < COLUMNS : number === column)
        cells.push(cell ?? { start: cellStart, end: at, isQuoted: false });
      if (at >= bytes.length || bytes[at] !== delimiter) break;
      at += 1;
    }
    const end = at;
    if (at < bytes.length) line += 1;
    at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
    // Quickly: there may be 20 million empty lines.
    for (; isLineEnd(bytes[at]) && at < pause; line += 1) at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
    if (hasText) yield { start, end, line: startLine, cells };
  }
}

/** Windows-1252 where it is not ISO 8859-1, from 0x80 on. Some releases of Node take the one for the other. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const windows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (each) => WINDOWS_1252[each.charCodeAt(0) - 0x80] ?? each);

/**
 * The text of a part of a list, without the blanks around it: UTF-8, or where it is none Windows-1252, in which every byte is a
 * character. Of a longer part the first 4,096 bytes are read. NUL, which no store takes, becomes U+FFFD.
 */
export function textOf(
  bytes: Buffer,
  { start, end, isQuoted = false }: Span & { readonly isQuoted?: boolean },
): string {
  let [first, last] = [start, end];
  while (first < last && isBlank(bytes[first])) first += 1;
  if (last - first > CELL_BYTES) {
    last = first + CELL_BYTES;
    // Not within a character of UTF-8, which has three more bytes at most.
    for (let back = 0; back < 3 && ((bytes[last] ?? 0) & 0xc0) === 0x80; back += 1) last -= 1;
  }
  while (last > first && isBlank(bytes[last - 1])) last -= 1;
  const part = bytes.subarray(first, last);
  const text = isUtf8(part) ? part.toString() : windows1252(part);
  return (isQuoted ? text.replaceAll('""', '"') : text).replaceAll('\0', '\ufffd').trim();
}
