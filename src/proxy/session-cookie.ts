import { NONCE_LIFE_MS, RANDOM_NAME } from './nonces.js';

/**
 * The cookie that binds nonces to a browser. Under https its name has the prefix with which a browser takes it from this host alone
 * (RFC 6265bis §4.1.3.2), so that a neighbouring host cannot plant one.
 */
const SECURE_NAME = '__Host-email-check-session';
const PLAIN_NAME = 'email-check-session';

/** Characters of the header that are read: browsers send less. */
const READ_CHARACTERS = 16_384;

/**
 * The session that a request's cookies name; `undefined` if there is none, or it is not one of ours. Under https only the name with the
 * prefix counts: the other one could have been planted.
 */
export const sessionOf = ({ headers }: Pick<Request, 'headers'>, isSecure: boolean): string | undefined => {
  const name = `${isSecure ? SECURE_NAME : PLAIN_NAME}=`;
  const pairs = (headers.get('Cookie') ?? '').slice(0, READ_CHARACTERS).split(';');
  const value = pairs
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(name))
    ?.slice(name.length);
  return value !== undefined && RANDOM_NAME.test(value) ? value : undefined;
};

/** The header that sets a session's cookie for as long as a nonce is valid. No script can read it, and no other site's form sends it. */
export const sessionCookie = (session: string, isSecure: boolean): string =>
  [
    `${isSecure ? SECURE_NAME : PLAIN_NAME}=${session}`,
    `Max-Age=${NONCE_LIFE_MS / 1_000}`,
    ...['Path=/', 'HttpOnly', 'SameSite=Strict'],
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
