import assert from 'node:assert/strict';
import { register } from 'node:module';
import { it } from 'node:test';
import { json, startLoopback } from '../client/loopback.js';

// A site that did not install the library that signs.
const withoutJose =
  'export const resolve = (name, context, next) => { if (name === "jose") throw new Error("not installed"); return next(name, context); };';
register(`data:text/javascript,${encodeURIComponent(withoutJose)}`);
const { createKeyProxy } = await import('../../src/proxy/index.js');

it('a verdict that could not be signed is not asked for, since it would be paid for and lost', async () => {
  const upstream = await startLoopback(json({ service: { result: 'Safe to Send', code: '5' }, success: '1' }));
  try {
    const statusWith = async (receiptSecret?: string): Promise<number> => {
      const proxy = createKeyProxy({
        apiKey: 'Kq7ZwX2mVt9Lp',
        baseUrl: upstream.url,
        ...(receiptSecret && { receiptSecret }),
      });
      return (
        await proxy(
          new Request('http://localhost/email-check/validate?email=jane@shop.example', {
            headers: { 'Sec-Fetch-Site': 'same-origin' },
          }),
        )
      ).status;
    };
    assert.equal(await statusWith('a secret of the test, of thirty-two octets'), 503);
    assert.deepEqual(upstream.asked, []);
    assert.equal(await statusWith(), 200, 'without receipts there is no need of it');
  } finally {
    await upstream.end();
  }
});
