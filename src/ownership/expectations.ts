import { parseAddress } from '../address/index.js';
import { toBase64url } from '../text/index.js';
import { issuerHostOf } from './issuer-host.js';
import { limits, protocol } from './protocol.js';
import { allowsAlgorithm, isSignedBy, readPublicKey } from './public-key.js';
import { NotProvenError, type OwnershipRefusalCode } from './refusals.js';
import type { OwnershipToken, SignedPart } from './token.js';

/** What a token must be about. */
export interface Expectations {
  /** The address as the form sent it. */
  readonly email: unknown;
  /** The nonce from the server's own record of the form or session; `undefined` if there is none. */
  readonly nonce: string | undefined;
  /** The page's origin, as `https://shop.example`. */
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a token says, as far as that can be told without asking anyone. */
export interface Statement {
  readonly email: string;
  /** The domain of the address that was sent, in A-labels and lower case. */
  readonly domain: string;
  /** The issuer's host. */
  readonly issuer: string;
  /** The address is a relay that forwards to one that the site does not learn. */
  readonly isPrivate: boolean;
}

const demand = (isMet: boolean, code: OwnershipRefusalCode): void => {
  if (!isMet) throw new NotProvenError(code);
};

/**
 * An address in the form in which two are compared: letters of ASCII in lower case, the domain in A-labels. Other letters keep their case:
 * the lower case of the Kelvin sign is a k, and the address with it is another one.
 */
const comparable = (email: unknown): { readonly text: string; readonly domain: string } => {
  const parsed = parseAddress(typeof email === 'string' ? email.trim() : '');
  if (!parsed.ok) throw new NotProvenError('not-an-address');
  const { localPart, asciiDomain: domain } = parsed;
  return { text: `${localPart.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}@${domain}`, domain };
};

const isSameEmail = (one: string, other: unknown): boolean => {
  try {
    return comparable(other).text === one;
  } catch {
    return false;
  }
};

/** Written so that a time which is not a number is refused. */
const checkTime = ({ claims: { iat } }: SignedPart, now: number): void => {
  const age = now / 1_000 - Number(typeof iat === 'number' ? iat : NaN);
  demand(age >= -limits.clockSkewSeconds, 'not-yet-valid');
  demand(age <= limits.ageSeconds + limits.clockSkewSeconds, 'expired');
};

const checkType = ({ header: { typ } }: SignedPart, types: readonly string[]): void =>
  demand(typeof typ === 'string' && types.includes(typ), 'wrong-type');

const hashOf = async (issued: SignedPart): Promise<string> => {
  const octets = new TextEncoder().encode(`${issued.jws}${protocol.separator}`);
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', octets)));
};

/** Checks the browser's part: that it belongs to this token, page and form, and is signed with the key that the issuer's part names. */
const checkBinding = async ({ issued, binding }: OwnershipToken, { nonce, audience, now }: Expectations) => {
  const { cnf } = issued.claims;
  const holder = readPublicKey((cnf as { readonly jwk?: unknown } | null | undefined)?.jwk);
  if (!holder) throw new NotProvenError('wrong-holder-key');
  checkType(binding, protocol.bindingTypes);
  checkTime(binding, now);
  demand(binding.claims['aud'] === audience, 'other-audience');
  demand(nonce !== undefined && nonce !== '', 'no-nonce');
  demand(binding.claims['nonce'] === nonce, 'other-nonce');
  demand(binding.claims['sd_hash'] === (await hashOf(issued)), 'other-token');
  const { alg } = binding.header;
  if (!allowsAlgorithm(holder, alg)) throw new NotProvenError('wrong-algorithm');
  demand(await isSignedBy(binding.jws, holder, alg), 'altered-binding');
};

/**
 * Checks everything in a token that needs no one else: only then is anyone asked about the issuer's signature, the one thing that is not
 * verified here.
 * @throws NotProvenError
 */
export const checkStatement = async (token: OwnershipToken, expected: Expectations): Promise<Statement> => {
  const { issued } = token;
  const { text, domain } = comparable(expected.email);
  checkType(issued, protocol.tokenTypes);
  const issuer = issuerHostOf(issued.claims['iss']);
  if (!issuer) throw new NotProvenError('no-issuer');
  checkTime(issued, expected.now);
  const { email, email_verified: isVerified, is_private_email: isPrivate } = issued.claims;
  demand(isVerified === true, 'unverified');
  demand(typeof email === 'string' && email === email.trim() && isSameEmail(text, email), 'other-address');
  await checkBinding(token, expected);
  return { email: email as string, domain, issuer, isPrivate: isPrivate === true };
};
