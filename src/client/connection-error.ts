import { ClientError } from './client-error.js';
import type { UnreachedReason } from './unreached.js';

/**
 * No answer came: `offline`, `network`, `timeout` or `aborted`. The service may have counted the call nevertheless.
 * `cause` is the error that the platform threw, without the URL and the key.
 */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError';
  declare readonly code: 'offline' | 'network' | 'timeout' | 'aborted';
  /** Why, if it is known: `slow` of a `timeout`; of `network` what the platform says. Browsers tell `redirect` and `cors` alone. */
  readonly reason: UnreachedReason | undefined;

  constructor(
    code: ConnectionError['code'],
    message?: string,
    detail?: string,
    { reason, cause }: { readonly reason?: UnreachedReason | undefined; readonly cause?: Error | undefined } = {},
  ) {
    super(code, message, detail, cause && { cause });
    this.reason = reason;
  }
}
