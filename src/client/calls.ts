import { uploadCall, type Route } from '../wire/calls.js';
import { busyPause } from './busy-pause.js';
import { ClientError, type ClientErrorCode } from './client-error.js';
import { ConnectionError } from './connection-error.js';
import { failureOf } from './failure.js';
import { hostsOf } from './hosts.js';
import { createQueue } from './queue.js';
import { readJson } from './read-json.js';
import { createTransport, type ClientOptions, type Transport } from './transport.js';
import { isKeptByCors, unreachedBy, type UnreachedReason } from './unreached.js';
import { realClock } from './wait-for-list.js';

const DEFAULT_TIMEOUT = 30_000;
/** A timer takes no longer time. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;
const DEFAULT_CONCURRENCY = 5;

/** What may be asked of a call in midair: fetch with the caller's signal beside the transport's own. */
const fetchUntil =
  (send: typeof fetch, signal: AbortSignal | undefined): typeof fetch =>
  (url, init) =>
    send(url, signal && init?.signal ? { ...init, signal: AbortSignal.any([signal, init.signal]) } : init);

/** Without a key no number of calls is too many at once: such a refusal is of their frequency. And an upload is never sent twice. */
const mayRepeat = (route: Route, error: unknown): boolean =>
  error instanceof ClientError && error.code === 'busy' && route.keys !== 'none' && route.path !== uploadCall.path;

/** Makes what carries the calls of one client: in turn, again if the service is busy, and with errors in words. */
export const createCalls = (options: ClientOptions): ((signal?: AbortSignal) => Transport['ask']) => {
  const { apiKey = '', concurrency = DEFAULT_CONCURRENCY, fetch: send = (...request) => fetch(...request) } = options;
  const timeout = Math.min(Math.max(Math.trunc(options.timeout ?? DEFAULT_TIMEOUT), 0), LONGEST_TIMEOUT);
  const hosts = hostsOf(options);
  const queue = createQueue(concurrency);

  return (signal) => async (route, parameters, decode) => {
    const base = hosts[route.host];
    const failed = (code: ClientErrorCode, said = '', thrown?: unknown, known?: UnreachedReason): ClientError => {
      const unreached = unreachedBy(thrown, base, apiKey, code === 'timeout' ? 'slow' : known);
      // The platform's own patience may end before the caller's.
      const isSlow = code === 'network' && unreached.reason === 'slow';
      return failureOf(signal?.aborted ? 'aborted' : isSlow ? 'timeout' : code, {
        said: apiKey ? said.replaceAll(apiKey, '…') : said,
        unreached,
        hasKey: apiKey !== '',
      });
    };
    let since = performance.now();
    const left = (): number => timeout - (performance.now() - since);
    /** What a browser does not tell may be found out, in the time that the call has left. */
    const explained = async (error: unknown): Promise<unknown> => {
      if (!(error instanceof ConnectionError) || error.code !== 'network' || error.reason) return error;
      const isKept = await isKeptByCors(base, fetchUntil(send, signal), left());
      return isKept || signal?.aborted ? failed('network', '', error.cause, isKept ? 'cors' : undefined) : error;
    };

    const leave = route.keys === 'none' ? () => {} : await queue.enter(timeout, signal);
    if (!leave) throw failed('aborted');
    since = performance.now();
    try {
      for (let tries = 0; ; tries++) {
        const once = { ...options, timeout: Math.max(0, Math.ceil(left())), fetch: fetchUntil(send, signal) };
        try {
          return await createTransport(once, failed, readJson).ask(route, parameters, decode);
        } catch (error) {
          const pause = busyPause(tries);
          // So long as the pause, at least, the next answer may take.
          if (!mayRepeat(route, error) || 2 * pause >= left()) throw await explained(error);
          await realClock.wait(pause, signal);
          if (signal?.aborted) throw failed('aborted');
        }
      }
    } finally {
      leave();
    }
  };
};
