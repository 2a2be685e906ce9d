/**
 * `no-column`: no column has the name that was asked for. `bad-header`: the header cannot be used, as if two columns have one name. `unclosed-quote`: a quoted cell does not end where it should. `empty`: there is
 * no address. `long-line`: one line has more addresses than can be held. `not-a-list`: an archive, a workbook, JSON, SQL or another file.
 * `web-page`: HTML or XML. `encoding`: the text is in an encoding that cannot be read. `compression`: gzip that cannot be unpacked.
 * `too-large`: more bytes than are read.
 */
export type TableErrorCode =
  | 'no-column'
  | 'bad-header'
  | 'unclosed-quote'
  | 'empty'
  | 'long-line'
  | 'not-a-list'
  | 'web-page'
  | 'encoding'
  | 'compression'
  | 'too-large';

/** A file cannot be read as a list or table of addresses. One sentence says what is wrong, where, and what to do. */
export class TableError extends Error {
  override readonly name = 'TableError';
  readonly code: TableErrorCode;

  constructor(code: TableErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
