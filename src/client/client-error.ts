import type { RefusalKind } from '../wire/refusals.js';

/**
 * What went wrong, in one word: a refusal of the service, or `offline`, `network` (unreachable, reset, no CORS), `timeout`,
 * `aborted` (by the caller), `server-error` (5xx) or `bad-answer` (a body that is none of the interface's).
 */
export type ClientErrorCode =
  RefusalKind | 'offline' | 'network' | 'timeout' | 'aborted' | 'server-error' | 'bad-answer';

/**
 * Why a call gave no result: branch on `code`. The errors of `createClient` are its three subclasses. The API key is in no
 * message, and there is no `cause`, since the platform's errors name the URL and with it the key.
 */
export class ClientError extends Error {
  readonly code: ClientErrorCode;

  constructor(code: ClientErrorCode, message: string = code) {
    super(message);
    this.code = code;
  }
}
