import { installWords, isMissing, jose } from '../packages/index.js';
import { txtOverHttps } from './dns-over-https.js';
import { createOwnershipVerifier, DEFAULT_RESOLVER, type OwnershipVerifier } from './verify.js';
import { publicFetch } from './public-fetch.js';

export { txtOverHttps } from './dns-over-https.js';
export { createOwnershipCache, type OwnershipCache } from './issuer.js';
export { refuseOwnership, type OwnershipRefusal, type OwnershipRefusalCode } from './refusals.js';
export type { OwnershipSources } from './sources.js';
export { nonceIn } from './token.js';
export {
  createOwnershipVerifier,
  type OwnershipVerifier,
  type VerifiedOwnership,
  type VerifyOwnershipOptions,
} from './verify.js';

// At the start of a backend, and not at the first form that is sent.
if (isMissing(jose)) throw new Error(`email-check-element/ownership ${installWords(jose)}`);

/**
 * Tells a site's backend whether the browser has proven that its user controls an address (Email Verification Protocol, experimental).
 * `ok` says that the visitor can read mail at the address; that mail can be delivered to it is another question. Without proof nothing is
 * known: confirm the address by a mailed code, as always, and show the visitor no error. Only a wrong `audience` throws.
 *
 * Asked are the address's domain by DNS, and the issuer that it names by https, only after everything else in the token holds.
 * @throws TypeError if `audience` is not an origin
 *
 * @example
 * const owned = await verifyOwnership({ token: form.get('email_check_token'), email, nonce, audience: 'https://shop.example' });
 * if (owned.ok) await openAccount(owned.email);
 * else await mailCode(email);
 */
export const verifyOwnership: OwnershipVerifier = createOwnershipVerifier({
  fetch: publicFetch,
  resolveTxt: txtOverHttps(publicFetch, DEFAULT_RESOLVER),
});
