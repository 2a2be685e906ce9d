/**
 * A longer quoted cell counts as one whose quote is never closed: a spreadsheet's cell holds at most 32,767 characters.
 */
export const LONGEST_CELL = 131_072;
/** Columns of a record of which all cells are kept; of further columns only cells with an @ are kept. */
export const COLUMNS = 1_000;

/** Whether a cell has more than blanks and what fills a file up. */
export const hasText = (cell: string): boolean =>
  cell !== '' && (cell.charCodeAt(0) > 0x20 || /[^\s\0\x1a]/.test(cell));

/** The cells of a line; `undefined` if it has quotes, or more than is kept. */
export const plainCells = (line: string, delimiter: string, quote: string): string[] | undefined => {
  if (line.length > LONGEST_CELL || line.includes(quote)) return undefined;
  const cells = line.includes(delimiter) ? line.split(delimiter) : [line];
  if (cells.length > COLUMNS) return undefined;
  return /\s/.test(line) ? cells.map((cell) => cell.trim()) : cells;
};

/** Possible delimiters: a tab, or a printable character of ASCII. */
const DELIMITERS = ['\t', ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at))];
const escapedForClass = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const TEXT_ENDS: ReadonlyMap<string, RegExp> = new Map(
  DELIMITERS.map((delimiter) => [delimiter, new RegExp(`[\\r\\n${escapedForClass(delimiter)}]`, 'g')]),
);

/** The delimiter or line end behind a text. Its `lastIndex` says where to begin. @throws RangeError for another delimiter. */
export const textEndOf = (delimiter: string): RegExp => {
  const end = TEXT_ENDS.get(delimiter);
  if (!end)
    throw new RangeError(`Unknown delimiter ${JSON.stringify(delimiter)}: give a tab or a printable character.`);
  return end;
};

/** The rest of a quoted cell of one line without other quotes, by its quote. */
export const QUOTED = { '"': /[^"\r\n]*"/y, "'": /[^'\r\n]*'/y } as const;
