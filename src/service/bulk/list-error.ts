import type { TableErrorCode } from '../../table/index.js';

/** Faults of a list that was fetched: it cannot be read, or it has too many addresses. */
type ReadErrorCode = TableErrorCode | 'too-many';

/** Why a list could not be fetched. */
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
 * `url`: the URL breaks a rule of the interface. `redirect`: a redirect leads to a URL that is not fetched. `status`: the server
 * answered with an error, or without the list. `compression`: the list is compressed in an unknown or broken way. `broken`: the connection
 * ended before the list did. `aborted`: the download was cancelled.
 */
export type ListErrorCode = ReadErrorCode | FetchErrorCode;

/** A list could not be fetched, or could not be read. One sentence says what is wrong, where, and what to do. */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly code: ListErrorCode;

  constructor(code: ListErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
