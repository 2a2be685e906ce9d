import { setImmediate as turn } from 'node:timers/promises';
import { BULK_ADDRESSES } from '../../wire/index.js';
import { addressIn, findLayout, type ListLayout } from './list-layout.js';
import { ListError } from './list-error.js';
import { listRecords, textOf, type ListRecord } from './list-records.js';
import { listText } from './list-text.js';

/** One address of a list, or what stands in its place. */
export interface ListLine {
  /** Without the blanks around it, never empty; of a longer one the first 4,096 bytes. It has no NUL. */
  readonly text: string;
  /** The line of the file that it begins in, counted from 1. */
  readonly line: number;
}

/** A list that is here and can be read. */
export interface HostedList {
  /** Lines that it has: 1 to `BULK_ADDRESSES`. */
  readonly count: number;
  /** The lines in their order, every time from the first on. Others have their turn after every 16 kB of the file. */
  lines(): AsyncGenerator<ListLine, void, undefined>;
}

const AT = 0x40;

/** Whether a record has an @ outside of its cell. */
const hasAtElsewhere = (bytes: Buffer, { start, end, cells: [cell] }: ListRecord): boolean =>
  bytes.subarray(start, cell?.start ?? end).includes(AT) || bytes.subarray(cell?.end ?? end, end).includes(AT);

/**
 * Without the commas and semicolons at its end: they come from lists that mail programs show, and no address has any there. Quotes
 * around all of the rest were a cell's (RFC 4180 §2).
 */
const withoutEnd = (text: string): string => {
  let end = text.length;
  while (end > 0 && /[\s,;]/.test(text[end - 1] ?? '')) end -= 1;
  if (end === 0 || end === text.length) return text;
  const rest = text.slice(0, end);
  return /^"(?:[^"]|"")*"$/.test(rest) ? rest.slice(1, -1).replaceAll('""', '"') : rest;
};

/**
 * The text of a record: its cell; or all of the record where the cell has no @ and the rest does, since a comma may have got into an
 * address. A record without a text in a column that was named has no address.
 */
const recordText = (bytes: Buffer, record: ListRecord, { isNamed }: ListLayout): string => {
  const [cell] = record.cells;
  const text = cell ? textOf(bytes, cell) : '';
  if (text.includes('@') || (!text && isNamed) || !hasAtElsewhere(bytes, record)) return addressIn(withoutEnd(text));
  return addressIn(withoutEnd(textOf(bytes, record)));
};

async function* linesOf(bytes: Buffer, layout: ListLayout): AsyncGenerator<ListLine, void, undefined> {
  for (const record of listRecords(bytes, layout)) {
    if (!record) {
      await turn();
      continue;
    }
    const text = recordText(bytes, record, layout);
    if (text) yield { text, line: record.line };
  }
}

/** How many lines there are. Those beyond the limit are not looked into: there may be 10 million. */
const countLines = async (bytes: Buffer, layout: ListLayout): Promise<number> => {
  let count = 0;
  for (const record of listRecords(bytes, layout)) {
    if (!record) await turn();
    else if (count > BULK_ADDRESSES || recordText(bytes, record, layout)) count += 1;
  }
  return count;
};

const refuseNumber = (count: number): void => {
  if (count === 0)
    throw new ListError(
      'empty',
      'The list has no line with an address in it: look into the file, and offer one that has.',
    );
  if (count <= BULK_ADDRESSES) return;
  const parts = Math.ceil(count / BULK_ADDRESSES);
  throw new ListError(
    'too-many',
    `The list has ${count} addresses, and a list may have ${BULK_ADDRESSES}: split it into ${parts} lists or more.`,
  );
};

/** Refuses a list that mail programs give, with its addresses one after the other: as a CSV it would have one alone. */
const refuseOneLine = async (bytes: Buffer, { delimiter, isNamed, from }: ListLayout): Promise<void> => {
  if (isNamed) return;
  for (const record of listRecords(bytes, { delimiter, from })) {
    if (!record) await turn();
    const count = (record?.cells ?? []).filter((cell) => textOf(bytes, cell).includes('@')).length;
    if (count > 1)
      throw new ListError(
        'one-line',
        `The list has ${count} addresses or more in one line: write each on a line of its own.`,
      );
  }
};

/**
 * Reads a list as people's files have them: one address a line, or a CSV whose column of addresses is found out (`findLayout`), in
 * UTF-8, UTF-16 or Windows-1252, with LF, CR LF or CR. A header and lines without a text are left out; every other line is kept in its
 * place, whether it is an address or not. `body` is held, not copied, and must not change. `type` is its media type, or `''`.
 * @throws ListError where it is no list, has no lines, too many, or one for all its addresses, or has a quote that is never closed.
 */
export async function readHostedList(body: Uint8Array, type = ''): Promise<HostedList> {
  const bytes = await listText(body, type);
  const layout = await findLayout(bytes);
  const count = await countLines(bytes, layout);
  refuseNumber(count);
  if (count === 1) await refuseOneLine(bytes, layout);
  return { count, lines: () => linesOf(bytes, layout) };
}
