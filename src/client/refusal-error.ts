import type { RefusalKind } from '../wire/refusals.js';
import { ClientError } from './client-error.js';

/**
 * The service refused the call because of a key, credits, a limit or a parameter. A retry does not help, except for
 * `busy`.
 */
export class RefusalError extends ClientError {
  override readonly name = 'RefusalError';
  declare readonly code: RefusalKind;
}
