/**
 * A cell of a CSV (RFC 4180 §2). A cell that a spreadsheet would run as a formula gets an apostrophe before it, since an address may begin
 * with `=`, `+` or `-`; NDJSON has texts as they are. East Asian spreadsheets take full-width signs for the plain ones. Semicolons and tabs
 * are quoted too, and the text after one is guarded like the start of a cell: in some languages spreadsheets take them for delimiters, and
 * quotes that do not begin a cell there for a part of its text.
 */
export const csvCell = (text: string): string => {
  const safe = text.replace(/(^|[;\t])(?=[=+\-@＝＋－＠\t\r\n])/g, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A line of a CSV, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
