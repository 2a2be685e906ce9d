import { parsedUrl } from '../network/index.js';
import { withinTime } from '../timing/index.js';
import { txtOverHttps } from './dns-over-https.js';
import { checkStatement } from './expectations.js';
import { checkIssued, createOwnershipCache, delegatedHost, type OwnershipCache } from './issuer.js';
import { knownAlgorithms, limits } from './protocol.js';
import { NotProvenError, refuseOwnership, type OwnershipRefusal } from './refusals.js';
import type { OwnershipSources } from './sources.js';
import { readToken } from './token.js';

/** Ownership that is proven, or why it is not. */
export type VerifiedOwnership =
  | {
      readonly ok: true;
      /** The origin of the issuer that vouches for the address, such as `https://accounts.example.com`. */
      readonly issuer: string;
      /** The address as the issuer writes it. */
      readonly email: string;
      /** The address is a relay: mail to it is forwarded to an address that the site does not learn. */
      readonly isPrivate: boolean;
    }
  | OwnershipRefusal;

/** What a token must prove, and how the world is asked. */
export interface VerifyOwnershipOptions {
  /** The field of the form that the browser filled. */
  readonly token: unknown;
  /** The address as the form sent it. */
  readonly email: unknown;
  /**
   * The nonce from the server's own record of this form or session, which is deleted before this call: never from the form. `undefined` if
   * there is no record.
   */
  readonly nonce: string | undefined;
  /** The origin of the page, with its port if it has one: `https://shop.example`. */
  readonly audience: string;
  /** Milliseconds since 1970; the clock's by default. */
  readonly now?: number | undefined;
  /** Replaces how documents are fetched. It is to contact public addresses alone. */
  readonly fetch?: OwnershipSources['fetch'] | undefined;
  /** Replaces how TXT records are looked up. */
  readonly resolveTxt?: OwnershipSources['resolveTxt'] | undefined;
  /** Keeps what mail domains and issuers have said; without it, calls with an own `fetch` or `resolveTxt` remember nothing. */
  readonly cache?: OwnershipCache | undefined;
}

/** Verifies tokens with these sources, unless a call brings its own. */
export type OwnershipVerifier = (options: VerifyOwnershipOptions) => Promise<VerifiedOwnership>;

/** The resolver that is asked where the runtime has none. */
export const DEFAULT_RESOLVER = 'https://cloudflare-dns.com/dns-query';

/** @throws TypeError for the developer's own mistake */
const checkAudience = (audience: unknown): void => {
  const isOrigin = typeof audience === 'string' && parsedUrl(audience)?.origin === audience;
  if (!isOrigin)
    throw new TypeError('verifyOwnership: `audience` must be the origin of the page, such as "https://shop.example".');
};

const refuse = (error: unknown): OwnershipRefusal =>
  refuseOwnership(error instanceof NotProvenError ? error.code : 'issuer-unreachable');

/** Makes a verifier. Each has a memory of its own for what mail domains and issuers have said. */
export const createOwnershipVerifier = (defaults: OwnershipSources): OwnershipVerifier => {
  const ownCache = createOwnershipCache();

  const verify = async (options: VerifyOwnershipOptions): Promise<VerifiedOwnership> => {
    const now = options.now ?? Date.now();
    const token = readToken(options.token);
    if (!knownAlgorithms.has(String(token.issued.header['alg']))) throw new NotProvenError('wrong-algorithm');
    const { email, domain, issuer, isPrivate } = await checkStatement(token, { ...options, now });
    const fetch = options.fetch ?? defaults.fetch;
    const resolveTxt =
      options.resolveTxt ?? (options.fetch ? txtOverHttps(options.fetch, DEFAULT_RESOLVER) : defaults.resolveTxt);
    const isOwn = options.fetch !== undefined || options.resolveTxt !== undefined;
    const cache = options.cache ?? (isOwn ? createOwnershipCache() : ownCache);
    await withinTime({ milliseconds: limits.milliseconds, signals: [] }, async (signal) => {
      const inquiry = { sources: { fetch, resolveTxt }, cache, now, signal };
      if ((await delegatedHost(domain, inquiry)) !== issuer) throw new NotProvenError('other-issuer');
      await checkIssued(token.issued, issuer, inquiry);
    });
    return { ok: true, issuer: `https://${issuer}`, email, isPrivate };
  };

  return async (options) => {
    checkAudience(options.audience);
    return verify(options).catch(refuse);
  };
};
