import { shownText } from '../../text/index.js';
import type { ConsoleStore, SessionRecord } from '../store/index.js';
import { isToken, newToken, type TokenHash } from './links.js';

/** A session ends after so many milliseconds in which it was not used. */
export const IDLE_MILLISECONDS = 12 * 3_600_000;

const COOKIE = 'email-check-console';
const MOST_AGENT = 200;

/** Browsers take a cookie with this prefix only over TLS, for this host alone, and from no other one (RFC 6265bis §4.1.3.2). */
const cookieName = (isSecure: boolean): string => (isSecure ? `__Host-${COOKIE}` : COOKIE);

/** The value of a cookie; `undefined` if there is none, or more than one. */
const cookieIn = (header: string | null, name: string): string | undefined => {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
};

/** The `Set-Cookie` of a session; with `''` as its token, it removes the cookie. */
const setCookie = (token: string, isSecure: boolean): string =>
  [
    `${cookieName(isSecure)}=${token}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
    ...(token ? [] : ['Max-Age=0']),
  ].join('; ');

export interface SessionsOptions {
  readonly store: ConsoleStore;
  readonly hashOf: TokenHash;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}

/** The sessions of the console's pages, by the cookies of requests. */
export class Sessions {
  readonly #options: SessionsOptions;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** The earliest time at which a session may have been used last. */
  get #idleSince(): number {
    return this.#options.now() - IDLE_MILLISECONDS;
  }

  /**
   * The session of a request; `undefined` if it has none, or that has ended. `isUse`: somebody uses the page, which keeps the session from
   * ending.
   */
  async find(
    { headers }: Pick<Request, 'headers'>,
    { isSecure, isUse }: { readonly isSecure: boolean; readonly isUse: boolean },
  ): Promise<SessionRecord | undefined> {
    const token = cookieIn(headers.get('Cookie'), cookieName(isSecure));
    if (!isToken(token)) return undefined;
    const { store, hashOf, now } = this.#options;
    return store.findSession(hashOf('console-session', token), { now: now(), idleSince: this.#idleSince, isUse });
  }

  /** Uses up a link; `undefined` if it is unknown, used or expired. `cookie` is the `Set-Cookie` of the session. */
  async begin(
    linkToken: string,
    { agent, isSecure }: { readonly agent: string; readonly isSecure: boolean },
  ): Promise<{ readonly session: SessionRecord; readonly cookie: string } | undefined> {
    const { store, hashOf, now } = this.#options;
    const token = newToken();
    const session = await store.beginSession(hashOf('console-link', linkToken), {
      hash: hashOf('console-session', token),
      agent: shownText(agent, { most: MOST_AGENT }),
      at: now(),
    });
    return session && { session, cookie: setCookie(token, isSecure) };
  }

  /** The `Set-Cookie` that removes a session's cookie. */
  removal(isSecure: boolean): string {
    return setCookie('', isSecure);
  }

  list(accountId?: number): Promise<readonly SessionRecord[]> {
    return this.#options.store.listSessions(this.#idleSince, accountId);
  }

  /** Ends a session at once; false if there is none with this id, or it is of another account. */
  end(id: number, accountId?: number): Promise<boolean> {
    return this.#options.store.endSession(id, accountId);
  }
}
