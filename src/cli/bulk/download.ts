import { realClock } from '../../client/wait-for-list.js';
import { parsedUrl } from '../../network/index.js';
import { lengthIn, partAnswer, type PartAnswer } from './part-answer.js';
import { DownloadError, type Sink } from './sink.js';
import { linkFault } from './web-address.js';

export interface DownloadOptions {
  /** The link to the results. */
  readonly link: string;
  /** The URL of the service that returned the link: see `linkFault`. */
  readonly from: string;
  readonly sink: Sink;
  readonly signal: AbortSignal;
  /** Called before another try. */
  readonly onBroken?: (() => void) | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Resolves after this many milliseconds, or when the signal fires. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Maximum size of results in octets: 200,000 lines of a thousand letters have fewer. */
  readonly most?: number;
  /** Milliseconds without an octet until a connection counts as broken. */
  readonly stallMs?: number;
}

const LF = 0x0a;
/** Failed tries in a row, without a byte received, after which the download fails. */
const TRIES = 10;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const STALLED_MILLISECONDS = 30_000;
/** Timeout of one try in milliseconds, for servers that send a byte now and then without end. */
const LONGEST_TRY = 3_600_000;
const MOST_OCTETS = 512 * 1_024 * 1_024;
const MOST_REDIRECTS = 3;

/** The connection broke, or the server failed: another try may go on from here. */
class ConnectionBrokenError extends Error {}

const checked = (link: string, from: string): string => {
  const fault = linkFault(link, from);
  if (fault !== undefined) throw new DownloadError(`The link of the results ${fault}. It was not opened.`);
  return link;
};

/**
 * Requests the part that the sink lacks, without the key or any other header of the calls. Follows redirects to links
 * that pass the same checks as the first.
 */
const request = async (
  { link, from, sink: { size, etag }, fetch: send = fetch }: DownloadOptions,
  signal: AbortSignal,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Response> => {
  const range = method === 'GET' && size > 0 && etag !== undefined ? { Range: `bytes=${size}-`, 'If-Range': etag } : {};
  let url = checked(link, from);
  for (let redirects = 0; ; redirects++) {
    // Compressed parts could not be joined.
    const response = await send(url, {
      method,
      headers: { 'Accept-Encoding': 'identity', ...range },
      redirect: 'manual',
      credentials: 'omit',
      signal,
    });
    if (response.status < 300 || response.status > 399) return response;
    // Its body is not read.
    void response.body?.cancel().catch(() => undefined);
    const location = response.headers.get('Location');
    const target = location === null ? undefined : parsedUrl(location, url);
    if (!target)
      throw new DownloadError(
        'The link of the results redirects to an invalid address: ask for the status again later.',
      );
    if (redirects === MOST_REDIRECTS)
      throw new DownloadError('The link of the results redirects too often: ask for the status again later.');
    url = checked(target.href, from);
  }
};

const refusedWords = (status: number): string =>
  status === 410 || status === 404 || status === 403
    ? `The link of the results is no longer valid (status ${status}): ask for the list's status again to get a new link.`
    : `The results cannot be downloaded: their server answered with status ${status}.`;

/** Fires when a connection has sent nothing for too long. */
class StallWatch {
  readonly #stalled = new AbortController();
  readonly #stallMs: number;
  #timeout: NodeJS.Timeout | undefined;

  constructor(stallMs: number) {
    this.#stallMs = stallMs;
  }

  get signal(): AbortSignal {
    return this.#stalled.signal;
  }

  start(): void {
    this.#timeout = setTimeout(() => this.#stalled.abort(), this.#stallMs);
  }

  stop(): void {
    clearTimeout(this.#timeout);
  }

  /** The connection is not needed any more, whatever it still sends. */
  end(): void {
    this.stop();
    this.#stalled.abort();
  }
}

/** Passes an answer's octets to the sink, and returns the last one. @throws Broken if they end too early */
const receive = async (
  { body }: Response,
  { size }: Extract<PartAnswer, { readonly kind: 'whole' | 'rest' }>,
  { sink, most = MOST_OCTETS }: DownloadOptions,
  watch: StallWatch,
): Promise<number | undefined> => {
  let last: number | undefined;
  if (size !== undefined && size > most)
    throw new DownloadError(`The results are larger than those of any list (${size} bytes): they were not downloaded.`);
  for await (const octets of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    watch.stop();
    if (sink.size + octets.length > most)
      throw new DownloadError('The results are larger than those of any list: the download was stopped.');
    if (size !== undefined && sink.size + octets.length > size)
      throw new DownloadError('The results are longer than their server announced: the download was stopped.');
    // A slow reader is not a fault of the connection.
    await sink.write(octets);
    last = octets.at(-1) ?? last;
    watch.start();
  }
  if (size !== undefined && sink.size !== size) throw new ConnectionBrokenError();
  return last;
};

/**
 * Checks that the file is complete. If the server did not say how long it is, asks for its length; the last line must
 * at least have its line end. @throws Broken
 */
const checkEnd = async (options: DownloadOptions, last: number | undefined, signal: AbortSignal): Promise<void> => {
  const { headers, status } = await request(options, signal, 'HEAD');
  const size = status === 200 ? lengthIn(headers) : undefined;
  if (last !== LF || (size !== undefined && size !== options.sink.size)) throw new ConnectionBrokenError();
};

/** Makes one try. @throws Broken, DownloadError, or what the sink throws */
const tryOnce = async (options: DownloadOptions): Promise<void> => {
  const { sink, signal, stallMs = STALLED_MILLISECONDS } = options;
  const watch = new StallWatch(stallMs);
  watch.start();
  const until = AbortSignal.any([signal, watch.signal, AbortSignal.timeout(LONGEST_TRY)]);
  try {
    const response = await request(options, until);
    const answer = partAnswer(response, sink);
    if (answer.kind === 'complete') return;
    if (answer.kind === 'refused') throw new DownloadError(refusedWords(answer.status));
    if (answer.kind === 'later') throw new ConnectionBrokenError();
    if (answer.kind === 'other') {
      await sink.begin(undefined);
      throw new ConnectionBrokenError();
    }
    if (/^text\/html\b/i.test(response.headers.get('Content-Type') ?? ''))
      throw new DownloadError(
        'The link of the results leads to a web page, not to a file: ask for the status again later.',
      );
    if (answer.kind === 'whole') await sink.begin(answer.etag);
    const last = await receive(response, answer, options, watch);
    if (answer.size === undefined) await checkEnd(options, last, until);
  } finally {
    watch.end();
  }
};

/** A network error of `fetch` or of a response body. */
const isOfNetwork = (error: unknown): boolean =>
  error instanceof ConnectionBrokenError ||
  error instanceof TypeError ||
  (error instanceof DOMException && /^(?:AbortError|TimeoutError)$/.test(error.name));

/**
 * Downloads a list's results into a sink. A broken download is resumed where it broke, with growing pauses, until ten
 * tries in a row have received nothing.
 * @throws DownloadError; what the sink throws; the signal's reason if it fires
 */
export const download = async (options: DownloadOptions): Promise<void> => {
  const { signal, sink, wait = realClock.wait, onBroken } = options;
  let most = sink.size;
  for (let tries = 1; ; tries++) {
    try {
      signal.throwIfAborted();
      return await tryOnce(options);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!isOfNetwork(error)) throw error;
      if (sink.size > most) tries = 1;
      most = Math.max(most, sink.size);
      if (tries === TRIES)
        throw new DownloadError(`The download failed: ${TRIES} connections in a row broke.`, { cause: error });
      onBroken?.();
      await wait(Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT), signal);
    }
  }
};
