import { setImmediate as turn } from 'node:timers/promises';
import { seenText } from '../verdict/seen-text.js';
import { CellScanner } from './cell-scanner.js';
import { ListError } from './list-error.js';
import { AT_ONCE } from './list-records.js';

/** One address of a list. */
export interface ListEntry {
  /** Without the blanks around it. Bytes that are not UTF-8 are `BAD_BYTES`, and of a longer line the first 4,096 bytes are here. */
  readonly text: string;
  /** About where its line ends: bytes from the start of the list. */
  readonly end: number;
}

export interface ReadListOptions {
  /** A column's name in the first line, or its number, counted from 1. Without one the list has an address a line. */
  readonly column?: string | number | undefined;
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Bytes in pieces of at most so many as are read before others have their turn, which they have between two of one chunk. */
async function* piecesOf(chunk: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < chunk.length; at += AT_ONCE) {
    if (at > 0) await turn();
    yield chunk.subarray(at, at + AT_ONCE);
  }
}

/** Bytes without the byte order mark that they may begin with, in pieces between which others can have their turn. */
export async function* withoutMark(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start && start.length + chunk.length < BYTE_ORDER_MARK.length) {
      start = Buffer.concat([start, chunk]);
    } else if (start) {
      const all = Buffer.concat([start, chunk]);
      start = undefined;
      yield* piecesOf(all.indexOf(BYTE_ORDER_MARK) === 0 ? all.subarray(BYTE_ORDER_MARK.length) : all);
    } else {
      yield* piecesOf(chunk);
    }
  }
  if (start) yield start;
}

const NAMES_SHOWN = 200;

const columnOf = (cells: readonly string[], name: string): number => {
  const exact = cells.indexOf(name);
  const found = exact < 0 ? cells.findIndex((cell) => cell.toLowerCase() === name.toLowerCase()) : exact;
  if (found >= 0) return found;
  const shown = seenText(cells.join(', ')).slice(0, NAMES_SHOWN);
  throw new ListError(
    'no-column',
    `The first line has no column "${name}". What it has, with commas between: ${shown}.`,
  );
};

/**
 * Reads the addresses of a list as its bytes arrive, in bounded memory: one a line, or a CSV's column (RFC 4180). Lines end
 * with LF or CR LF. Blanks around an address, a byte order mark and empty lines are dropped; a column's number leaves the
 * first line among the data, and a record too short for the column gives an empty text.
 * @throws ListError, and what `chunks` throws.
 */
export async function* readList(
  chunks: AsyncIterable<Uint8Array>,
  { column }: ReadListOptions = {},
): AsyncGenerator<ListEntry, void, undefined> {
  let name = typeof column === 'string' ? column : undefined;
  const scanner = new CellScanner({
    isCsv: column !== undefined,
    column: name === undefined ? Number(column ?? 1) - 1 : undefined,
  });
  const scan = async function* () {
    for await (const chunk of withoutMark(chunks)) yield scanner.push(chunk);
    yield scanner.end();
  };
  for await (const records of scan()) {
    for (const { cells, isBlank, end } of records) {
      if (isBlank) continue;
      if (name === undefined) {
        yield { text: cells[0] ?? '', end };
      } else {
        scanner.wanted = columnOf(cells, name);
        name = undefined;
      }
    }
  }
  // After its record, which holds all the rest of the list and is answered as what it is.
  if (scanner.unclosedQuote !== undefined)
    throw new ListError(
      'unclosed-quote',
      `The quote in line ${scanner.unclosedQuote} is never closed: close it, and write two where a quoted cell holds one.`,
    );
}
