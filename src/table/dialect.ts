import { addressesIn } from '../address/index.js';
import { hasAt } from './at-sign.js';
import { columnNameKind } from './column-names.js';
import { PIECE_BYTES } from './pieces.js';
import { RecordScanner, type Quote, type RecordOptions, type ScannedRecord } from './record-scanner.js';

/** Format of a file: its delimiter and quoting. */
export interface Dialect {
  readonly delimiter: string;
  readonly quote: Quote;
  /** Each line is one quoted cell that has the whole record. */
  readonly isWrapped: boolean;
  /** The first line is Excel's `sep=;`. */
  readonly hasSeparatorLine: boolean;
}

/** The first records of a file, and how they were found. */
export interface Sample {
  readonly dialect: Dialect;
  readonly rows: readonly (readonly string[])[];
}

/** Number of records, or of characters, that are looked at. */
const SAMPLE_RECORDS = 200;
const SAMPLE_LENGTH = 65_536;
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** At most this many cells with an @ are read in each record, if they are not too long. */
const MOST_SAMPLED_CELLS = 16;
const LONGEST_SAMPLED_CELL = 1_024;

/** Whether a cell has only addresses. One with a character that may be a delimiter counts only if it is all of the cell. */
const hasAddressesAlone = (cell: string): boolean => {
  const found = cell.length > LONGEST_SAMPLED_CELL ? [] : addressesIn(cell);
  return (
    found.length > 0 && found.every(({ address, isRead }) => isRead && (address === cell || !/[|;,\t]/.test(address)))
  );
};

/**
 * Returns how well a delimiter fits: the number of records in which it leaves addresses alone in a cell; then whether
 * it gives a cell a known name; then how many other records have as many cells as the first.
 */
const scoreOf = async (rows: Sample['rows'], pause: () => Promise<void>): Promise<number> => {
  let [addresses, length] = [0, 0];
  for (const row of rows) {
    const cells = row.filter(hasAt).slice(0, MOST_SAMPLED_CELLS);
    addresses += Number(cells.some(hasAddressesAlone));
    length += cells.join('').length;
    if (length < PIECE_BYTES) continue;
    length = 0;
    await pause();
  }
  const isNamed = rows.slice(0, 20).some((row) => row.some((cell) => !hasAt(cell) && columnNameKind(cell) === 'known'));
  const width = rows[0]?.length ?? 0;
  const even = width > 1 ? rows.filter((row) => row.length === width).length - 1 : 0;
  return addresses * 2 * SAMPLE_RECORDS + (isNamed ? SAMPLE_RECORDS : 0) + even / 2;
};

/** The cells of a record that stands within a quoted cell. */
export const unwrap = (
  [text = '']: readonly string[],
  { delimiter, quote }: Pick<Dialect, 'delimiter' | 'quote'>,
): readonly string[] => {
  const scanner = new RecordScanner({ delimiter, quote });
  const [first] = [...scanner.push(text), ...scanner.end()];
  return first?.cells ?? [];
};

const firstRecords = (text: string, isWhole: boolean, options: RecordOptions): readonly ScannedRecord[] => {
  const scanner = new RecordScanner(options);
  const records: ScannedRecord[] = [];
  const sample = text.slice(0, SAMPLE_LENGTH);
  for (let at = 0; at < sample.length && records.length < SAMPLE_RECORDS; at += SAMPLE_STEP)
    for (const record of scanner.push(sample.slice(at, at + SAMPLE_STEP))) records.push(record);
  // A record that the end of the sample cuts is looked at if there is no other.
  if ((isWhole && sample.length === text.length) || records.length === 0) records.push(...scanner.end());
  return records.slice(0, SAMPLE_RECORDS);
};
const SAMPLE_STEP = 4_096;

/** Whether the first line has apostrophes around all of its cells. */
const hasSingleQuotes = (text: string): boolean =>
  /^\s*'[^'\r\n]*'(?:[,;\t|]'[^'\r\n]*')+\s*(?:[\r\n]|$)/.test(text.slice(0, 4_096));

/** The sample for one delimiter. */
const sampleOf = (text: string, isWhole: boolean, options: RecordOptions & { readonly quote: Quote }): Sample => {
  const records = firstRecords(text, isWhole, options);
  const cells = records.map((record) => record.cells);
  const { delimiter, quote } = options;
  const isWrapped =
    records.length > 0 && records.every(({ isQuoted, cells: [cell = ''] }) => isQuoted && cell.includes(delimiter));
  const rows = isWrapped ? cells.map((row) => unwrap(row, options)) : cells;
  return { dialect: { delimiter, quote, isWrapped, hasSeparatorLine: false }, rows };
};

/**
 * Finds out from the start of a file what stands between its cells: comma, semicolon, tab or `|`, whichever {@link scoreOf}s best, or what a
 * first line `sep=;` says. `pause` is called between the tries. `isWhole` says that the file ends with the text.
 */
export async function findDialect(
  text: string,
  { isWhole, pause }: { readonly isWhole: boolean; readonly pause: () => Promise<void> },
): Promise<Sample> {
  const [line, given] = /^"?sep=([ -~\t])"?(?:\r\n|\r|\n)/i.exec(text) ?? [];
  if (line !== undefined && given !== undefined) {
    const { dialect, rows } = sampleOf(text.slice(line.length), isWhole, { delimiter: given, quote: '"' });
    return { dialect: { ...dialect, hasSeparatorLine: true }, rows };
  }
  const quote = hasSingleQuotes(text) ? "'" : '"';
  let best: { readonly sample: Sample; readonly fit: number } | undefined;
  for (const delimiter of DELIMITERS) {
    const sample = sampleOf(text, isWhole, { delimiter, quote });
    const fits = await scoreOf(sample.rows, pause);
    if (!best || fits > best.fit) best = { sample, fit: fits };
    await pause();
  }
  return best?.sample ?? { dialect: { delimiter: ',', quote, isWrapped: false, hasSeparatorLine: false }, rows: [] };
}
