import tls from 'node:tls';
import type { Connection } from './connect.js';
import { ConnectError } from './connect-error.js';

export interface StartTlsOptions {
  /** The mail host's name, for SNI. */
  readonly host: string;
  /** How long the handshake may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Turns a connection into an encrypted one after a host has answered STARTTLS (RFC 3207 §4). The certificate is not
 * checked: nothing is sent but the question whether a mailbox exists, most mail hosts show one that no authority has signed,
 * and DNS, which named the host, proves no more than it does. Rejects with a ConnectError, and the connection is gone then.
 */
export function startTls(connection: Connection, { host, timeoutMs }: StartTlsOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const secure = tls.connect({ socket: connection, servername: host, rejectUnauthorized: false });
    const settle = (failure?: 'unreachable' | 'timeout', cause?: unknown) => {
      clearTimeout(timer);
      secure.removeAllListeners('secureConnect').off('error', fail).off('close', lost);
      // From here on errors are for whoever reads.
      secure.on('error', () => undefined);
      if (!failure) return resolve(secure);
      secure.destroy();
      connection.destroy();
      reject(new ConnectError(failure, host, { cause }));
    };
    const fail = (cause: Error) => settle('unreachable', cause);
    const lost = () => settle('unreachable');
    const timer = setTimeout(() => settle('timeout'), timeoutMs);
    secure.once('secureConnect', () => settle()).once('error', fail).once('close', lost);
  });
}
