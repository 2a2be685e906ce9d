import { busyPause } from '../client/busy-pause.js';
import { connectionReason } from '../client/connection-reason.js';
import { readJson } from '../client/read-json.js';
import { decodeRefusal, KEY_PARAMETER } from '../wire/index.js';
import type { CheckedParameters } from './check-parameters.js';
import type { Deadline } from './deadline.js';
import type { PassedFile } from './list-file.js';
import type { Settings } from './settings.js';
import { readBytes, parsedUrl } from '../network/index.js';
import { RefusedError, refused } from './refused.js';
import type { ProxyRoute } from './routes.js';

/** An answer of the service; `body` is `undefined` if it was not JSON. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A call to the service, with its options. */
export interface UpstreamCall {
  readonly route: ProxyRoute;
  readonly checked: CheckedParameters;
  readonly settings: Settings;
  readonly deadline: Deadline;
  /** The file that is sent with it by POST. */
  readonly file?: PassedFile | undefined;
  /** Whether the caller has left: then nothing more is sent. */
  readonly hasLeft: () => boolean;
}

const upstreamUrl = ({ route, checked, settings }: UpstreamCall): string => {
  const { host, path, keys } = route.call;
  const query = new URLSearchParams(keys === 'none' ? {} : { [KEY_PARAMETER]: settings.apiKey });
  for (const [name, value] of Object.entries(checked.parameters))
    query.set(name === 'workspace' ? settings.workspaceParam : name, value);
  return `${settings.hosts[host]}${path}${encodeURIComponent(checked.domain)}${query.size ? `?${query}` : ''}`;
};

const MOST_REDIRECTS = 3;

const redirectRefusal = (): RefusedError => refused('upstream-redirect');

/** The target of a redirect: only within the service's origin, since the key goes with it. */
const redirectOf = ({ headers }: Response, from: string): string => {
  const location = headers.get('Location');
  const to = location === null ? undefined : parsedUrl(location, from);
  if (!to || to.origin !== new URL(from).origin || to.username || to.password) throw redirectRefusal();
  return to.href;
};

const send = async (
  url: string,
  call: Pick<UpstreamCall, 'route' | 'settings' | 'deadline' | 'file'>,
  redirects: number,
): Promise<Response> => {
  const { route, settings, deadline, file } = call;
  // Bun repeats a GET if its kept-alive connection is lost (RFC 9110 §9.2.2 allows that); with this option it opens a
  // new connection instead.
  const fresh = route.isNeverRepeated && { keepalive: false };
  // Node asks for `duplex` if a body is a stream; the types of browsers do not know it.
  const posted = file && ({ method: 'POST', headers: file.headers, body: file.body, duplex: 'half' } as RequestInit);
  const response = await settings.fetch(url, { redirect: 'manual', signal: deadline.signal, ...fresh, ...posted });
  if (response.status < 300 || response.status > 399) return response;
  void response.body?.cancel().catch(() => {});
  if (redirects === 0) throw redirectRefusal();
  return send(redirectOf(response, url), call, redirects - 1);
};

/**
 * The refusal for a call that failed on the way. It leaves out the platform's error, which may contain the URL, and
 * with it the key.
 */
const toRefusal = (error: unknown, { signal }: Deadline): RefusedError => {
  if (error instanceof RefusedError) return error;
  if (signal.aborted) return upstreamTimeout();
  const detail = connectionReason(error);
  return refused('upstream-unreachable', undefined, detail ? { detail } : {});
};

/** The refusal for a call that timed out. */
export const upstreamTimeout = (): RefusedError => refused('upstream-timeout');

/** The refusal for an answer that does not come from this API. */
export const badAnswer = (status: number): RefusedError => {
  if (status === 503) return refused('upstream-unavailable');
  return refused(status > 499 ? 'upstream-failed' : 'upstream-bad-answer');
};

/** Asks once, and reads the answer with `read`. A call that must not be repeated does not follow redirects either. */
const requestOnce = async <Value>(call: UpstreamCall, read: (response: Response) => Promise<Value>): Promise<Value> => {
  const { route, deadline, hasLeft } = call;
  if (hasLeft()) throw refused(499);
  if (deadline.signal.aborted) throw upstreamTimeout();
  try {
    const work = send(upstreamUrl(call), call, route.isNeverRepeated ? 0 : MOST_REDIRECTS).then(read);
    return await deadline.within(work);
  } catch (error) {
    throw call.file?.fault() ?? toRefusal(error, deadline);
  }
};

const readAnswer = async (response: Response): Promise<UpstreamAnswer> => ({
  status: response.status,
  body: await readJson(response).catch((error: unknown) => {
    // An incomplete answer is a failure of the service; an answer that is not JSON does not come from the service.
    if (!(error instanceof SyntaxError)) throw error;
  }),
});

/**
 * Asks the service. If too many calls are in progress with the key, in other processes too, the call is retried after a
 * pause with jitter until its time is over; nothing else is ever sent twice.
 * @throws RefusedError
 */
export const askService = async (call: UpstreamCall): Promise<UpstreamAnswer> => {
  const { route, settings, deadline, hasLeft } = call;
  for (let tries = 0; ; tries++) {
    const answer = await requestOnce(call, readAnswer);
    const isBusy = decodeRefusal(answer.status, answer.body, settings.envelope)?.kind === 'busy';
    // Calls without a key have no concurrency limit: `busy` is a rate limit there, and a retry makes it worse.
    const isForNow = isBusy && route.call.keys !== 'none' && !route.isNeverRepeated;
    const pause = busyPause(tries);
    if (!isForNow || hasLeft() || pause >= deadline.remaining()) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};

/** A logo has a few kilobytes. */
const LONGEST_LOGO = 1_000_000;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Fetches a logo: a PNG, whatever its media type says.
 * @throws RefusedError
 */
export const askLogo = (call: UpstreamCall): Promise<Uint8Array<ArrayBuffer>> =>
  requestOnce(call, async (response) => {
    const octets = await readBytes(response, LONGEST_LOGO);
    if (response.status === 200 && octets && PNG_SIGNATURE.every((octet, at) => octets[at] === octet)) return octets;
    throw badAnswer(response.status);
  });
