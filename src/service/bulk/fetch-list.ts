import { listUrlFault } from '../../network/index.js';
import { BULK_BYTES } from '../../wire/index.js';
import type { WebFetcher } from '../net/web.js';
import { WebError, type WebFailure } from '../net/web-error.js';
import { readHostedList, type HostedList } from './hosted-list.js';
import { ListError, type ListErrorCode } from './list-error.js';

export interface FetchListOptions {
  readonly fetcher: WebFetcher;
  readonly signal?: AbortSignal | undefined;
  /** Timeout of the whole download in milliseconds, redirects included; two minutes if absent. */
  readonly timeoutMs?: number;
  /** A column's name, or its number from 1: it is found out if absent. */
  readonly column?: string | number | undefined;
}

const TIMEOUT_MS = 120_000;
const REDIRECTS = 3;
const ACCEPT = 'text/csv, text/plain, */*;q=0.5';

/**
 * The same sentence for a name that is not in the DNS and for an internal host, so that nobody outside can find out
 * which internal names exist.
 */
const noPublicHost: readonly [ListErrorCode, string] = [
  'unknown-host',
  "The host of the list's URL, or of one that it is redirected to, has no public address in the DNS, or its name servers did not answer: check its spelling, and put the list on a server that everyone can reach.",
];

/** Sentences for the owner of the list. They reveal nothing about this machine and its network. */
const failures: Readonly<Record<Exclude<WebFailure, 'timeout' | 'too-large'>, readonly [ListErrorCode, string]>> = {
  url: [
    'redirect',
    "The list's URL is redirected to an address that is not https, or contains a user or password: give the address of the file itself.",
  ],
  insecure: ['redirect', "The list's URL is redirected to plain http: have it stay with https."],
  port: [
    'redirect',
    "The list's URL is redirected to a port that nothing is fetched from: give the address that the file itself is at.",
  ],
  'no-address': noPublicHost,
  forbidden: noPublicHost,
  unreachable: [
    'unreachable',
    "The server of the list's URL could not be reached: check that it is running and lets connections in.",
  ],
  tls: [
    'certificate',
    "The certificate of the list's server is not valid for its name, has expired, or is not signed by a trusted authority: fix it, or put the list on another server.",
  ],
  redirects: [
    'redirects',
    `The list's URL is redirected more than ${REDIRECTS} times, perhaps in a circle: give the address that the file itself is at.`,
  ],
  encoding: [
    'compression',
    "The list's server compresses it in a way that was not asked for: have it send the list as it is, or with gzip.",
  ],
  gzip: ['compression', "What the list's server sends as gzip cannot be unpacked: have it send the list as it is."],
  broken: [
    'broken',
    "The list's server closed the connection before the list was complete, or its answer is not HTTP: try again, and look into its log.",
  ],
  aborted: ['aborted', 'The download of the list was cancelled before it finished: upload the list again.'],
};

const tooLargeSentence = (bytes: number | undefined): string => {
  const has = bytes === undefined ? 'is too large' : `has ${bytes.toLocaleString('en')} bytes or more`;
  return `The list ${has}, and must have fewer than ${BULK_BYTES.toLocaleString('en')} bytes: split it into ${Math.max(2, Math.ceil((bytes ?? 0) / BULK_BYTES))} lists or more.`;
};

const timeoutSentence = (bytes: number | undefined, timeoutMs: number): string => {
  const seconds = timeoutMs / 1_000;
  return bytes
    ? `The list's server is too slow: ${bytes} bytes came in ${seconds} seconds, and there are more. Offer the list on a faster one, or split it.`
    : `The list's server did not answer within ${seconds} seconds: check that it is running, and try again later.`;
};

const asListError = (error: unknown, timeoutMs: number): unknown => {
  if (!(error instanceof WebError)) return error;
  const { code, bytes } = error;
  if (code === 'timeout') return new ListError('timeout', timeoutSentence(bytes, timeoutMs), { cause: error });
  if (code === 'too-large') return new ListError('too-large', tooLargeSentence(bytes), { cause: error });
  return new ListError(...failures[code], { cause: error });
};

const NO_CONTENT: readonly number[] = [204, 205];

/** Words about an answer that is not the list itself, by its status. */
const statusWords = (status: number): string => {
  if (status === 401 || status === 403 || status === 407)
    return 'does not let everyone read it: let it be read without signing in';
  if (status === 404 || status === 410) return 'has nothing there: check the URL';
  if (status === 408 || status === 429 || status >= 500)
    return 'is overloaded or has failed: try again later, and look into its log';
  return 'does not send the list: check that the URL opens in a browser';
};

/**
 * Fetches a hosted list and reads it: only over https, with at most three redirects, each checked like the first URL,
 * and without credentials. The list must have fewer than `BULK_BYTES` bytes, both compressed and uncompressed. The
 * media type is ignored, except that a web page is refused. No error contains a part of the URL.
 * @throws ListError for every failure, with a sentence that says what to do.
 */
export async function fetchList(
  url: string,
  { fetcher, signal, timeoutMs = TIMEOUT_MS, column }: FetchListOptions,
): Promise<HostedList> {
  const fault = listUrlFault(url);
  if (fault) throw new ListError('url', fault);
  const bounds = {
    maxBytes: BULK_BYTES - 1,
    timeoutMs,
    maxRedirects: REDIRECTS,
    accept: ACCEPT,
    isSecureOnly: true,
    isGzipTaken: true,
    isSuccessOnly: true,
  };
  const { status, type, body } = await fetcher.fetch(url, { ...bounds, signal }).catch((error: unknown) => {
    throw asListError(error, timeoutMs);
  });
  if (status !== 200 && status !== 203 && !NO_CONTENT.includes(status))
    throw new ListError('status', `The list's server answers with status ${status}: it ${statusWords(status)}.`);
  return readHostedList(body, type, column);
}
