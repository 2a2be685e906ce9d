import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { neutralNames } from '../../wire/index.js';
import { Connections } from './connections.js';
import type { ConnectionInfo } from './parts.js';
import { HEAD_OCTETS, malformedRequestAnswer, unusableHost, type ParserError } from './malformed-request.js';

/** Host and port to listen at. */
export interface ListenAddress {
  /** A free one is chosen for 0. */
  readonly port: number;
  /** A name or an address; `::` for all. */
  readonly host: string;
  /**
   * The process is the service's own: lighter `Request` and `Response` take the place of Node's in all of it, which makes
   * a validation a fifth cheaper. Leave it out if other code in the process has a use for Node's.
   */
  readonly ownsProcess?: boolean;
}

/** Milliseconds that callers have to read their answers when the server closes. */
const DRAIN_MILLISECONDS = 30_000;
/** The same for a refusal of a malformed request. */
const REFUSAL_MILLISECONDS = 1_000;

/** A server that listens. */
export interface Listening {
  /** URL of the server's root, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Takes no more connections; resolves when the answers in progress are sent. */
  close(): Promise<void>;
}

/** Timeouts of callers in milliseconds, and the number of connections. */
export interface ServerTimeouts {
  /** From a connection's opening, or a request's first byte, to the end of the headers. */
  readonly headMilliseconds: number;
  /** From the same start to the end of the body. */
  readonly requestMilliseconds: number;
  /**
   * From an answer to the next request: longer than reverse proxies keep theirs, which would send a request into a
   * closing connection.
   */
  readonly idleMilliseconds: number;
  /** For a caller to read an answer, or the part of it that is written. */
  readonly answerMilliseconds: number;
  /** Between two looks at who is late. */
  readonly checkMilliseconds: number;
  /** Connections that wait for a request; of more, the one that has waited longest is ended. */
  readonly mostIdle: number;
  /** Connections in all; of more, the newest is ended. */
  readonly mostConnections: number;
}

const defaultTimeouts: ServerTimeouts = {
  ...{
    headMilliseconds: 10_000,
    requestMilliseconds: 30_000,
    idleMilliseconds: 65_000,
    answerMilliseconds: 30_000,
    checkMilliseconds: 1_000,
  },
  ...{ mostIdle: 2_000, mostConnections: 10_000 },
};

/** Options of how a server answers. */
export interface ListenOptions {
  /** The object that wraps the body of a refusal. */
  readonly envelope?: string | undefined;
  /** Whether pages of other origins cannot read refusals; they can by default. */
  readonly isPrivate?: boolean | undefined;
  /** Requests may have bodies that mean something. Elsewhere no caller is asked for one. */
  readonly takesBodies?: boolean | undefined;
  readonly timeouts?: Partial<ServerTimeouts>;
  /** Called with each refusal of a malformed request. */
  readonly onMalformedRequest?: ((status: number) => void) | undefined;
}

/** A GET has no body that means anything (RFC 9110 §9.3.1): it is dropped, and the connection closed. */
const discardBody = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return;
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  outgoing.shouldKeepAlive = false;
  incoming.resume();
};

/** HTTP/1.0 knows no Host, and load balancers look after services by it; a URL needs some host all the same. */
const addMissingHost = ({ httpVersion, headers }: IncomingMessage): void => {
  if (httpVersion === '1.0') headers.host ??= 'localhost';
};

/**
 * Serves a `Request → Response` function over HTTP. The caller's address is the socket's: headers can say anything.
 * Malformed requests are refused in the interface's error body; slow callers have limited time.
 * Rejects with what the system says (`EADDRINUSE`, `EACCES`) if the address cannot be used.
 */
export const listen = async (
  answer: (request: Request, caller: ConnectionInfo) => Promise<Response>,
  { port, host, ownsProcess = false }: ListenAddress,
  {
    envelope = neutralNames.envelope,
    isPrivate = false,
    takesBodies = false,
    timeouts,
    onMalformedRequest,
  }: ListenOptions = {},
): Promise<Listening> => {
  const {
    headMilliseconds,
    requestMilliseconds,
    idleMilliseconds,
    answerMilliseconds,
    checkMilliseconds,
    mostIdle,
    mostConnections,
  } = { ...defaultTimeouts, ...timeouts };
  const connections = new Connections(mostIdle);
  const listener = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      return answer(request, {
        address: incoming.socket.remoteAddress,
        afterAnswer: (work) => outgoing.once('close', () => work(outgoing.writableFinished)),
      });
    },
    {
      overrideGlobalObjects: ownsProcess,
      // A call is answered whatever happens in it: what comes here could not be made a request.
      errorHandler: () => {
        onMalformedRequest?.(400);
        return unusableHost({ envelope, isPrivate });
      },
    },
  );
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { socket } = incoming;
    connections.begin(socket);
    outgoing.once('close', () => connections.end(socket));
    discardBody(incoming, outgoing);
    addMissingHost(incoming);
    void listener(incoming, outgoing);
  };
  const server = createServer({
    ...{ maxHeaderSize: HEAD_OCTETS, requireHostHeader: false },
    ...{
      headersTimeout: headMilliseconds,
      requestTimeout: requestMilliseconds,
      keepAliveTimeout: idleMilliseconds,
      connectionsCheckingInterval: checkMilliseconds,
    },
  });
  server.maxConnections = mostConnections;
  for (const event of ['request', 'checkExpectation']) server.on(event, serve);
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // A client that asks whether to send a body (RFC 9110 §10.1.1) may wait for this answer.
    if (takesBodies) outgoing.writeContinue();
    serve(incoming, outgoing);
  });
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // Into an answer that is being written nothing may be put.
    if (error.code === 'ECONNRESET' || !socket.writable || connections.hasRequest(socket)) return socket.destroy();
    const { status, octets } = malformedRequestAnswer(error, { envelope, isPrivate });
    onMalformedRequest?.(status);
    socket.end(octets);
    // A caller that goes on sending does not read it.
    setTimeout(() => socket.destroy(), REFUSAL_MILLISECONDS).unref();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const slowReaderTimer = setInterval(
    () => connections.closeUnread(performance.now(), answerMilliseconds),
    checkMilliseconds,
  ).unref();
  const bound = server.address();
  const boundPort = typeof bound === 'object' && bound ? bound.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    close: () =>
      new Promise((resolve) => {
        const last = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS);
        server.close(() => {
          clearTimeout(last);
          clearInterval(slowReaderTimer);
          resolve();
        });
        connections.close();
      }),
  };
};
