import { compactVerify, decodeProtectedHeader } from 'jose';
import { parseAddress } from '../address/literal.js';
import type { Result } from '../wire/verdicts.js';
import { isAddressHash } from './address-hash.js';
import { fromBase64url, toBase64url } from '../text/index.js';
import { readReceiptClaims, RECEIPT_TYPE, type ReceiptClaims } from './receipt-claims.js';
import { receiptKey, type ReceiptKey } from './receipt-keys.js';
import { refuseReceipt, type ReceiptRefusal, type ReceiptRefusalCode } from './receipt-refusals.js';
import { checkedPublicKeys, checkedSecrets, type ReceiptJwk, type ReceiptSecret } from './receipt-secrets.js';
import type { UsedReceipts } from './receipt-uses.js';

/** The validation's result, as signed in the receipt. */
export interface ReceiptFinding {
  readonly result: Result;
  /** One of the verdict codes: 5 is Deliverable, 7 Unknown. */
  readonly code: number;
  /** The address belongs to a function (sales, webmaster), not a person. */
  readonly role: boolean;
  /** The address is at a free mailbox provider. */
  readonly freeEmail: boolean;
  /** Transactional mail (receipts, password resets) is suggested. */
  readonly sendTransactional: boolean;
  /** When the key proxy answered, in milliseconds since 1970. With a cache, the verdict may be older. */
  readonly issuedAt: number;
}

/** A valid receipt with its claims, or the reason why it was refused. */
export type VerifiedReceipt = { readonly ok: true; readonly found: ReceiptFinding } | ReceiptRefusal;

/**
 * The keys that a receipt may be signed with: the key proxy's own secret, or only the public key; both while you
 * replace one by the other.
 */
export type ReceiptKeys =
  | { readonly secret: ReceiptSecret; readonly publicKey?: ReceiptJwk | readonly ReceiptJwk[] | undefined }
  | { readonly secret?: undefined; readonly publicKey: ReceiptJwk | readonly ReceiptJwk[] };

/** The expectations that a receipt must meet. */
export type VerifyReceiptOptions = ReceiptKeys & {
  /** The address as the form sent it. A value that is not a text is refused. */
  readonly email: unknown;
  /** Milliseconds since 1970; the clock's by default. */
  readonly now?: number | undefined;
  /** Refuses a receipt that was used before. Without it, a receipt can be used any number of times within its hour. */
  readonly used?: UsedReceipts | undefined;
};

/** Three times the length of a receipt, all of whose parts have a known length. */
const LONGEST_RECEIPT = 2048;

/** Seconds by which the clock of the signing machine may be ahead of this machine's. */
const CLOCK_DRIFT_SECONDS = 60;

const COMPACT = /^[\w-]+\.[\w-]+\.([\w-]*)$/;

const keysOf = async ({ secret, publicKey }: ReceiptKeys): Promise<ReceiptKey[]> => {
  // If neither is given, the secret is missing.
  const secrets = publicKey === undefined || secret !== undefined ? checkedSecrets(secret as ReceiptSecret) : [];
  const publicKeys = publicKey === undefined ? [] : checkedPublicKeys(publicKey);
  return Promise.all([...secrets, ...publicKeys].map((one) => receiptKey(one, 'verify')));
};

/**
 * Whether a verified signature has the canonical spelling: the last character of base64url has unused bits, which
 * decoders ignore.
 */
const isCanonical = (signature: string): boolean => toBase64url(fromBase64url(signature)) === signature;

const headerOf = (receipt: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return decodeProtectedHeader(receipt);
  } catch {
    return undefined;
  }
};

/** Claims of a receipt, and the key that signed it. */
interface SignedClaims {
  readonly key: ReceiptKey;
  readonly claims: ReceiptClaims;
}

/** Reads a receipt that is signed by one of `keys`; otherwise returns the reason why it is refused. */
const signedClaims = async (
  receipt: string,
  keys: readonly ReceiptKey[],
): Promise<ReceiptRefusalCode | SignedClaims> => {
  if (receipt.length > LONGEST_RECEIPT) return 'malformed';
  const signature = COMPACT.exec(receipt)?.[1];
  const header = headerOf(receipt);
  if (signature === undefined || !header) return 'malformed';
  if (!keys.some(({ alg }) => alg === header['alg'])) return 'wrong-algorithm';
  if (header['typ'] !== RECEIPT_TYPE) return 'other-kind';
  const key = keys.find(({ kid }) => kid === header['kid']);
  if (!key) return 'unknown-key';
  if (key.alg !== header['alg']) return 'wrong-algorithm';
  const verified = await compactVerify(receipt, key.key, { algorithms: [key.alg] }).catch(() => undefined);
  if (!verified || !isCanonical(signature)) return 'altered';
  const claims = readReceiptClaims(verified.payload);
  return claims ? { key, claims } : 'other-kind';
};

/** In this form, the comparison also refuses a time that is not a number. */
const timeRefusal = ({ iat, exp }: ReceiptClaims, now: number): ReceiptRefusalCode | undefined => {
  if (!(iat <= now / 1000 + CLOCK_DRIFT_SECONDS)) return 'not-yet-valid';
  return now / 1000 < exp ? undefined : 'expired';
};

const addressRefusal = async (
  email: unknown,
  key: ReceiptKey,
  claims: ReceiptClaims,
): Promise<ReceiptRefusalCode | undefined> => {
  if (typeof email !== 'string' || !parseAddress(email.trim()).ok) return 'not-an-address';
  const isSame = await isAddressHash(key.addressKey(claims.jti), 'receipt', email, claims.email_hash);
  return isSame ? undefined : 'other-address';
};

/** Does the work of `verifyReceipt`, once the library is loaded. */
export const verifyNow = async (receipt: unknown, options: VerifyReceiptOptions): Promise<VerifiedReceipt> => {
  const keys = await keysOf(options);
  if (typeof receipt !== 'string' || !receipt) return refuseReceipt('missing');
  const signed = await signedClaims(receipt, keys);
  if (typeof signed === 'string') return refuseReceipt(signed);
  const { key, claims } = signed;
  const refusal = timeRefusal(claims, options.now ?? Date.now()) ?? (await addressRefusal(options.email, key, claims));
  if (refusal) return refuseReceipt(refusal);
  // Comes last, so that a receipt that is refused for another reason is not used up.
  if (options.used && !(await options.used.firstUse(claims.jti, claims.exp * 1000))) return refuseReceipt('used');
  const { result, code, role, free_email: freeEmail, send_transactional: sendTransactional, iat } = claims;
  return { ok: true, found: { result, code, role, freeEmail, sendTransactional, issuedAt: iat * 1000 } };
};
