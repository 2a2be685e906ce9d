/** Remembers which nonces were given to which sessions. One for the key proxy and all backends that take its forms. */
export interface Nonces {
  /**
   * Keeps a nonce for a session.
   * @param nonce 22 characters of base64url
   * @param session the session's own, of the same form
   * @param until milliseconds since 1970: from then on the nonce is not valid
   */
  keep(nonce: string, session: string, until: number): Promise<void>;
  /**
   * Deletes a nonce, and answers whether it was there, for this session and still valid: in one step, so that of two at once only one gets
   * `true`. A nonce of another session stays where it is.
   */
  take(nonce: string, session: string): Promise<boolean>;
}

/** How `createNonces` remembers. */
export interface NoncesOptions {
  /** Nonces to remember at most; 100,000 by default (about 20 MB). If there are more, the oldest is forgotten: its form proves nothing. */
  readonly size?: number | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** Validity of a nonce in milliseconds: somebody who fills a form slowly still has it. */
export const NONCE_LIFE_MS = 1_800_000;

/** A nonce, and a session's name: 128 random bits in base64url. */
export const RANDOM_NAME = /^[\w-]{22}$/;

/**
 * Remembers nonces in this process's memory. A restart forgets them.
 * @throws RangeError if `size` is not a whole number from 1
 *
 * @example
 * const nonces = createNonces();
 * const proxy = createKeyProxy({ apiKey, baseUrl, nonces });
 * const signUp = await verifySignUp(request, form, { secret, nonces, origins: ['https://shop.example'] });
 */
export const createNonces = ({ size = 100_000, now = Date.now }: NoncesOptions = {}): Nonces => {
  if (!Number.isSafeInteger(size) || size < 1)
    throw new RangeError('`size` must be a whole number, 1 or more: how many nonces to remember.');
  /** By nonce, the oldest first. All live equally long. */
  const kept = new Map<string, { readonly session: string; readonly until: number }>();

  const forgetExpired = (): void => {
    for (const [nonce, { until }] of kept) {
      if (until > now()) return;
      kept.delete(nonce);
    }
  };

  return {
    keep(nonce, session, until) {
      forgetExpired();
      kept.set(nonce, { session, until });
      const [oldest = nonce] = kept.keys();
      if (kept.size > size) kept.delete(oldest);
      return Promise.resolve();
    },
    take(nonce, session) {
      const found = kept.get(nonce);
      const isOwn = found?.session === session;
      if (isOwn) kept.delete(nonce);
      return Promise.resolve(isOwn && found.until > now());
    },
  };
};
