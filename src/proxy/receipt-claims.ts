import { asObject } from '../wire/decode-scalar.js';
import type { Validation } from '../wire/results.js';
import { verdictWords, type Result } from '../wire/verdicts.js';

/** `typ` of a receipt's header: no JWS made for another purpose has it (RFC 8725 §3.11). */
export const RECEIPT_TYPE = 'email-check-receipt+jwt';
/** `iss` of every receipt. */
const RECEIPT_ISSUER = 'email-check-element';
/** Validity of a receipt in seconds. */
export const RECEIPT_LIFE_SECONDS = 3600;

/** Claims of a receipt (RFC 7519 §4.1 for the short names), as in its payload. */
export interface ReceiptClaims {
  readonly iss: typeof RECEIPT_ISSUER;
  /** Seconds since 1970: when the receipt was made, and when it expires. */
  readonly iat: number;
  readonly exp: number;
  /** 128 random bits in base64url. */
  readonly jti: string;
  /**
   * HMAC-SHA-256 in base64url of "receipt", a line end and the normalised address, with the secret (HS256) or with the
   * text of `jti` (EdDSA) as the key. The address itself is not in a receipt.
   */
  readonly email_hash: string;
  readonly result: Result;
  readonly code: number;
  readonly role: boolean;
  readonly free_email: boolean;
  readonly send_transactional: boolean;
}

/**
 * Returns the claims about a validation. `hash` is the hash of its address, `id` 128 random bits, `now` milliseconds
 * since 1970.
 */
export const receiptClaims = (validation: Validation, hash: string, id: string, now: number): ReceiptClaims => {
  const iat = Math.floor(now / 1000);
  return {
    iss: RECEIPT_ISSUER,
    iat,
    exp: iat + RECEIPT_LIFE_SECONDS,
    jti: id,
    email_hash: hash,
    result: validation.result,
    code: validation.code,
    role: validation.role,
    free_email: validation.freeEmail,
    send_transactional: validation.sendTransactional,
  };
};

const isResult = (word: unknown): boolean => verdictWords.some(([, result]) => result === word);

const isBase64url = (text: unknown, length: number): boolean =>
  typeof text === 'string' && text.length === length && /^[\w-]+$/.test(text);

const isClaims = (claims: object): claims is ReceiptClaims => {
  const {
    iss,
    iat,
    exp,
    jti,
    email_hash,
    result,
    code,
    role,
    free_email,
    send_transactional,
  }: Record<string, unknown> = { ...claims };
  return (
    iss === RECEIPT_ISSUER &&
    [iat, exp, code].every(Number.isSafeInteger) &&
    isBase64url(jti, 22) &&
    isBase64url(email_hash, 43) &&
    isResult(result) &&
    [role, free_email, send_transactional].every((flag) => typeof flag === 'boolean')
  );
};

/** Reads a payload whose signature is valid; `undefined` if it is not a receipt's. Never throws. */
export const readReceiptClaims = (payload: Uint8Array): ReceiptClaims | undefined => {
  try {
    const claims = asObject(JSON.parse(new TextDecoder().decode(payload)));
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
};
