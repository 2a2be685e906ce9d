import { NONCE_LIFE_MS, RANDOM_NAME } from './nonces.js';

/**
 * The cookie that binds nonces to a browser. Under https its name has the prefix with which a browser takes it from this host alone
 * (RFC 6265bis §4.1.3.2), so that a neighbouring host cannot plant one.
 */
const SECURE_NAME = '__Host-email-check-session';
const PLAIN_NAME = 'email-check-session';

/** Characters of the header that are read: browsers send less. */
const READ_CHARACTERS = 16_384;

/** The session that a request's cookies name; `undefined` if there is none, or it is not one of ours. */
export const sessionOf = ({ headers }: Pick<Request, 'headers'>): string | undefined => {
  const pairs = (headers.get('Cookie') ?? '').slice(0, READ_CHARACTERS).split(';');
  const values = [SECURE_NAME, PLAIN_NAME].map((name) =>
    pairs
      .find((pair) => pair.trim().startsWith(`${name}=`))
      ?.trim()
      .slice(name.length + 1),
  );
  return values.find((value) => value !== undefined && RANDOM_NAME.test(value));
};

/** The header that sets a session's cookie for as long as a nonce is valid. No script can read it, and no other site's form sends it. */
export const sessionCookie = (session: string, isSecure: boolean): string =>
  [
    `${isSecure ? SECURE_NAME : PLAIN_NAME}=${session}`,
    `Max-Age=${NONCE_LIFE_MS / 1_000}`,
    ...['Path=/', 'HttpOnly', 'SameSite=Strict'],
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
