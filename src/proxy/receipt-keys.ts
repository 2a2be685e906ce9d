import { calculateJwkThumbprint, importJWK, type CryptoKey } from 'jose';
import { addressHash, octetsOf } from './address-hash.js';
import { isShared, type OneReceiptSecret } from './receipt-secrets.js';

/** One key, ready for use. */
export interface ReceiptKey {
  readonly alg: 'HS256' | 'EdDSA';
  /** The key's id in a receipt's header, which reveals nothing about the key. */
  readonly kid: string;
  readonly key: CryptoKey | Uint8Array;
  /**
   * The key of the address's hash in the receipt with this id. With HS256 it is the secret. A backend with only a public key has no secret: with
   * EdDSA it is the receipt's own random id, a salt that keeps receipts for one address apart, but not a guess from being confirmed.
   */
  addressKey(id: string): string | Uint8Array;
}

/** 66 bits are enough to distinguish the few secrets of one site. */
const KEY_NAME_CHARACTERS = 11;

/** Makes a key for signing or verifying from a checked secret. */
export const receiptKey = async (secret: OneReceiptSecret, use: 'sign' | 'verify'): Promise<ReceiptKey> => {
  if (isShared(secret)) {
    const octets = octetsOf(secret);
    const kid = (await addressHash(octets, 'key', '')).slice(0, KEY_NAME_CHARACTERS);
    return { alg: 'HS256', kid, key: octets, addressKey: () => octets };
  }
  const publicJwk = { kty: 'OKP', crv: 'Ed25519', x: secret.x ?? '' };
  const jwk = use === 'sign' && secret.d ? { ...publicJwk, d: secret.d } : publicJwk;
  // RFC 7638: a backend that verifies with its own key set can give the key the same name.
  const kid = await calculateJwkThumbprint(publicJwk);
  return { alg: 'EdDSA', kid, key: await importJWK(jwk, 'EdDSA'), addressKey: (id) => id };
};
