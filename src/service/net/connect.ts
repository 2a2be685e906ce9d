import net from 'node:net';
import { ConnectError, type ConnectFailure } from './connect-error.js';
import { mayContact } from './reachable.js';
import { askProxy, ProxyError, type SocksProxy } from './socks5.js';

/** An open connection. */
export type Connection = net.Socket;

export interface ConnectOptions {
  /** An IP address, never a name: names are resolved and checked before. */
  readonly address: string;
  readonly port: number;
  /** Timeout of opening the connection in milliseconds, a proxy's part included. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly allowLoopback?: boolean | undefined;
  /** Connects to private addresses too. */
  readonly allowPrivate?: boolean | undefined;
  /** Connects through this proxy. It is the operator's own, so its address may be private. */
  readonly proxy?: SocksProxy | undefined;
}

const failureOf = (error: Error & { readonly code?: string }): ConnectFailure => {
  if (error instanceof ProxyError) return error.reason;
  if (error.code === 'ECONNREFUSED') return 'refused';
  return error.code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
};

/**
 * Opens a TCP connection. No other code of the service does. Checks the requested address and, if no proxy is used, the
 * address to which the socket is connected. Rejects with a ConnectError.
 */
export function connect({
  address,
  port,
  timeoutMs,
  signal,
  allowLoopback,
  allowPrivate,
  proxy,
}: ConnectOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    if (!mayContact(address, { allowLoopback, allowPrivate })) return reject(new ConnectError('forbidden', address));
    if (signal?.aborted) return reject(new ConnectError('aborted', address));
    const socket = net.connect({ host: proxy?.host ?? address, port: proxy?.port ?? port, noDelay: true });
    const settle = (failure?: ConnectFailure, cause?: unknown) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      socket.removeAllListeners('connect');
      socket.off('error', fail);
      // From here on the reader handles errors; without a listener they would end the process.
      socket.on('error', () => undefined);
      if (!failure) return resolve(socket);
      socket.destroy();
      reject(new ConnectError(failure, address, { cause }));
    };
    const abort = () => settle('aborted');
    // A refused connection to the proxy says nothing about the mail host.
    const fail = (error: Error) => settle(proxy && !(error instanceof ProxyError) ? 'proxy' : failureOf(error), error);
    const timer = setTimeout(() => settle('timeout'), timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('error', fail);
    socket.once('connect', () => {
      if (proxy) return void askProxy(socket, proxy, { address, port }).then(() => settle(), fail);
      settle(mayContact(socket.remoteAddress ?? '', { allowLoopback, allowPrivate }) ? undefined : 'forbidden');
    });
  });
}
