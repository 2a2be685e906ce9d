import { KEY_PARAMETER, type Host, type Route } from '../wire/calls.js';
import { neutralNames, type WireNames } from '../wire/names.js';
import type { Decoded, Refusal } from '../wire/results.js';
import { ClientError, type ClientErrorCode } from './client-error.js';
import { hostsOf, type HostOptions } from './hosts.js';

/** The address of a service, and how to call it. */
export interface ClientOptions extends HostOptions {
  /** A private key on a server; in a page only a public key. The detector and the logo need none. */
  readonly apiKey?: string | undefined;
  /** Name of the object that wraps a result, if the service uses its own. */
  readonly envelope?: WireNames['envelope'] | undefined;
  /** Name of the workspace parameter, if the service uses its own. */
  readonly workspaceParam?: WireNames['workspaceParam'] | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Timeout of a call in milliseconds, its body and retries included, from the moment that it leaves the queue; 30,000
   * by default. A verdict may take that long.
   */
  readonly timeout?: number | undefined;
  /**
   * Calls with the key that run at the same time; 5 by default. The interface allows at most 5 for each key. Further
   * calls wait in a queue.
   */
  readonly concurrency?: number | undefined;
}

/** Options of every call, beside its parameters. */
export interface CallOptions {
  /** Ends the call with the error code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** All options of calls, including those of a page. */
interface TransportOptions extends Omit<ClientOptions, 'concurrency'> {
  readonly timeout: number;
  /** Address of a key proxy: calls that need a key are posted there, without one. `baseUrl` is then its address too. */
  readonly endpoint?: string | undefined;
}

/** Carries the calls of one service. Made by `createTransport`, used by the function of each call. */
export interface Transport {
  readonly hosts: Readonly<Record<Host, string>>;
  /**
   * Makes one call and decodes its answer. Parameters that are empty, false or `undefined` are left out.
   * @throws what the transport's `failure` makes of a code
   */
  ask<Value>(route: Route, parameters: Parameters, decode: Decoder<Value>): Promise<Value>;
}

type Parameters = Readonly<Record<string, string | boolean | undefined>>;
/** Decodes an answer to a value, a refusal, or nothing. */
export type Decoder<Value> = (status: number, body: unknown, envelope: string) => Decoded<Value>;

/**
 * Makes the transport to one service. Nothing is sent before the first call. `failure` makes an error from a code, the
 * service's message, and the error that `fetch` threw; `read` reads a body. The defaults are enough for a page;
 * `createClient` passes its own.
 */
export const createTransport = (
  options: TransportOptions,
  failure: (code: ClientErrorCode, said: string, thrown: unknown) => ClientError = (code) => new ClientError(code),
  read: (response: Response) => Promise<unknown> = (response) => response.json(),
): Transport => {
  const { apiKey, endpoint, envelope, workspaceParam } = options;
  const hosts = hostsOf(options);

  const urlOf = ({ host, path, keys }: Route, parameters: Parameters): string => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ [KEY_PARAMETER]: keys === 'none' ? '' : apiKey, ...parameters })) {
      if (value) query.set(name === 'workspace' ? workspaceParam || name : name, String(value));
    }
    return `${hosts[host]}${path}?${query}`;
  };

  const ask: Transport['ask'] = async (route, parameters, decode) => {
    const signal = AbortSignal.timeout(options.timeout);
    let refusal: Refusal | undefined;
    let thrown: unknown;
    let code: ClientErrorCode = globalThis.navigator?.onLine === false ? 'offline' : 'network';
    try {
      const isProxied = endpoint && route.keys !== 'none';
      const response = await (options.fetch ?? fetch)(isProxied ? `${hosts.base}/validate` : urlOf(route, parameters), {
        ...(isProxied && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(parameters),
        }),
        signal,
        credentials: endpoint ? 'same-origin' : 'omit',
        referrerPolicy: 'strict-origin',
        cache: 'no-store',
        // A redirect would carry the key to wherever it points, perhaps over plain http. Workers have no 'error'.
        redirect: 'manual',
      });
      // Browsers tell a script only the type of such a response.
      if (response.type === 'opaqueredirect' || /^3/.test(`${response.status}`)) throw new TypeError('redirect');
      // The decoder distinguishes bodies that are missing, incomplete or not JSON.
      const body = await read(response).catch(() => undefined);
      const answer = decode(response.status, body, envelope || neutralNames.envelope);
      if (answer?.ok) return answer.value;
      refusal = answer?.refusal;
      code = refusal?.kind ?? (response.status > 499 ? 'server-error' : 'bad-answer');
    } catch (error) {
      // The message may contain the URL, and with it the key.
      thrown = error;
    }
    // An answer that arrived in time counts, even if the timeout has passed since.
    throw failure(signal.aborted && !refusal ? 'timeout' : code, refusal?.message ?? '', thrown);
  };

  return { hosts, ask };
};
