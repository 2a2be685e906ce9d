import { normalizeAddress } from '../address/normalize.js';
import { fromBase64url, toBase64url } from '../text/index.js';

/** Purpose of a hash. The same secret and text have different hashes for different purposes. */
type HashPurpose = 'receipt' | 'cache' | 'visitor' | 'key';

/** The octets of a secret; a text's in UTF-8. */
export const octetsOf = (secret: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof secret === 'string' ? new TextEncoder().encode(secret) : new Uint8Array(secret);

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

const keyFor = (secret: string | Uint8Array, use: 'sign' | 'verify'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', octetsOf(secret), HMAC, false, [use]);

// No JWS signing input (RFC 7515 §5.1) has a line end, so one secret may both sign receipts and hash addresses.
const messageOf = (purpose: HashPurpose, text: string) => octetsOf(`${purpose}\n${normalizeAddress(text)}`);

/**
 * HMAC-SHA-256 (RFC 2104) of an address in base64url, 43 characters: the same for the same address, however its domain
 * is written, and useless without the secret. Other texts (a visitor's network) are trimmed and hashed unchanged.
 * @param secret one octet or more; a text counts in UTF-8
 */
export const addressHash = async (secret: string | Uint8Array, purpose: HashPurpose, text: string): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', await keyFor(secret, 'sign'), messageOf(purpose, text))));

/** Whether `hash` is what `addressHash` makes of the rest. Takes the same time wherever they differ. */
export const isAddressHash = async (
  secret: string | Uint8Array,
  purpose: HashPurpose,
  text: string,
  hash: string,
): Promise<boolean> =>
  crypto.subtle.verify('HMAC', await keyFor(secret, 'verify'), fromBase64url(hash), messageOf(purpose, text));
