import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { calculateJwkThumbprint, createLocalJWKSet, importJWK, jwtVerify } from 'jose';
import { email, newJwk, now, octets, publicOf, secret, signed, validation } from './receipt-world.js';

/** What `jose` is told of a receipt. */
const expected = {
  issuer: 'email-check-element',
  typ: 'email-check-receipt+jwt',
  currentDate: new Date(now),
  requiredClaims: ['exp', 'iat', 'jti'],
};

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

describe('a backend that has only jose', () => {
  it('verifies a receipt by the secret', async () => {
    const { payload } = await jwtVerify(await signed(), octets(secret), {
      ...expected,
      algorithms: ['HS256'],
      maxTokenAge: '1h',
    });
    const { jti, ...rest } = payload;
    assert.match(jti ?? '', /^[\w-]{22}$/);
    assert.deepEqual(rest, {
      iss: 'email-check-element',
      iat: now / 1000,
      exp: now / 1000 + 3600,
      email_hash: hmac(secret, `receipt\n${email}`),
      result: 'Risky',
      code: 5,
      role: true,
      free_email: false,
      send_transactional: true,
    });
  });

  it('verifies a receipt by the public key, and the address by the receipt itself', async () => {
    const jwk = await newJwk();
    const { payload } = await jwtVerify(await signed(jwk), await importJWK(publicOf(jwk), 'EdDSA'), {
      ...expected,
      algorithms: ['EdDSA'],
    });
    assert.equal(payload['email_hash'], hmac(payload.jti ?? '', `receipt\n${email}`));
  });

  it('finds the key in a key set by its thumbprint (RFC 7638)', async () => {
    const [jwk, other] = [await newJwk(), await newJwk()];
    const named = await Promise.all(
      [jwk, other].map(async (one) => ({ ...publicOf(one), alg: 'EdDSA', kid: await calculateJwkThumbprint(one) })),
    );
    const { protectedHeader } = await jwtVerify(await signed(other), createLocalJWKSet({ keys: named }), expected);
    assert.equal(protectedHeader.kid, named[1]?.kid);
  });
});

it('signs and verifies with the Web Crypto API only', async () => {
  const contents =
    "export { createReceiptSigner } from './src/proxy/receipt-sign.js'; export { verifyReceipt, createUsedReceipts } from './src/proxy/receipt.js';";
  const bundle = await build({
    stdin: { contents, resolveDir: '.', loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'neutral',
    format: 'iife',
    globalName: 'receipts',
    logLevel: 'silent',
  });
  const platform = { crypto, TextEncoder, TextDecoder, URL, atob, btoa, Uint8Array, structuredClone };
  const context = createContext({ ...platform, validation, secret, jwk: await newJwk(), email, now });
  runInContext(bundle.outputFiles[0]?.text ?? '', context);
  const run = `(async () => Promise.all([secret, jwk].map(async (of) => {
    const used = receipts.createUsedReceipts({ now: () => now });
    const receipt = await receipts.createReceiptSigner(of).sign(validation, now);
    const verify = (address) => receipts.verifyReceipt(receipt, { email: address, secret: of, now, used });
    return [await verify('john@example.com'), await verify(email), await verify(email)].map(({ ok, code }) => code ?? ok);
  })))()`;
  const answers = (await runInContext(run, context)) as unknown;
  assert.equal(
    JSON.stringify(answers),
    JSON.stringify([
      ['other-address', true, 'used'],
      ['other-address', true, 'used'],
    ]),
  );
});
