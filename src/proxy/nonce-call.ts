import { answerJson } from './answers.js';
import { toBase64url } from '../text/index.js';
import type { Deadline } from './deadline.js';
import { NONCE_LIFE_MS } from './nonces.js';
import { refused } from './refused.js';
import { sessionCookie, sessionOf } from './session-cookie.js';
import type { Settings } from './settings.js';

/** The proxy's own call: it asks no service. */
export const NONCE_CALL = 'nonce';

/** Whether a path is that of the call. Without `nonces` the key proxy does not have it. */
export const isNonceCall = (path: string, { mount, nonces }: Pick<Settings, 'mount' | 'nonces'>): boolean =>
  nonces !== undefined && path.replace(/\/$/, '') === `${mount}/${NONCE_CALL}`;

const randomName = (): string => toBase64url(crypto.getRandomValues(new Uint8Array(16)));

/** Browsers send the page's origin with each POST; behind a proxy that ends TLS, the request's own URL does not tell. */
const isSecure = ({ headers, url }: Request): boolean => /^https:/i.test(headers.get('Origin') ?? url);

/**
 * Gives a nonce for the hidden field of a form, and binds it to the browser's session: one that it has, or a new one.
 * @throws RefusedError if the nonces cannot be kept
 */
export const answerNonce = async (
  request: Request,
  { nonces, now, onError }: Settings,
  deadline: Deadline,
): Promise<Response> => {
  const nonce = randomName();
  const session = sessionOf(request, isSecure(request)) ?? randomName();
  try {
    await deadline.within(Promise.resolve(nonces?.keep(nonce, session, now() + NONCE_LIFE_MS)), 'nonces');
  } catch (error) {
    // The call is over, and its waiter reports the fault.
    if (deadline.signal.aborted) throw error;
    onError(error, 'nonces');
    throw refused('nonces-unavailable');
  }
  return answerJson(200, { nonce, success: '1' }, { 'Set-Cookie': sessionCookie(session, isSecure(request)) });
};
