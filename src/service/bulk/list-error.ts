/** What is wrong with a list that is here. */
type Unreadable =
  | 'no-column'
  | 'bad-header'
  | 'unclosed-quote'
  | 'empty'
  | 'one-line'
  | 'too-large'
  | 'too-many'
  | 'not-a-list'
  | 'web-page'
  | 'encoding';

/** Why a list did not come here. */
type Unfetched =
  | 'url'
  | 'unknown-host'
  | 'unreachable'
  | 'certificate'
  | 'redirect'
  | 'redirects'
  | 'status'
  | 'compression'
  | 'timeout'
  | 'broken'
  | 'aborted';

/**
 * `no-column`: the first line has none of the name asked for. `bad-header`: it cannot be used for another reason.
 * `unclosed-quote`: a quoted cell goes on to the end of the list. `too-large`, `too-many`: there is more of it than is read.
 * `one-line`: all its addresses are in one. `not-a-list`: its bytes are those of a workbook, an archive or another file that is no
 * text. `web-page`: of a page. `encoding`: the text is written in a way that is not read. `redirect`: one leads to where nothing is
 * fetched from; `redirects`: there are too many. The others are named after what went wrong.
 */
export type ListErrorCode = Unreadable | Unfetched;

/** A list cannot be read as it was said to be, or not be fetched. One sentence says what is wrong, where, and what to do. */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly code: ListErrorCode;

  constructor(code: ListErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
