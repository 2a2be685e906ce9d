import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { neutralNames } from '../../wire/index.js';
import { Connections } from './connections.js';
import type { ConnectionInfo } from './parts.js';
import { HEAD_OCTETS, malformedRequestAnswer, unusableHost, type ParserError } from './malformed-request.js';

/** Host and port to listen at. */
export interface ListenAddress {
  /** 0 chooses a free port. */
  readonly port: number;
  /** A name or an address; `::` for all. */
  readonly host: string;
  /**
   * Whether the process belongs to the service alone. If so, lighter `Request` and `Response` classes replace Node's in
   * the whole process, which makes a validation a fifth cheaper. Leave it out if other code in the process needs Node's
   * classes.
   */
  readonly ownsProcess?: boolean;
}

/** Maximum milliseconds for callers to read their answers when the server closes. */
const DRAIN_MILLISECONDS = 30_000;
/** The same for a refusal of a malformed request. */
const REFUSAL_MILLISECONDS = 1_000;

/** A server that listens. */
export interface Listening {
  /** URL of the server's root, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Accepts no more connections; resolves when the answers in progress are sent. */
  close(): Promise<void>;
}

/** Timeouts of callers in milliseconds, and the number of connections. */
export interface ServerTimeouts {
  /** For the body of an upload: beyond it, the upload is refused with 408. */
  readonly uploadMilliseconds: number;
  /** From a connection's opening, or a request's first byte, to the end of the headers. */
  readonly headMilliseconds: number;
  /** From the same start to the end of the body. */
  readonly requestMilliseconds: number;
  /**
   * From an answer to the next request. Longer than the timeout of reverse proxies, which otherwise might send a
   * request into a closing connection.
   */
  readonly idleMilliseconds: number;
  /** For a caller to read an answer, or the part of it that is written. */
  readonly answerMilliseconds: number;
  /** Between two checks for late callers. */
  readonly checkMilliseconds: number;
  /** Maximum number of idle connections; beyond it, the one that has waited longest is closed. */
  readonly mostIdle: number;
  /** Maximum number of connections; beyond it, the newest is closed. */
  readonly mostConnections: number;
}

export const defaultTimeouts: ServerTimeouts = {
  ...{
    headMilliseconds: 10_000,
    uploadMilliseconds: 120_000,
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
  /**
   * Whether requests to a path and query may have bodies. If not, callers are not asked to send one. `asked`: `answer` asks for those that
   * it reads.
   */
  readonly takesBodies?: ((target: string) => boolean | 'asked') | undefined;
  readonly timeouts?: Partial<ServerTimeouts>;
  /** Called with each refusal of a malformed request. */
  readonly onMalformedRequest?: ((status: number) => void) | undefined;
}

/** The body of a GET has no meaning (RFC 9110 §9.3.1): it is dropped, and the connection closed. */
const discardBody = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return;
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  outgoing.shouldKeepAlive = false;
  incoming.resume();
};

/** HTTP/1.0 has no Host header, and some load balancers use it for health checks; a URL needs a host all the same. */
const addMissingHost = ({ httpVersion, headers }: IncomingMessage): void => {
  if (httpVersion === '1.0') headers.host ??= 'localhost';
};

/**
 * Serves a `Request → Response` function over HTTP. The caller's address is the socket's, since callers can forge
 * headers. Malformed requests are refused in the interface's error body; slow callers have limited time. Rejects with
 * the system's error (`EADDRINUSE`, `EACCES`) if the address cannot be used.
 */
export const listen = async (
  answer: (request: Request, caller: ConnectionInfo) => Promise<Response>,
  { port, host, ownsProcess = false }: ListenAddress,
  {
    envelope = neutralNames.envelope,
    isPrivate = false,
    takesBodies = () => false,
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
  /** Requests whose bodies are sent only if they are asked for. */
  const waitsForAsking = new WeakSet<IncomingMessage>();
  const listener = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      return answer(request, {
        address: incoming.socket.remoteAddress,
        ...(waitsForAsking.has(incoming) && { askForBody: () => outgoing.writeContinue() }),
        afterAnswer: (work) => outgoing.once('close', () => work(outgoing.writableFinished)),
      });
    },
    {
      overrideGlobalObjects: ownsProcess,
      // Errors within a call are answered there: an error that arrives here comes from an invalid request.
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
    const taken = takesBodies(incoming.url ?? '');
    if (taken === 'asked') waitsForAsking.add(incoming);
    else if (taken) outgoing.writeContinue();
    serve(incoming, outgoing);
  });
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // Nothing may be written into an answer that is already being sent.
    if (error.code === 'ECONNRESET' || !socket.writable || connections.hasRequest(socket)) return socket.destroy();
    const { status, octets } = malformedRequestAnswer(error, { envelope, isPrivate });
    onMalformedRequest?.(status);
    socket.end(octets);
    // A caller that continues to send does not read the answer.
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
