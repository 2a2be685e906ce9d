/**
 * Why the connection failed: the address must not be contacted; the host refused it; nothing answered in time; there is
 * no route; the proxy failed; the caller cancelled it.
 */
export type ConnectFailure = 'forbidden' | 'refused' | 'timeout' | 'unreachable' | 'proxy' | 'aborted';

/** A connection could not be opened. The message does not name the host. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly code: ConnectFailure;

  constructor(code: ConnectFailure, address: string, options?: ErrorOptions) {
    super(`No connection to ${address}: ${code}.`, options);
    this.code = code;
  }
}
