import { ClientError } from './client-error.js';

/** No answer came: `offline`, `network`, `timeout` or `aborted`. The service may have counted the call all the same. */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError';
  declare readonly code: 'offline' | 'network' | 'timeout' | 'aborted';
}
