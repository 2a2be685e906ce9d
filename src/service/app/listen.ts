import { createServer, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { encodeFailure, neutralNames } from '../../wire/index.js';
import type { Caller } from './options.js';

/** Where a server listens. */
export interface Place {
  /** A free one is chosen for 0. */
  readonly port: number;
  /** A name or an address; `::` for all. */
  readonly host: string;
  /**
   * The process is the service's own: lighter `Request` and `Response` take the place of Node's in all of it, which makes
   * a validation a fifth cheaper. Leave it out where other code in the process has a use for Node's.
   */
  readonly ownsProcess?: boolean;
}

/** A server that listens. */
export interface Listening {
  /** Of the server's root, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Takes no more connections; resolves when the answers under way are out. */
  close(): Promise<void>;
}

/** How long a caller may take to take its answer once the server is to close, in milliseconds. */
const LAST_MILLISECONDS = 30_000;

/** What a request line and its headers may hold, in octets: ten thousand emoji, percent-encoded, and room to spare. */
const HEAD_OCTETS = 262_144;

/** Why a request was not read, by the parser's code; anything else is no HTTP. */
const unread: Readonly<Record<string, readonly [status: number, words: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request is too long: an address has at most 254 octets.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time: send it again.'],
};
const NO_HTTP = [400, 'The request is no HTTP that can be read: check its first line and its headers.'] as const;

/** A whole answer to what was no request, which pages of any origin may read. */
const refusal = (code: string | undefined, envelope: string): string => {
  const [status, words] = unread[code ?? ''] ?? NO_HTTP;
  const body = JSON.stringify(encodeFailure(status, words, envelope).body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Access-Control-Allow-Origin: *',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
};

/** Open connections, and how many requests are under way on each. */
class Connections {
  readonly #underWay = new Map<Socket, number>();
  #isClosing = false;

  add(socket: Socket): void {
    this.#underWay.set(socket, 0);
    socket.once('close', () => this.#underWay.delete(socket));
    if (this.#isClosing) socket.destroy();
  }

  isAsked(socket: Socket): boolean {
    return (this.#underWay.get(socket) ?? 0) > 0;
  }

  begin(socket: Socket): void {
    this.#underWay.set(socket, (this.#underWay.get(socket) ?? 0) + 1);
  }

  end(socket: Socket): void {
    const left = (this.#underWay.get(socket) ?? 1) - 1;
    if (this.#underWay.has(socket)) this.#underWay.set(socket, left);
    // What was written goes out first.
    if (this.#isClosing && left === 0) socket.destroySoon();
  }

  /** Ends connections that wait for a request, and later the others as their answers are out. */
  close(): void {
    this.#isClosing = true;
    for (const [socket, requests] of this.#underWay) if (requests === 0) socket.destroy();
  }
}

/**
 * Serves a `Request → Response` function over HTTP. The caller's address is the socket's: headers can say anything.
 * What cannot be read as a request is refused in the interface's error body, wrapped in `envelope`.
 * Rejects with what the system says (`EADDRINUSE`, `EACCES`) where the place cannot be had.
 */
export const listen = async (
  answer: (request: Request, caller: Caller) => Promise<Response>,
  { port, host, ownsProcess = false }: Place,
  envelope: string = neutralNames.envelope,
): Promise<Listening> => {
  const connections = new Connections();
  const listener = getRequestListener(
    (request, env) => answer(request, { address: (env as HttpBindings).incoming.socket.remoteAddress }),
    { overrideGlobalObjects: ownsProcess },
  );
  const server = createServer({ maxHeaderSize: HEAD_OCTETS }, (incoming, outgoing) => {
    const { socket } = incoming;
    connections.begin(socket);
    outgoing.once('close', () => connections.end(socket));
    void listener(incoming, outgoing);
  });
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Into an answer that is being written nothing may be put.
    if (error.code === 'ECONNRESET' || !socket.writable || connections.isAsked(socket)) return socket.destroy();
    socket.end(refusal(error.code, envelope));
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
        const last = setTimeout(() => server.closeAllConnections(), LAST_MILLISECONDS);
        server.close(() => {
          clearTimeout(last);
          resolve();
        });
        connections.close();
      }),
  };
};
