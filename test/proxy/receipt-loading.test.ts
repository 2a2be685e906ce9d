import assert from 'node:assert/strict';
import { register } from 'node:module';
import { it } from 'node:test';
import { json, startLoopback } from '../client/loopback.js';

// A site that did not install the libraries that sign and count.
const withoutThem =
  'export const resolve = (name, context, next) => { if (/^(jose|rate-limiter-flexible)$/.test(name)) throw new Error("not installed"); return next(name, context); };';
register(`data:text/javascript,${encodeURIComponent(withoutThem)}`);
const { createKeyProxy, KeyProxyOptionError } = await import('../../src/proxy/index.js');

it('a key proxy without the package for receipts is not created, and the error tells what to install', async () => {
  const upstream = await startLoopback(json({ service: { result: 'Safe to Send', code: '5' }, success: '1' }));
  try {
    const right = { apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url };
    assert.throws(
      () => createKeyProxy({ ...right, receiptSecret: 'a secret of the test, of thirty-two octets' }),
      (error) =>
        error instanceof KeyProxyOptionError && error.option === 'receiptSecret' && /install jose/.test(error.message),
    );
    const { status } = await createKeyProxy(right)(
      new Request('http://localhost/email-check/validate?email=jane@shop.example', {
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      }),
    );
    assert.equal(status, 200, 'without receipts there is no need of it');
  } finally {
    await upstream.end();
  }
});

it('the verifier reports at once what to install', async () => {
  await assert.rejects(import('../../src/proxy/receipt.js'), {
    message:
      'email-check-element/receipt needs the package jose, which is not installed: install jose with `npm install jose`.',
  });
});

it('a Redis limiter without its package is not created, and the error tells what to install', async () => {
  const { createRedisLimiter } = await import('../../src/proxy/adapters/redis.js');
  const client = { status: 'ready', eval: () => Promise.resolve() };
  assert.throws(
    () => createRedisLimiter({ client, secret: 'a secret of the test, of thirty-two octets' }),
    /createRedisLimiter: it needs .*install rate-limiter-flexible/,
  );
});
