import net from 'node:net';
import { ConnectError, type ConnectFailure } from './connect-error.js';
import { mayContact } from './reachable.js';

/** An open connection. */
export type Connection = net.Socket;

export interface ConnectOptions {
  /** An IP address, never a name: names are resolved, and judged, before. */
  readonly address: string;
  readonly port: number;
  /** How long the connection may take to come about, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly allowLoopback?: boolean | undefined;
}

const failureOf = (error: NodeJS.ErrnoException): ConnectFailure => {
  if (error.code === 'ECONNREFUSED') return 'refused';
  return error.code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
};

/**
 * Opens a TCP connection: the only place of the service that does. The address asked for is judged, and so is the one
 * that the socket says it is connected to. Rejects with a ConnectError.
 */
export function connect({ address, port, timeoutMs, signal, allowLoopback = false }: ConnectOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    if (!mayContact(address, { allowLoopback })) return reject(new ConnectError('forbidden', address));
    if (signal?.aborted) return reject(new ConnectError('aborted', address));
    const socket = net.connect({ host: address, port, noDelay: true });
    const settle = (failure?: ConnectFailure, cause?: unknown) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      socket.removeAllListeners('connect');
      socket.off('error', fail);
      // From here on errors are for whoever reads; without a listener they would end the process.
      socket.on('error', () => undefined);
      if (!failure) return resolve(socket);
      socket.destroy();
      reject(new ConnectError(failure, address, { cause }));
    };
    const abort = () => settle('aborted');
    const fail = (error: Error) => settle(failureOf(error), error);
    const timer = setTimeout(() => settle('timeout'), timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('error', fail);
    socket.once('connect', () => settle(mayContact(socket.remoteAddress ?? '', { allowLoopback }) ? undefined : 'forbidden'));
  });
}
