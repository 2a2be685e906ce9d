import { createServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Caller } from './app-options.js';

/** Where a server listens. */
export interface Place {
  /** A free one is chosen for 0. */
  readonly port: number;
  /** A name or an address; `::` for all. */
  readonly host: string;
}

/** A server that listens. */
export interface Listening {
  /** Of the server's root, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Takes no more connections; resolves when the answers under way are out. */
  close(): Promise<void>;
}

/** How long a caller may take to send its request or to take its answer once the server is to close, in milliseconds. */
const LAST_MILLISECONDS = 30_000;

/**
 * Serves a `Request → Response` function over HTTP. The caller's address is the socket's: headers can say anything.
 * Rejects with what the system says (`EADDRINUSE`, `EACCES`) where the place cannot be had.
 */
export const listen = async (answer: (request: Request, caller: Caller) => Promise<Response>, { port, host }: Place): Promise<Listening> => {
  let isClosing = false;
  const listener = getRequestListener(
    (request, env) => answer(request, { address: (env as HttpBindings).incoming.socket.remoteAddress }),
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => {
    // A connection kept alive past its answer would hold up the server's end by seconds.
    outgoing.once('close', () => isClosing && server.closeIdleConnections());
    void listener(incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = server.address();
  const boundPort = typeof bound === 'object' && bound ? bound.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    close: () =>
      new Promise((resolve) => {
        isClosing = true;
        const last = setTimeout(() => server.closeAllConnections(), LAST_MILLISECONDS);
        server.close(() => {
          clearTimeout(last);
          resolve();
        });
      }),
  };
};
