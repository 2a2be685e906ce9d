import { createSharedController } from '../shared-controller.js';
import { WebError } from './web-error.js';
import { askOver, mediaTypeOf, redirectOf } from './web-answer.js';
import { readWebBody } from './web-body.js';
import { openWeb, type WebOpenOptions } from './web-open.js';
import { readWebPlace, type WebTarget } from './web-target.js';
import { withinWebTime } from './web-time.js';

export interface WebFetcherOptions extends WebOpenOptions {
  /** The only ports that are fetched from; if absent, all but those of other protocols. */
  readonly ports?: readonly number[] | undefined;
}

export interface WebFetchOptions {
  readonly maxBytes: number;
  /** Timeout of the whole call in milliseconds, redirects included. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
  /** The `Accept` field; anything if absent. */
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Truncates a longer body to `maxBytes`; otherwise a longer body is an error. */
  readonly isPartEnough?: boolean;
  /** Accepts only https, for redirects too. */
  readonly isSecureOnly?: boolean;
  /** Asks for gzip, and gives the body unpacked: `maxBytes` are counted before and after. */
  readonly isGzipTaken?: boolean;
  /** Does not read the body of an answer whose status is not 2xx: it is empty then. */
  readonly isSuccessOnly?: boolean;
}

/** The server's final answer, whatever its status. */
export interface WebAnswer {
  readonly status: number;
  /** URL after the last redirect. */
  readonly url: string;
  /** The media type in lower case, without parameters; `''` if the server names none. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** Fetches URLs that others name. */
export interface WebFetcher {
  /** Rejects with a WebError. */
  fetch(url: string, options: WebFetchOptions): Promise<WebAnswer>;
  /** Cancels all fetches, those in progress and later ones. */
  close(): void;
}

/** One call, redirects included. */
interface Call {
  readonly signal: AbortSignal;
  /** Called with the bytes of each part of a body that arrives. */
  readonly onBytes: (count: number) => void;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Sends one request. Returns its result, or the URL that it redirects to. */
const askOnce = async (
  place: WebTarget,
  open: WebOpenOptions,
  options: WebFetchOptions,
  { signal, onBytes }: Call,
): Promise<WebAnswer | { readonly to: string }> => {
  const {
    maxBytes,
    timeoutMs,
    accept = '*/*',
    isPartEnough = false,
    isGzipTaken = false,
    isSuccessOnly = false,
  } = options;
  const connection = await openWeb(place, open, { timeoutMs, signal });
  try {
    // A compressed body may be a thousand times as large as its compressed size.
    const headers = { Accept: accept, 'Accept-Encoding': isGzipTaken ? 'gzip' : 'identity' };
    const answer = await askOver(connection, place, { headers });
    const to = redirectOf(answer);
    if (to !== undefined) return { to };
    const { statusCode: status = 0 } = answer;
    const isRead = !isSuccessOnly || isSuccess(status);
    const body = isRead
      ? await readWebBody(answer, { maxBytes, isPartEnough, isGzipTaken, onBytes })
      : new Uint8Array();
    return { status, url: place.url.href, type: mediaTypeOf(answer), body };
  } finally {
    connection.destroy();
  }
};

/**
 * A fetcher for URLs from outside (GET over HTTP/1.1). For each URL, also that of a redirect, it checks the URL itself, then the IP
 * addresses of its host, then the one that is connected to: a URL never leads into this machine or its network. Requests contain no data
 * of the caller: no credentials, no cookies, no referrer.
 */
export function createWebFetcher({ ports, ...open }: WebFetcherOptions): WebFetcher {
  const closing = createSharedController();

  const fetchFollowing = async (url: string, options: WebFetchOptions, call: Call): Promise<WebAnswer> => {
    const { isSecureOnly } = options;
    let place = readWebPlace(url, { ports, isSecureOnly });
    for (let left = options.maxRedirects; ; left--) {
      const answer = await askOnce(place, open, options, call);
      if (!('to' in answer)) return answer;
      if (left <= 0) throw new WebError('redirects');
      place = readWebPlace(answer.to, { base: place.url, ports, isSecureOnly });
    }
  };

  return {
    fetch(url, options) {
      let received = 0;
      const { timeoutMs, signal: ofCaller } = options;
      return withinWebTime({ timeoutMs, signals: [ofCaller, closing.signal], received: () => received }, (signal) =>
        fetchFollowing(url, options, { signal, onBytes: (count) => (received += count) }),
      );
    },
    close: () => closing.abort(),
  };
}
