import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { orLate } from '../../timing/index.js';
import { createSharedController } from '../shared-controller.js';
import { askOver } from './web-answer.js';
import { WebError } from './web-error.js';
import { openWeb, type WebOpenOptions } from './web-open.js';
import { readWebPlace } from './web-target.js';
import { withinWebTime } from './web-time.js';

/** What is sent by POST. */
export interface WebPost {
  /** JSON. */
  readonly body: string;
  /** Headers beside those of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Timeout of the whole call in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** How a server answers a POST. Its body is not kept. */
export interface PostAnswer {
  readonly status: number;
  /** The `Retry-After` field (RFC 9110 §10.2.3), as it came. */
  readonly retryAfter: string | undefined;
}

/** Sends JSON to URLs that others name. */
export interface WebPoster {
  /** Sends it once. A redirect is an answer like others: it is not followed. Rejects with a WebError. */
  post(url: string, post: WebPost): Promise<PostAnswer>;
  /** Cancels all calls, those in progress and later ones. */
  close(): void;
}

/** A server has this long to end its answer, so that it sees no broken connection; whether it does is of no interest. */
const DRAIN_MS = 1_000;

const drain = async (answer: IncomingMessage): Promise<void> => {
  const ended = once(answer.resume(), 'close').catch(() => undefined);
  await orLate(ended, DRAIN_MS, undefined);
};

/**
 * A sender of JSON by POST over HTTP/1.1, by the same path as the fetcher of `web.ts`: the URL, the IP addresses of its host, and the one that
 * is connected to are checked. Only https, but to `internalHosts` http too.
 */
export function createWebPoster(open: WebOpenOptions): WebPoster {
  const closing = createSharedController();
  const { internalHosts = [] } = open;

  const ask = async (url: string, { body, headers, timeoutMs }: WebPost, signal: AbortSignal) => {
    const place = readWebPlace(url);
    if (!place.isSecure && !internalHosts.includes(place.host)) throw new WebError('insecure');
    const connection = await openWeb(place, open, { timeoutMs, signal });
    const length = String(Buffer.byteLength(body));
    const ofBody = { 'Content-Type': 'application/json', 'Content-Length': length };
    try {
      const answer = await askOver(connection, place, { method: 'POST', headers: { ...headers, ...ofBody }, body });
      return { connection, answer };
    } catch (error) {
      connection.destroy();
      throw error;
    }
  };

  return {
    async post(url, post) {
      const { connection, answer } = await withinWebTime(
        { timeoutMs: post.timeoutMs, signals: [post.signal, closing.signal] },
        (signal) => ask(url, post, signal),
      );
      await drain(answer);
      connection.destroy();
      return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] };
    },
    close: () => closing.abort(),
  };
}
