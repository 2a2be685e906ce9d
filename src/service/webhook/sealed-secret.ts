import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'email-check webhook secret';

/** Encrypts the secrets of accounts' webhooks for the store (AES-256-GCM), under a key that is derived from the service's secret (HKDF). */
export class SecretSealer {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
  }

  /** A text that only this account's row can be opened from, and with the same service secret alone. */
  seal(text: string, account: number): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(String(account)));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @throws Error if the text was changed, or was sealed for another account or under another secret */
  open(sealed: string, account: number): string {
    const octets = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, this.#key, octets.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(String(account)));
    decipher.setAuthTag(octets.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(octets.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString();
  }
}
