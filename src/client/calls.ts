import { LONGEST_TIMEOUT } from '../timing/index.js';
import { uploadCall, type Route } from '../wire/calls.js';
import { busyPause } from './busy-pause.js';
import { ClientError, type ClientErrorCode } from './client-error.js';
import { ConnectionError } from './connection-error.js';
import { failureOf } from './failure.js';
import { hostsOf } from './hosts.js';
import { createQueue } from './queue.js';
import { readJson } from './read-json.js';
import { createTransport, type ClientOptions, type Transport } from './transport.js';
import { isBlockedByCors, unreachedBy, type UnreachedReason } from './unreached.js';
import { realClock } from './wait-for-list.js';

const DEFAULT_TIMEOUT = 30_000;
const DEFAULT_CONCURRENCY = 5;

/** How a call differs from a GET with a JSON answer. */
export interface CallForm {
  /** Replaces the client's timeout, in milliseconds. */
  readonly timeout?: number;
  /** The call has at least this long, in milliseconds, whatever the client's timeout is. */
  readonly leastTimeout?: number;
  /** Makes a `fetch` that sends the body. */
  readonly sendWith?: (send: typeof fetch) => typeof fetch;
  /** Reads the answer's body. The call ends when it resolves. */
  readonly read?: (response: Response) => Promise<unknown>;
}

/** Starts a call with the caller's signal. */
export type StartCall = (signal?: AbortSignal, form?: CallForm) => Transport['ask'];

/** Fetches with the caller's signal beside the transport's own. */
const fetchWithSignals =
  (send: typeof fetch, signal: AbortSignal | undefined): typeof fetch =>
  (url, init) =>
    send(url, signal && init?.signal ? { ...init, signal: AbortSignal.any([signal, init.signal]) } : init);

/** Calls without a key have no concurrency limit: `busy` is a rate limit there, and a retry makes it worse. An upload is never sent twice. */
const mayRepeat = (route: Route, error: unknown): boolean =>
  error instanceof ClientError && error.code === 'busy' && route.keys !== 'none' && route.path !== uploadCall.path;

/** Makes the transport of one client: calls wait in a queue, are retried if the service is busy, and errors have messages. */
export const createCalls = (options: ClientOptions): StartCall => {
  const { apiKey = '', concurrency = DEFAULT_CONCURRENCY, fetch: send = (...request) => fetch(...request) } = options;
  const hosts = hostsOf(options);
  const queue = createQueue(concurrency);

  return (signal, form = {}) =>
    async (route, parameters, decode) => {
      const wished = form.timeout ?? Math.max(options.timeout ?? DEFAULT_TIMEOUT, form.leastTimeout ?? 0);
      const timeout = Math.min(Math.max(Math.trunc(wished), 0), LONGEST_TIMEOUT);
      const sendForm = form.sendWith?.(send) ?? send;
      const base = hosts[route.host];
      const failed = (code: ClientErrorCode, said = '', thrown?: unknown, known?: UnreachedReason): ClientError => {
        const unreached = unreachedBy(thrown, base, apiKey, code === 'timeout' ? 'slow' : known);
        // The platform's own timeout may be shorter than the caller's.
        const isSlow = code === 'network' && unreached.reason === 'slow';
        return failureOf(signal?.aborted ? 'aborted' : isSlow ? 'timeout' : code, {
          serviceMessage: apiKey ? said.replaceAll(apiKey, '…') : said,
          unreached,
          hasKey: apiKey !== '',
        });
      };
      let since = performance.now();
      const left = (): number => timeout - (performance.now() - since);
      /** Finds out by another request why the browser failed, in the time that the call has left. */
      const explained = async (error: unknown): Promise<unknown> => {
        if (!(error instanceof ConnectionError) || error.code !== 'network' || error.reason) return error;
        const isKept = await isBlockedByCors(base, fetchWithSignals(send, signal), left());
        return isKept || signal?.aborted ? failed('network', '', error.cause, isKept ? 'cors' : undefined) : error;
      };

      const leave = route.keys === 'none' ? () => {} : await queue.enter(timeout, signal);
      if (!leave) throw failed('aborted');
      since = performance.now();
      try {
        for (let tries = 0; ; tries++) {
          const once = {
            ...options,
            timeout: Math.max(0, Math.ceil(left())),
            fetch: fetchWithSignals(sendForm, signal),
          };
          try {
            return await createTransport(once, failed, form.read ?? readJson).ask(route, parameters, decode);
          } catch (error) {
            const pause = busyPause(tries);
            // The next answer may take as long as the pause.
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
