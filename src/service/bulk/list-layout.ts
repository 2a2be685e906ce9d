import { setImmediate as turn } from 'node:timers/promises';
import { listRecords, textOf } from './list-records.js';

/** Where a list has its addresses. */
export interface ListLayout {
  /** The byte between cells. */
  readonly delimiter: number;
  /** Counted from 0. */
  readonly column: number;
  /** Whether the first line has named that column. */
  readonly isNamed: boolean;
  /** Where the first record after a header begins, and the number of its line. */
  readonly from: { readonly at: number; readonly line: number };
}

/** A list's first records as texts, and where the second begins. */
interface Sample {
  readonly delimiter: number;
  readonly rows: readonly (readonly string[])[];
  /** Records that have an address alone in one of their cells. */
  readonly addresses: number;
  readonly second: ListLayout['from'];
}

/** So many records are looked at, or as many as there are in so many bytes. */
const SAMPLE_RECORDS = 200;
const SAMPLE_BYTES = 1_000_000;
const [COMMA, SEMICOLON, TAB] = [0x2c, 0x3b, 0x09];

/** What is longer than this names no column. */
const LONGEST_NAME = 64;

/** A name in small letters, without accents and what is no letter; `''` for a text that is too long for one. */
const nameOf = (cell: string): string =>
  (cell.length > LONGEST_NAME ? '' : cell)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What people and programs call a column of addresses. */
const NAMES: ReadonlySet<string> = new Set(
  [
    ...[
      'email',
      'emails',
      'mail',
      'mails',
      'emailaddress',
      'emailaddresses',
      'mailaddress',
      'emailid',
      'useremail',
      'primaryemail',
      'contactemail',
      'customeremail',
      'subscriberemail',
    ],
    ...[
      'emailadresse',
      'emailadressen',
      'mailadresse',
      'mailadressen',
      'adresseemail',
      'adressemail',
      'adresseelectronique',
      'courriel',
      'mel',
      'correo',
      'correoelectronico',
    ],
    ...[
      'indirizzoemail',
      'postaelettronica',
      'enderecodeemail',
      'emailadres',
      'mailadres',
      'epost',
      'epostadress',
      'epostadresse',
      'eposta',
      'mejl',
      'adresemail',
      'sähköposti',
      'почта',
      'メールアドレス',
      '邮箱',
    ],
  ].map(nameOf),
);
/** Names that others have too: they count where addresses stand below them. */
const LIKELY =
  /e?mail|courriel|correo|^(?:e?address|adress?e?|contact|recipient|empfanger|kontakt|login|username|user)$/;

const hasAt = (cell: string | undefined): boolean => cell !== undefined && cell.includes('@');

/**
 * What of a cell is the address: all of it, or what stands in angle brackets at its end, as in `Jane Doe <jane@example.com>`
 * (RFC 5322 §3.4).
 */
export function addressIn(text: string): string {
  if (!text.endsWith('>')) return text;
  const open = text.indexOf('<');
  const inside = text.slice(open + 1, -1).trim();
  // Another bracket, or a blank, and it is something else. No one pattern for all: a text may be made to keep it busy.
  return open >= 0 && /.@./.test(inside) && !/[<>\s]/.test(inside) && !text.slice(0, open).includes('>')
    ? inside
    : text;
}

const isAddressAlone = (cell: string): boolean => /^(?:[^\s,;"<>@]+|"[^"]*")@[^\s,;"<>@]+$/.test(addressIn(cell));

const sampleOf = async (bytes: Buffer, delimiter: number, from: ListLayout['from']): Promise<Sample> => {
  const start = bytes.subarray(0, from.at + SAMPLE_BYTES);
  const rows: string[][] = [];
  let [second, addresses] = [from, 0];
  for (const record of listRecords(start, { delimiter, from })) {
    if (!record) {
      await turn();
      continue;
    }
    if (rows.length === 1) second = { at: record.start, line: record.line };
    const row = record.cells.map((cell) => textOf(start, cell));
    rows.push(row);
    if (row.some(isAddressAlone)) addresses += 1;
    if (rows.length === SAMPLE_RECORDS) break;
  }
  // A header alone is all there is; a first record without an end is none.
  return {
    delimiter,
    rows,
    addresses,
    second: rows.length > 1 || start.length < bytes.length ? second : { at: bytes.length, line: from.line },
  };
};

/** The delimiter that leaves an address alone in a cell most often; a comma where none does. */
const bestSample = async (bytes: Buffer, from: ListLayout['from']): Promise<Sample> => {
  let best = await sampleOf(bytes, COMMA, from);
  for (const delimiter of [SEMICOLON, TAB]) {
    const sample = await sampleOf(bytes, delimiter, from);
    if (sample.addresses > best.addresses) best = sample;
  }
  return best;
};

/** Excel's own first line, `sep=;`, which says what stands between the cells. */
const separatorLine = (bytes: Buffer): { readonly delimiter: number; readonly at: number } | undefined => {
  const [line, mark] = /^"?sep=([ -~\t])"?(?:\r\n|\r|\n)/i.exec(bytes.subarray(0, 20).toString('latin1')) ?? [];
  return line && mark ? { delimiter: mark.charCodeAt(0), at: line.length } : undefined;
};

/** One word with a dot in it, such as `janegmail.com`: it may be an address that lacks its @. */
const isDottedWord = (cell: string): boolean => !/\s/.test(cell) && cell.slice(1, -1).includes('.');

/** Whether the first record names columns. */
const isHeader = ([first = [], second = []]: Sample['rows']): boolean => {
  if (first.some(hasAt)) return false;
  if (first.some((cell) => NAMES.has(nameOf(cell)) || (LIKELY.test(nameOf(cell)) && !isDottedWord(cell)))) return true;
  const texts = first.filter((cell) => cell);
  return second.some(hasAt) && (texts.length > 1 || !texts.some(isDottedWord));
};

/** How many of a column's cells have a text, and how many of these an @. */
const countsOf = (rows: Sample['rows'], column: number) => {
  const texts = rows.map((row) => row[column] ?? '').filter((cell) => cell);
  return { texts: texts.length, ats: texts.filter(hasAt).length };
};

/** The column that the header names, if there are addresses below it or nowhere else. */
const namedColumn = (header: readonly string[], rows: Sample['rows']): number | undefined => {
  const names = header.map(nameOf);
  const isAnywhere = rows.some((row) => row.some(hasAt));
  const surely = names.findIndex((name, column) => NAMES.has(name) && (countsOf(rows, column).ats > 0 || !isAnywhere));
  if (surely >= 0) return surely;
  const likely = names.findIndex((name, column) => LIKELY.test(name) && countsOf(rows, column).ats > 0);
  return likely >= 0 ? likely : undefined;
};

/** The first column, unless it never has an @ and another almost always does where it has anything. */
const unnamedColumn = (rows: Sample['rows']): number => {
  if (countsOf(rows, 0).ats > 0) return 0;
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const counts = Array.from({ length: width }, (_, column) => ({ column, ...countsOf(rows, column) })).filter(
    ({ texts, ats }) => ats > 0 && ats >= texts * 0.9,
  );
  return counts.reduce((best, each) => (each.ats > best.ats ? each : best), { column: 0, ats: 0 }).column;
};

/**
 * Finds out from a list's first 200 records how it is laid out. Cells are parted by commas, semicolons or tabs: whichever leaves
 * addresses alone in their cells most often, or what a first line `sep=;` says. The first record is a header where it has no @ but a
 * name such as `E-Mail`, or where the second has one. The addresses are in the column so named; without such a name in the first
 * one, or, where that never has an @, in the one that has the most.
 */
export async function findLayout(bytes: Buffer): Promise<ListLayout> {
  const separator = separatorLine(bytes);
  const from = separator ? { at: separator.at, line: 2 } : { at: 0, line: 1 };
  const { delimiter, rows, second } = separator
    ? await sampleOf(bytes, separator.delimiter, from)
    : await bestSample(bytes, from);
  const [first = [], ...others] = rows;
  if (!isHeader(rows)) return { delimiter, column: unnamedColumn(rows), isNamed: false, from };
  const named = namedColumn(first, others);
  return { delimiter, column: named ?? unnamedColumn(others), isNamed: named !== undefined, from: second };
}
