import tls from 'node:tls';
import { parseIp } from '../../network/index.js';
import type { Connection } from './connect.js';
import { ConnectError } from './connect-error.js';

export interface StartTlsOptions {
  /** The host's name, for SNI, or its IP address, which cannot be one (RFC 6066 §3). */
  readonly host: string;
  /** Timeout of the handshake in milliseconds. */
  readonly timeoutMs: number;
  /** Has the certificate verified, against Node's authorities and these (PEM). The array must not change. */
  readonly trust?: { readonly authorities: readonly string[] };
}

/** Node reads all of its authorities again for each context, which takes tens of milliseconds. */
const contexts = new WeakMap<readonly string[], tls.SecureContext>();

const contextOf = (authorities: readonly string[]): tls.SecureContext => {
  // The option replaces all authorities that Node trusts by default.
  const context =
    contexts.get(authorities) ?? tls.createSecureContext({ ca: [...tls.rootCertificates, ...authorities] });
  contexts.set(authorities, context);
  return context;
};

const checkBy = ({ authorities }: { readonly authorities: readonly string[] }): tls.ConnectionOptions => ({
  rejectUnauthorized: true,
  ...(authorities.length > 0 && { secureContext: contextOf(authorities) }),
});

/**
 * Turns a connection into an encrypted one: at once, or after a mail host has answered STARTTLS (RFC 3207 §4). A mail
 * host's certificate is not checked: only the question whether a mailbox exists is sent, most mail hosts have a
 * certificate that no authority has signed, and DNS, which named the host, is not authenticated either. Rejects with a
 * ConnectError, and the connection is gone then.
 */
export function startTls(connection: Connection, { host, timeoutMs, trust }: StartTlsOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const secure = tls.connect({
      socket: connection,
      host,
      servername: parseIp(host) ? '' : host,
      ...(trust ? checkBy(trust) : { rejectUnauthorized: false }),
    });
    const settle = (failure?: 'unreachable' | 'timeout', cause?: unknown) => {
      clearTimeout(timer);
      secure.removeAllListeners('secureConnect').off('error', fail).off('close', lost);
      // From here on the reader handles errors.
      secure.on('error', () => undefined);
      if (!failure) return resolve(secure);
      secure.destroy();
      connection.destroy();
      reject(new ConnectError(failure, host, { cause }));
    };
    const fail = (cause: Error) => settle('unreachable', cause);
    const lost = () => settle('unreachable');
    const timer = setTimeout(() => settle('timeout'), timeoutMs);
    secure
      .once('secureConnect', () => settle())
      .once('error', fail)
      .once('close', lost);
  });
}
