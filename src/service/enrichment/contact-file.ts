import { parseNamedAddress } from '../../address/index.js';
import { BAD_BYTES, CellScanner, type ScannedRecord } from '../bulk/cell-scanner.js';
import { ListError } from '../bulk/list-error.js';
import { withoutMark } from '../bulk/read-list.js';
import { faultWords } from '../verdict/fault-words.js';
import { readContactColumns, type ContactColumns } from './contact-columns.js';
import type { Fields } from './provider.js';

/** One line of a file of contacts: what it says of an address, or why it is left out. */
export interface ContactLine {
  /** Counted from 1. */
  readonly line: number;
  /** Where it ends: bytes from the start of the file. */
  readonly end: number;
  readonly contact?: { readonly address: string; readonly fields: Fields };
  /** Half a sentence. */
  readonly fault?: string;
}

/** A file may have so many bytes. */
const FILE_BYTES = 1_000_000_000;
const LONGEST_CELL = 1_000;
const LONGEST_CONTACT = 8_000;
/** Controls, but for the ends of lines and tabs that text may have. */
const CONTROLS = /[^\P{Cc}\t\n\r]/u;

/** A photo's address as browsers write it, which has no quotes, angle brackets or line ends for a page to stumble over. */
const photoAddress = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href.replaceAll("'", '%27') : undefined;
};

const faultOfCell = (field: string, cell: string): string | undefined => {
  if (cell.includes(BAD_BYTES)) return 'it is not UTF-8';
  const name = field ? `"${field}"` : 'a column without a name';
  if (cell.length > LONGEST_CELL) return `${name} is longer than ${LONGEST_CELL} characters`;
  if (CONTROLS.test(cell)) return `${name} has control characters`;
  if (cell && !field) return 'it has text in a column without a name';
  return field === 'photo' && cell && !photoAddress(cell) ? 'its photo is no https address' : undefined;
};

const readContact = (
  { cells }: ScannedRecord,
  { email, fields }: ContactColumns,
): Pick<ContactLine, 'contact' | 'fault'> => {
  const address = cells[email] ?? '';
  const others = cells.map(
    (cell, column) => [column === email ? '' : (fields[column] ?? ''), column === email ? '' : cell] as const,
  );
  if (address.includes(BAD_BYTES)) return { fault: 'it is not UTF-8' };
  if (!address) return { fault: 'its address is missing' };
  const parsed = parseNamedAddress(address);
  if (!parsed.ok) return { fault: `its address is none: ${faultWords[parsed.fault]}` };
  for (const [field, cell] of others) {
    const fault = faultOfCell(field, cell);
    if (fault) return { fault };
  }
  const said = others.flatMap(([field, cell]) =>
    cell ? [[field, field === 'photo' ? (photoAddress(cell) ?? '') : cell] as const] : [],
  );
  if (said.length === 0) return { fault: 'it says nothing of its address' };
  if (said.reduce((sum, [, cell]) => sum + cell.length, 0) > LONGEST_CONTACT)
    return { fault: `it has more than ${LONGEST_CONTACT} characters in all` };
  return { contact: { address, fields: Object.fromEntries(said) } };
};

/**
 * Reads a CSV of contacts (RFC 4180, UTF-8) as its bytes arrive, in bounded memory. The first line names the columns: `email`,
 * and whatever there is to say of it. Empty lines are dropped.
 * @throws ListError for a first line that cannot be used, a quote that is never closed and a file that is too large, and what
 * `chunks` throws. What was read before stands.
 */
export async function* readContacts(
  chunks: AsyncIterable<Uint8Array>,
  { mostBytes = FILE_BYTES } = {},
): AsyncGenerator<ContactLine, void, undefined> {
  const scanner = new CellScanner({ isCsv: true });
  let columns: ContactColumns | undefined;
  let read = 0;
  const scan = async function* () {
    for await (const chunk of withoutMark(chunks)) {
      read += chunk.length;
      if (read > mostBytes) throw new ListError('too-large', `The file has more than ${mostBytes} bytes: split it.`);
      yield scanner.push(chunk);
    }
    yield scanner.end();
  };
  for await (const records of scan()) {
    for (const record of records) {
      // The record that an open quote begins holds the rest of the file; spreadsheets end files with lines of commas.
      if (scanner.unclosedQuote !== undefined || record.cells.every((cell) => !cell)) continue;
      if (columns) yield { line: record.line, end: record.end, ...readContact(record, columns) };
      else columns = readContactColumns(record.cells);
    }
  }
  if (scanner.unclosedQuote !== undefined)
    throw new ListError(
      'unclosed-quote',
      `The quote in line ${scanner.unclosedQuote} is never closed: close it, and write two where a quoted cell holds one.`,
    );
  if (!columns)
    throw new ListError('bad-header', 'The file is empty: its first line names the columns, email among them.');
}
