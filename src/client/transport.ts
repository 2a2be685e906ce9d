import { KEY_PARAMETER, type Host, type Route } from '../wire/calls.js';
import { neutralNames, type WireNames } from '../wire/names.js';
import type { Decoded } from '../wire/results.js';
import { ClientError, type ClientErrorCode } from './client-error.js';

/** Where a service is and how to speak with it. */
export interface ClientOptions extends Partial<WireNames> {
  /** Main address of the service, such as `https://check.example.com`. Paths are added to it. */
  readonly baseUrl: string;
  /** Address of the bulk host; `baseUrl` by default. */
  readonly bulkUrl?: string | undefined;
  /** Address of the disposable detector; `{baseUrl}/disposable` by default. */
  readonly disposableUrl?: string | undefined;
  /** Address of the logo host; `{baseUrl}/logo` by default. */
  readonly logoUrl?: string | undefined;
  /** A private key on a server; in a page a public key alone. The detector and the logo need none. */
  readonly apiKey?: string | undefined;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds until a call is given up, its body included; 30,000 by default, since a verdict may take as long. */
  readonly timeout?: number | undefined;
}

/** What every call takes beside its parameters. */
export interface CallOptions {
  /** Ends the call with the error code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Carries the calls of one service. Made by `createTransport`, used by the function of each call. */
export interface Transport {
  /** Address of a host, without a slash at its end. */
  readonly hosts: Readonly<Record<Host, string>>;
  /**
   * Makes one call and decodes its answer.
   * @throws ClientError, or what the transport's `failure` makes of its code
   */
  ask<Value>(call: Route, parameters: Parameters, decode: Decoder<Value>, options?: CallOptions): Promise<Value>;
}

type Parameters = Readonly<Record<string, string | undefined>>;
/** Makes a value, a refusal, or nothing of an answer. */
export type Decoder<Value> = (status: number, body: unknown, envelope: string) => Decoded<Value>;

const DEFAULT_TIMEOUT = 30_000;
/** The longest body that is read, in characters. The interface's answers have a few hundred. */
const LONGEST_BODY = 1_000_000;

/** `undefined` for a body that is missing, cut short, too long or no JSON. */
const readJson = async ({ body }: Response): Promise<unknown> => {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  try {
    for (let text = ''; reader && text.length < LONGEST_BODY; ) {
      const { done, value } = await reader.read();
      if (done) return JSON.parse(text) as unknown;
      text += decoder.decode(value, { stream: true });
    }
    await reader?.cancel();
  } catch {
    return undefined;
  }
};

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Opens a way to one service. Nothing is sent before the first call. `failure` makes the error of a code. */
export const createTransport = (
  options: ClientOptions,
  failure: (code: ClientErrorCode, said: string) => ClientError = (code) => new ClientError(code),
): Transport => {
  const { apiKey, timeout = DEFAULT_TIMEOUT, envelope = neutralNames.envelope, workspaceParam = neutralNames.workspaceParam } = options;
  const base = withoutSlash(options.baseUrl);
  const hosts = {
    base,
    bulk: withoutSlash(options.bulkUrl ?? base),
    disposable: withoutSlash(options.disposableUrl ?? `${base}/disposable`),
    logo: withoutSlash(options.logoUrl ?? `${base}/logo`),
  };

  const urlOf = ({ host, path, keys }: Route, parameters: Parameters): string => {
    const query = new URLSearchParams(keys !== 'none' && apiKey ? { [KEY_PARAMETER]: apiKey } : {});
    for (const [name, value] of Object.entries(parameters)) {
      if (value) query.set(name === 'workspace' ? workspaceParam : name, value);
    }
    return `${hosts[host]}${path}?${query}`;
  };

  const ask: Transport['ask'] = async (route, parameters, decode, { signal } = {}) => {
    const abort = new AbortController();
    let code: ClientErrorCode = 'network';
    let said = '';
    const end = (why: ClientErrorCode): void => {
      code = why;
      abort.abort();
    };
    const onAbort = (): void => end('aborted');
    const timer = setTimeout(end, timeout, 'timeout');
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort);
    try {
      const response = await (options.fetch ?? fetch)(urlOf(route, parameters), {
        signal: abort.signal,
        credentials: 'omit',
        referrerPolicy: 'strict-origin',
        cache: 'no-store',
        // A redirect would carry the key to wherever it points, perhaps over plain http.
        redirect: 'error',
      });
      const body = await readJson(response);
      if (!abort.signal.aborted) {
        const answer = decode(response.status, body, envelope);
        if (answer?.ok) return answer.value;
        code = answer?.refusal.kind ?? (response.status > 499 ? 'server-error' : 'bad-answer');
        said = answer?.refusal.message ?? '';
      }
    } catch {
      if (!abort.signal.aborted && globalThis.navigator?.onLine === false) code = 'offline';
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
    throw failure(code, apiKey ? said.replaceAll(apiKey, '…') : said);
  };

  return { hosts, ask };
};
