import { ClientError } from './client-error.js';
import type { UnreachedReason } from './unreached.js';

/**
 * No answer came: `offline`, `network`, `timeout` or `aborted`. The service may still have counted the call. `cause` is
 * the error that the platform threw, without the URL and the key.
 */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError';
  declare readonly code: 'offline' | 'network' | 'timeout' | 'aborted';
  /**
   * The reason, if it is known: `slow` for a `timeout`; for `network` the platform's reason. Browsers report only
   * `redirect` and `cors`.
   */
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
