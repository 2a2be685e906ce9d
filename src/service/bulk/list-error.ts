import type { TableErrorCode } from '../../table/index.js';

/** What is wrong with a list that is here: it cannot be read, or there are too many addresses. */
type ReadErrorCode = TableErrorCode | 'too-many';

/** Why a list did not come here. */
type FetchErrorCode =
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
 * `redirect`: one leads to an address that is not fetched; `redirects`: there are too many. The others are named after what went wrong.
 */
export type ListErrorCode = ReadErrorCode | FetchErrorCode;

/** A list cannot be read as it was said to be, or not be fetched. One sentence says what is wrong, where, and what to do. */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly code: ListErrorCode;

  constructor(code: ListErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
