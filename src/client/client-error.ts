import type { RefusalKind } from '../wire/refusals.js';

/**
 * Kind of the error, in one word: a refusal of the service, or `offline`, `network` (unreachable, reset, no CORS), `timeout`,
 * `aborted` (by the caller), `server-error` (5xx) or `bad-answer` (a body that does not come from this API).
 */
export type ClientErrorCode =
  RefusalKind | 'offline' | 'network' | 'timeout' | 'aborted' | 'server-error' | 'bad-answer';

/**
 * Why a call gave no result: branch on `code`. The errors of `createClient` are its three subclasses. None contains the
 * API key.
 */
export class ClientError extends Error {
  readonly code: ClientErrorCode;
  /** The end of the message: what the service said, or why it was not reached; `''` if nothing is known. */
  readonly detail: string;

  constructor(code: ClientErrorCode, message: string = code, detail = '', options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.detail = detail;
  }
}
