/** What a spreadsheet's cell may hold at most is 32,767 characters: a longer quoted cell is one whose quote is never closed. */
export const LONGEST_CELL = 131_072;
/** Of further columns only cells with an @ are kept. */
export const COLUMNS = 1_000;

/** Whether a cell has more than blanks and what fills a file up. */
export const hasText = (cell: string): boolean =>
  cell !== '' && (cell.charCodeAt(0) > 0x20 || /[^\s\0\x1a]/.test(cell));

/** The cells of a line; `undefined` if it has quotes, or more than is kept. */
export const plainCells = (line: string, delimiter: string, quote: string): string[] | undefined => {
  if (line.length > LONGEST_CELL || line.includes(quote)) return undefined;
  const cells = line.split(delimiter);
  if (cells.length > COLUMNS) return undefined;
  return /\s/.test(line) ? cells.map((cell) => cell.trim()) : cells;
};

/** Where cells end. Each is told where to begin by its `lastIndex`. */
export interface CellEnds {
  /** The delimiter or line end behind a text. */
  readonly text: RegExp;
  /** What is behind the quote that opens a cell, up to the one that closes it: one line without other quotes. */
  readonly quoted: RegExp;
}

/** A character as a regular expression has it, also between brackets. */
const inClass = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** For a delimiter and the character around quoted cells. */
export const cellEnds = (delimiter: string, quote: string): CellEnds => {
  const end = `[\\r\\n${inClass(delimiter)}]`;
  const mark = inClass(quote);
  return { text: new RegExp(end, 'g'), quoted: new RegExp(`[^\\r\\n${mark}]*${mark}(?=${end})`, 'y') };
};
