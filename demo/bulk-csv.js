/**
 * The records of a CSV (RFC 4180): cells may be quoted, hold commas and line ends, and have their quotes doubled. A line's end is CRLF
 * or LF.
 * @param {string} text @returns {string[][]}
 */
export const parseCsv = (text) => {
  /** @type {string[][]} */
  const records = [];
  /** @type {string[]} */
  let cells = [];
  // A quoted cell, or one without quotes; then what ends it. Sticky: each begins where the last one ended.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new SyntaxError('The results are no CSV.');
    const [, quoted, plain, end] = found;
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',' && cell.lastIndex < text.length) continue;
    if (end === ',') cells.push('');
    records.push(cells);
    cells = [];
  }
  return records;
};

/** A cell as it was before it was made safe for spreadsheets, which run what begins so: an apostrophe was put before it. @param {string} cell */
export const withoutGuard = (cell) => cell.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/, '');

/**
 * The records below a line of names, by name.
 * @param {string} text @returns {Record<string, string>[]}
 */
export const readTable = (text) => {
  const [names = [], ...records] = parseCsv(text);
  return records.map((cells) => Object.fromEntries(names.map((name, at) => [name, withoutGuard(cells[at] ?? '')])));
};
