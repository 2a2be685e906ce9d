import { octetsOf } from './address-hash.js';

/** An Ed25519 key as JSON (RFC 8037 §2): `kty` is "OKP", `crv` "Ed25519"; a public key has `x`, a private one `d` too. */
export interface ReceiptJwk {
  readonly kty?: string | undefined;
  readonly crv?: string | undefined;
  readonly x?: string | undefined;
  readonly d?: string | undefined;
}

/** A secret of 32 octets or more (HS256), or a private Ed25519 key (EdDSA). */
export type OneReceiptSecret = string | Uint8Array | ReceiptJwk;

/**
 * The secret or secrets that receipts are signed with. If there are several, the first signs, and all verify. To change
 * a secret, put the new one in front, and remove the old one an hour later, when the last receipt signed with it has
 * expired.
 */
export type ReceiptSecret = OneReceiptSecret | readonly OneReceiptSecret[];

/** RFC 7518 §3.2: a key of HS256 has the length of its hash, or more. */
const SHORTEST_SECRET = 32;

const TOO_SHORT =
  `A receipt's secret must be ${SHORTEST_SECRET} octets or longer, since a shorter one can be guessed from a receipt. ` +
  'Make one with `openssl rand -base64 32`, and give the same to the key proxy and to `verifyReceipt`.';

const NO_KEY =
  'A receipt\'s key must be an Ed25519 key as JSON: `kty` "OKP", `crv` "Ed25519", `x`, and to sign with, `d`.';

/** Whether a secret is one that both sides share (HS256), not a key pair. */
export const isShared = (secret: OneReceiptSecret): secret is string | Uint8Array =>
  typeof secret === 'string' || secret instanceof Uint8Array;

const isBase64urlKey = (part: unknown): boolean => typeof part === 'string' && /^[\w-]{43}$/.test(part);

const checkJwk = ({ kty, crv, ...parts }: ReceiptJwk, needed: readonly ('x' | 'd')[]): void => {
  if (kty !== 'OKP' || crv !== 'Ed25519' || !needed.every((part) => isBase64urlKey(parts[part])))
    throw new TypeError(NO_KEY);
};

const listed = <One>(given: One | readonly One[], name: string): readonly [One, ...One[]] => {
  const [first, ...others] = [given].flat() as readonly One[];
  if (!first || !others.every(Boolean))
    throw new TypeError(`\`${name}\` is missing or empty. Is its environment variable set?`);
  return [first, ...others];
};

/**
 * The secrets in order, each checked for signing. @throws TypeError or RangeError that says how to correct the option
 */
export const checkedSecrets = (secret: ReceiptSecret): readonly [OneReceiptSecret, ...OneReceiptSecret[]] => {
  const secrets = listed<OneReceiptSecret>(secret, 'secret');
  for (const one of secrets) {
    if (!isShared(one)) checkJwk(one, ['x', 'd']);
    else if (octetsOf(one).length < SHORTEST_SECRET) throw new RangeError(TOO_SHORT);
  }
  return secrets;
};

/** The public keys in order. @throws TypeError that says what a key must have */
export const checkedPublicKeys = (publicKey: ReceiptJwk | readonly ReceiptJwk[]): readonly ReceiptJwk[] => {
  const keys = listed<ReceiptJwk>(publicKey, 'publicKey');
  for (const key of keys) checkJwk(key, ['x']);
  return keys;
};
