import type { JWK } from 'jose';
import { algorithmsByKey } from './protocol.js';

/** A public key that the protocol allows, without anything else that it came with. */
export type PublicKey = Readonly<Pick<JWK, 'kty' | 'crv' | 'x' | 'y' | 'n' | 'e' | 'kid'>>;

/** 32 octets in base64url. */
const COORDINATE = /^[\w-]{43}$/;
/** An RSA modulus of 2,048 to 4,096 bits: the time of a verification grows with its square. */
const MODULUS = /^[\w-]{342,683}$/;
/** An RSA exponent of at most 4 octets: the time of a verification grows with its length. */
const EXPONENT = /^[\w-]{2,6}$/;

/** Members that only a key that can sign or encrypt for both sides has (RFC 7518 §6). */
const SECRET_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** For each type of key, what each of its members looks like. */
const shapes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'EC P-256': { x: COORDINATE, y: COORDINATE },
  'OKP Ed25519': { x: COORDINATE },
  RSA: { n: MODULUS, e: EXPONENT },
};

const typeOf = ({ kty, crv }: Readonly<Record<string, unknown>>): string =>
  kty === 'RSA' ? 'RSA' : `${String(kty)} ${String(crv)}`;

/** Whether a key has its private part, or a part of it. */
export const isSecret = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && SECRET_MEMBERS.some((member) => member in value);

/** Reads a public key (RFC 7517 §4). `undefined` if it is of another type, is malformed, or has a private part. */
export const readPublicKey = (value: unknown): PublicKey | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const jwk = value as Readonly<Record<string, unknown>>;
  const shape = shapes[typeOf(jwk)];
  if (!shape || isSecret(jwk)) return undefined;
  const members = Object.entries(shape).map(([name, form]) => [name, jwk[name], form] as const);
  if (!members.every(([, member, form]) => typeof member === 'string' && form.test(member))) return undefined;
  const { kty, crv, kid } = jwk;
  return Object.fromEntries(
    Object.entries({
      ...{ kty, crv: kty === 'RSA' ? undefined : crv, kid: typeof kid === 'string' ? kid : undefined },
      ...Object.fromEntries(members.map(([name, member]) => [name, member])),
    }).filter(([, member]) => member !== undefined),
  );
};

/** Whether a key may sign with an algorithm. */
export const allowsAlgorithm = (key: PublicKey, algorithm: unknown): algorithm is string =>
  typeof algorithm === 'string' && (algorithmsByKey[typeOf(key)] ?? []).includes(algorithm);

/** Whether a compact JWS (RFC 7515 §7.1) verifies with a key. Never rejects. */
export const isSignedBy = async (jws: string, key: PublicKey, algorithm: string): Promise<boolean> => {
  const { compactVerify, importJWK } = await import('jose');
  try {
    await compactVerify(jws, await importJWK({ ...key }, algorithm), { algorithms: [algorithm] });
    return true;
  } catch {
    return false;
  }
};
