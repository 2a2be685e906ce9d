import { parseNamedAddress } from '../../address/index.js';
import { parsedUrl } from '../../network/index.js';
import { readTable, type TableRow } from '../../table/index.js';
import { yieldToEventLoop } from '../../timing/index.js';
import { syntaxFaultClauses } from '../verdict/fault-words.js';
import { readContactColumns, type ContactColumns } from './contact-columns.js';
import type { Fields } from './provider.js';

/** A line of a file of contacts: its data, or why it is left out. */
export interface ContactLine {
  /** Counted from 1. */
  readonly line: number;
  /** End of the line, in bytes from the start of the file. */
  readonly end: number;
  /** The address; the unchanged text if no address was found in it; `''` if the cell is empty. */
  readonly address: string;
  readonly contact?: { readonly address: string; readonly fields: Fields };
  /** A clause, to follow a colon. */
  readonly fault?: string;
}

/** Maximum size of a file in bytes. */
const FILE_BYTES = 1_000_000_000;
const LONGEST_VALUE = 1_000;
const LONGEST_CONTACT = 8_000;
/** Control characters, except line ends and tabs, which text may have. */
const CONTROLS = /[^\P{Cc}\t\n\r]/u;

/** A photo's address as browsers write it, which has no quotes, angle brackets or line ends for a page to stumble over. */
const photoAddress = (text: string): string | undefined => {
  const url = parsedUrl(text);
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href.replaceAll("'", '%27') : undefined;
};

const faultOfCell = (field: string, cell: string): string | undefined => {
  const name = field ? `"${field}"` : 'a column without a name';
  if (cell.length > LONGEST_VALUE) return `${name} is longer than ${LONGEST_VALUE} characters`;
  if (CONTROLS.test(cell)) return `${name} has control characters`;
  if (cell && !field) return 'it has text in a column without a name';
  return field === 'photo' && cell && !photoAddress(cell) ? 'its photo is not an https address' : undefined;
};

const readContact = (
  { cells, address }: TableRow,
  { email, fields }: ContactColumns,
): Pick<ContactLine, 'contact' | 'fault'> => {
  if (!address) return { fault: 'its address is missing' };
  const parsed = parseNamedAddress(address);
  if (!parsed.ok) return { fault: `its address is invalid: ${syntaxFaultClauses[parsed.fault]}` };
  const others = cells.flatMap((cell, column) =>
    column === email || cell === address ? [] : [[fields[column] ?? '', cell] as const],
  );
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

/** Options of reading a file of contacts. */
export interface ContactFileOptions {
  /** The column of the addresses, by its name or its number from 1; without it, the column is found by its name. */
  readonly column?: string | number | undefined;
  /** A larger file is refused. */
  readonly mostBytes?: number;
  /** Called with the column that the addresses are read from. */
  readonly onColumn?: ((name: string | undefined) => void) | undefined;
}

/**
 * Reads a table of contacts as its bytes arrive, in bounded memory: see `readTable`. Its header names the column of the
 * address, and the other columns. Empty lines are dropped.
 * @throws TableError, also for a header that cannot be used; and what `chunks` throws. Contacts that were yielded
 * before stay valid.
 */
export async function* readContacts(
  chunks: AsyncIterable<Uint8Array>,
  { column, mostBytes = FILE_BYTES, onColumn }: ContactFileOptions = {},
): AsyncGenerator<ContactLine, void, undefined> {
  const { layout, rows } = await readTable(chunks, { column, mostBytes, pause: yieldToEventLoop });
  onColumn?.(layout.name);
  const columns = readContactColumns(layout.header?.cells ?? [], layout.column);
  for await (const row of rows({ isEveryRecord: true }))
    yield { line: row.line, end: row.end, address: row.address, ...readContact(row, columns) };
}
