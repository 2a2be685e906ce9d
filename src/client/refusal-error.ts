import type { RefusalKind } from '../wire/refusals.js';
import { ClientError } from './client-error.js';

/** The service answered, and said no: a key, credits, a limit, a parameter. Asking the same again changes nothing, save for `busy`. */
export class RefusalError extends ClientError {
  override readonly name = 'RefusalError';
  declare readonly code: RefusalKind;
}
