import { CompactSign } from 'jose';
import { parseAddress } from '../address/literal.js';
import type { Validation } from '../wire/results.js';
import { addressHash, octetsOf } from './address-hash.js';
import { toBase64url } from '../text/index.js';
import { receiptClaims, RECEIPT_TYPE } from './receipt-claims.js';
import { receiptKey, type ReceiptKey } from './receipt-keys.js';
import { checkedSecrets, type ReceiptSecret } from './receipt-secrets.js';

/** Writes receipts. Made by `createReceiptSigner`. */
export interface ReceiptSigner {
  /**
   * The receipt of one validation: a compact JWS (RFC 7515 §7.1) that is good for an hour.
   * @param validation its `email` is the address that was asked: a service may return another one, or none
   * @param now milliseconds since 1970
   * @throws TypeError if `email` is not an address
   */
  sign(validation: Validation, now: number): Promise<string>;
}

const ID_OCTETS = 16;

const NO_ADDRESS = 'A receipt is for an address. Sign the validation with the `email` that was asked.';

/**
 * Opens what writes receipts with `secret`, the first if there are several.
 * @throws TypeError or RangeError if the secret is missing, short, or not a private Ed25519 key
 *
 * @example
 * const signer = createReceiptSigner(process.env.RECEIPT_SECRET ?? '');
 * const receipt = await signer.sign({ ...validation, email }, Date.now());
 */
export const createReceiptSigner = (secret: ReceiptSecret): ReceiptSigner => {
  const [first] = checkedSecrets(secret);
  // Stores the key itself, not a promise: in Workers no request may wait for another request's promise.
  let kept: ReceiptKey | undefined;
  return {
    sign: async (validation, now) => {
      const { email } = validation;
      if (!parseAddress(email.trim()).ok) throw new TypeError(NO_ADDRESS);
      kept ??= await receiptKey(first, 'sign');
      const { alg, kid, key, addressKey } = kept;
      const id = toBase64url(crypto.getRandomValues(new Uint8Array(ID_OCTETS)));
      const hash = await addressHash(addressKey(id), 'receipt', email);
      const payload = octetsOf(JSON.stringify(receiptClaims(validation, hash, id, now)));
      return new CompactSign(payload).setProtectedHeader({ alg, kid, typ: RECEIPT_TYPE }).sign(key);
    },
  };
};
