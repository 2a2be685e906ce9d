import { connectionCode, connectionReason, connectionWords, type ConnectionReason } from './connection-reason.js';

/** Why a service was not reached. `cors`: the service answers, but the browser does not let the page read it. */
export type UnreachedReason = ConnectionReason | 'cors';

/** Why a call got no answer, without the URL and the key. */
export interface UnreachedDetails {
  readonly reason: UnreachedReason | undefined;
  /** A sentence; `''` if the platform does not say why. */
  readonly words: string;
  /** The platform's error, with its message and code. */
  readonly cause: Error | undefined;
}

/** Sentences about a service that was not reached, by reason; each takes the host and the platform's code. */
export const unreachedSentences: Readonly<Record<UnreachedReason, (host: string, code: string) => string>> = {
  refused: (host) => `The connection to ${host} was refused: nothing listens there.`,
  'unknown-host': (host) => `The host name of ${host} is an unknown host: DNS has no address for it.`,
  tls: (host, code) => `TLS with ${host} failed${code && ` (${code})`}: check its certificate, and https or http.`,
  slow: (host) => `${host} took too long.`,
  redirect: (host) =>
    `${host} redirects. The client does not follow, since that would pass on the key: give the final address.`,
  'not-http': (host) => `The server at ${host} does not speak HTTP.`,
  closed: (host) => `${host} closed the connection before it answered.`,
  cors: (host) =>
    `${host} is there, but its CORS headers do not let this page read its answers: use an approved origin or a key proxy.`,
};

/** Removes URLs and the key, which must not be logged. */
const redacted = (text: string, apiKey: string): string => {
  const plain = text.replace(/https?:\/\/\S+/gi, '…');
  const keys = apiKey ? [apiKey, encodeURIComponent(apiKey)] : [];
  return keys.reduce((shown, key) => shown.replaceAll(key, '…'), plain);
};

/** Returns details of why a `fetch` threw. `base`: the URL of the service. */
export const unreachedBy = (thrown: unknown, base: string, apiKey = '', known?: UnreachedReason): UnreachedDetails => {
  const reason = known ?? connectionReason(thrown);
  const code = connectionCode(thrown);
  const host = URL.canParse(base) ? new URL(base).origin : base;
  const cause = thrown instanceof Error ? new Error(redacted(connectionWords(thrown), apiKey)) : undefined;
  return {
    reason,
    words: reason ? unreachedSentences[reason](host, code) : '',
    cause: cause && code ? Object.assign(cause, { code: redacted(code, apiKey) }) : cause,
  };
};

/** Maximum time for a browser's check whether a service is there, in milliseconds. */
const CORS_PROBE_TIMEOUT_MS = 3_000;

/**
 * Whether the browser does not let this page read the answers of a service. Browsers do not tell scripts, so this sends
 * a request whose answer the page does not need to read (Fetch §2.2.5, `no-cors`): if it succeeds, the service is
 * there. Requests only the base URL, without key and cookies.
 * @param left milliseconds that the call has left
 */
export const isBlockedByCors = async (base: string, send: typeof fetch, left: number): Promise<boolean> => {
  const { document, location } = globalThis as Partial<typeof globalThis>;
  if (!document || !location || new URL(base, location.href).origin === location.origin) return false;
  try {
    await send(base, {
      ...{ mode: 'no-cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' },
      signal: AbortSignal.timeout(Math.max(0, Math.ceil(Math.min(CORS_PROBE_TIMEOUT_MS, left)))),
    });
    return true;
  } catch {
    return false;
  }
};
