import {
  CompactSign,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type CryptoKey,
  type JWK,
} from 'jose';
import { createReceiptSigner } from '../../src/proxy/receipt-sign.js';
import type { ReceiptSecret } from '../../src/proxy/receipt-secrets.js';
import type { Validation } from '../../src/wire/results.js';

export const email = 'jane@example.com';
export const secret = 'correct horse battery staple, all of it';
export const otherSecret = 'another secret of the same site, as long';
/** A whole second, so that times in a receipt are exact. */
export const now = Date.UTC(2026, 4, 6, 7, 8, 9);
export const HOUR = 3_600_000;

export const validation: Validation = {
  email,
  result: 'Risky',
  code: 5,
  reasons: ['Deliverable', 'Role'],
  role: true,
  freeEmail: false,
  sendTransactional: true,
  didYouMean: '',
};

export const newJwk = async (): Promise<JWK> =>
  exportJWK((await generateKeyPair('EdDSA', { extractable: true })).privateKey);

export const publicOf = ({ kty, crv, x }: JWK): JWK => ({ ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }) });

export const signed = (of: ReceiptSecret = secret, from: Partial<Validation> = {}): Promise<string> =>
  createReceiptSigner(of).sign({ ...validation, ...from }, now);

export const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A receipt signed anew with another header or other claims, by the right key or another. */
export const forged = (
  receipt: string,
  { header, claims, key = octets(secret) }: { header?: object; claims?: object; key?: CryptoKey | Uint8Array },
): Promise<string> =>
  new CompactSign(octets(JSON.stringify({ ...decodeJwt(receipt), ...claims })))
    .setProtectedHeader({ ...decodeProtectedHeader(receipt), alg: 'HS256', ...header })
    .sign(key);

export const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
