import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeyProxy } from '../create-key-proxy.js';

/** Methods that no `Request` can have: the proxy refuses what stands for them, as it does all others that it does not know. */
const NO_REQUEST_METHODS = /^(?:CONNECT|TRACE|TRACK)$/i;
const REFUSED_METHOD = 'REFUSED';

/** A caller that goes on sending after its answer is heard out for so long, in milliseconds. */
const LAST_MILLISECONDS = 1_000;

/** The URL of a request. Its host is the caller's word, so nothing is decided by it. */
const urlOf = ({ url = '/', headers: { host } }: IncomingMessage): string => {
  const origin = `http://${host}`;
  const base = host !== undefined && URL.canParse(origin) && new URL(origin).pathname === '/' ? origin : 'http://localhost';
  // In absolute form a request's target has a host of its own (RFC 9112 §3.2.2).
  if (!url.startsWith('/')) return URL.canParse(url) ? url : base;
  return URL.canParse(`${base}${url}`) ? `${base}${url}` : base;
};

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    // HTTP/2 has its own beginning with a colon.
    if (!name.startsWith(':')) headers.append(name, value);
  }
  return headers;
};

/** A body as it comes, a part at a time as it is read. */
const bodyOf = (incoming: IncomingMessage): ReadableStream<Uint8Array> => {
  const parts = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
    },
    { highWaterMark: 0 },
  );
};

const requestOf = (incoming: IncomingMessage, signal: AbortSignal): Request => {
  const { method = 'GET' } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(urlOf(incoming), {
    method: NO_REQUEST_METHODS.test(method) ? REFUSED_METHOD : method,
    headers: headersOf(incoming),
    signal,
    // Node asks for it where a body is a stream; the types of browsers do not know it.
    ...(hasBody && { body: bodyOf(incoming), duplex: 'half' }),
  });
};

/** Hears a caller out that has its answer and goes on sending, but not for long. */
const letRestGo = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  if (incoming.complete) return;
  outgoing.shouldKeepAlive = false;
  incoming.resume();
  outgoing.once('finish', () => setTimeout(() => incoming.destroy(), LAST_MILLISECONDS).unref());
};

const answer = async (proxy: KeyProxy, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const left = new AbortController();
  outgoing.once('close', () => left.abort());
  const response = await proxy(requestOf(incoming, left.signal), { address: incoming.socket.remoteAddress });
  const body = Buffer.from(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  letRestGo(incoming, outgoing);
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), 'Content-Length': body.length });
  outgoing.end(body);
};

/**
 * Mounts a key proxy in `node:http` and whatever takes its listeners. The visitor's address is the socket's, or what trusted hops say.
 *
 * @example
 * createServer(toNodeListener(createKeyProxy({ apiKey, baseUrl }))).listen(3000);
 */
export const toNodeListener =
  (proxy: KeyProxy) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // Only what is no request at all gets here: the proxy itself never rejects.
    answer(proxy, incoming, outgoing).catch(() => outgoing.destroy());
  };
