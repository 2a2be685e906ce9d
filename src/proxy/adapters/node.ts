import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { KeyProxy } from '../create-key-proxy.js';
import { parsedUrl } from '../../network/index.js';
import { isPlainTarget } from '../plain-target.js';

// Not `getRequestListener` of @hono/node-server: sites would have to install it, it resolves the dot segments of targets before they can
// be judged, and it knows neither Express's `originalUrl` nor bodies that middleware has parsed.

/** Methods that no `Request` can have: the proxy refuses what stands for them, as it does all others that it does not know. */
const NO_REQUEST_METHODS = /^(?:CONNECT|TRACE|TRACK)$/i;
const REFUSED_METHOD = 'REFUSED';

/** Milliseconds for which the proxy still reads from a caller that goes on sending after its answer. */
const BODY_DRAIN_MS = 1_000;

/**
 * The request of a listener: from `node:http`, from the compatible interface of `node:http2`, or from a framework that
 * extends these.
 */
type Incoming = (IncomingMessage | Http2ServerRequest) & {
  /** The URL as it came: Express cuts the path of the mount from `url`. */
  readonly originalUrl?: unknown;
  /** The body as read by middleware. */
  readonly body?: unknown;
};
type Outgoing = ServerResponse | Http2ServerResponse;

/** The URL of a request, or of the root, if there is none. Its host comes from the caller, so nothing depends on it. */
const urlOf = ({ url: shortened = '/', originalUrl, headers: { host } }: Incoming): string => {
  const url = typeof originalUrl === 'string' ? originalUrl : shortened;
  const origin = `http://${host}`;
  const base = host !== undefined && parsedUrl(origin)?.pathname === '/' ? origin : 'http://localhost';
  // In absolute form a request's target has a host of its own (RFC 9112 §3.2.2).
  const target = url.startsWith('/') ? `${base}${url}` : url;
  // Here, since a `Request` would resolve what is not plain.
  return isPlainTarget(target) ? target : base;
};

const headersOf = ({ rawHeaders }: Incoming): Headers => {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    // HTTP/2 has its own beginning with a colon.
    if (!name.startsWith(':')) headers.append(name, value);
  }
  return headers;
};

/** A body as it comes, a part at a time as it is read. */
const streamOf = (incoming: Incoming): ReadableStream<Uint8Array> => {
  // The rest of a body that is too long is read below.
  const parts = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      async cancel() {
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
};

/** A body that middleware has read, again from what it left of it; `undefined` if it left nothing. */
const bodyAsText = ({ body }: Incoming): string | Uint8Array<ArrayBuffer> | undefined => {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  // Whether a body was JSON is for the proxy to see, by its type: what was not is refused whatever stands here.
  try {
    return typeof body === 'object' && body !== null ? JSON.stringify(body) : undefined;
  } catch {
    // A BigInt, say, is nothing that a call has.
    return undefined;
  }
};

const requestOf = (incoming: Incoming, signal: AbortSignal): Request => {
  const { method = 'GET' } = incoming;
  const common = {
    method: NO_REQUEST_METHODS.test(method) ? REFUSED_METHOD : method,
    headers: headersOf(incoming),
    signal,
  };
  if (method === 'GET' || method === 'HEAD') return new Request(urlOf(incoming), common);
  // Node asks for `duplex` if a body is a stream; the types of browsers do not know it.
  if (!incoming.readableDidRead)
    return new Request(urlOf(incoming), { ...common, body: streamOf(incoming), duplex: 'half' } as RequestInit);
  const body = bodyAsText(incoming);
  const request = new Request(urlOf(incoming), { ...common, body: body ?? '' });
  // A body that is gone is one that has been used: the proxy says so.
  if (body === undefined) void request.text();
  return request;
};

/**
 * Ends an answer. A caller that goes on sending is read for a while: if the connection were closed at once, the caller
 * might never read the answer (RFC 9112 §9.6).
 */
const endAnswer = (incoming: Incoming, outgoing: Outgoing, body: Buffer): void => {
  const inTime = (end: () => void) => void setTimeout(end, BODY_DRAIN_MS).unref();
  if (incoming.complete) return void outgoing.end(body);
  incoming.resume();
  if ('stream' in outgoing) {
    // A connection of HTTP/2 has other calls too: this one alone ends, and no longer is it sent (RFC 9113 §8.1).
    const { stream } = outgoing;
    stream.once('finish', () => inTime(() => stream.close()));
    outgoing.end(body);
    return;
  }
  // Node ends such a connection with its answer: the whole answer goes out, and its end waits.
  outgoing.shouldKeepAlive = false;
  outgoing.write(body);
  const end = () => void outgoing.end();
  incoming.once('end', end);
  inTime(end);
};

const answerRequest = async (proxy: KeyProxy, incoming: Incoming, outgoing: Outgoing): Promise<void> => {
  const left = new AbortController();
  // A caller that has the answer has not left, and an abort would cost as much as the request.
  outgoing.once('close', () => outgoing.writableEnded || left.abort());
  const response = await proxy(requestOf(incoming, left.signal), { address: incoming.socket.remoteAddress });
  const body = Buffer.from(await response.arrayBuffer());
  if (left.signal.aborted) return;
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.setHeader('Content-Length', body.length);
  endAnswer(incoming, outgoing, body);
};

/**
 * Mounts a key proxy in `node:http`, `node:http2` and whatever takes their listeners: Express with `app.use('/email-check', listener)`.
 * The visitor's address is the socket's, or what trusted hops say. A JSON body that was parsed before, as `express.json()` does, is taken
 * from `body`; one that was read and left nowhere is answered with an error.
 *
 * @example
 * createServer(toNodeListener(createKeyProxy({ apiKey, baseUrl }))).listen(3000);
 */
export const toNodeListener =
  (proxy: KeyProxy) =>
  (incoming: IncomingMessage | Http2ServerRequest, outgoing: Outgoing): void => {
    // Only a failure before the proxy gets here: the proxy itself never rejects.
    answerRequest(proxy, incoming, outgoing).catch(() => outgoing.destroy());
  };
