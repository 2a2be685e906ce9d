import http, { type IncomingMessage } from 'node:http';
import type { Connection } from './connect.js';
import { WebError } from './web-error.js';
import type { WebTarget } from './web-target.js';

/** Bytes of an answer's header fields together. */
const HEADER_BYTES = 16_384;
/** Answers that only say that another is to come (RFC 9110 §15.2): at most this many may come before it. */
const INTERIM_ANSWERS = 10;
/** User agent. Some sites answer only clients that name themselves like this. */
const USER_AGENT = 'Mozilla/5.0 (compatible; email-check)';
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface WebRequest {
  readonly method?: 'POST';
  /** Headers beside those that every request has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request for a place over an open connection. Rejects with what Node's client says, or a WebError. */
export function askOver(
  connection: Connection,
  { url, host, isAddress }: WebTarget,
  { method, headers, body }: WebRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      createConnection: () => connection,
      method: method ?? 'GET',
      path: url.pathname + url.search,
      maxHeaderSize: HEADER_BYTES,
      headers: {
        // With the brackets of an IPv6 address, and without the dot at the end of a name.
        Host: isAddress || !url.hostname.endsWith('.') ? url.host : `${host}${url.port && `:${url.port}`}`,
        ...headers,
        'User-Agent': USER_AGENT,
        Connection: 'close',
      },
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim <= INTERIM_ANSWERS) return;
      // At once: the answer itself may be in the same packet.
      reject(new WebError('broken'));
      request.destroy();
    });
    request.once('response', resolve).on('error', reject);
    // An answer that changes the protocol (101) ends so, without an error.
    request.once('close', () => reject(new WebError('broken')));
    request.end(body);
  });
}

/** Returns the URL that an answer redirects to. */
export const redirectOf = ({ statusCode = 0, headers }: IncomingMessage): string | undefined =>
  REDIRECTS.has(statusCode) ? headers.location : undefined;

/** The media type of an answer, in lower case and without parameters (RFC 9110 §8.3); `''` if it names none. */
export const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1).join().trim().toLowerCase();
