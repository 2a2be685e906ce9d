import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createKeyProxy, type KeyProxyOptions } from '../../src/proxy/index.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';

const never = <Value>(): Promise<Value> => new Promise<Value>(() => {});

describe("a part of the site's own", () => {
  let upstream: Loopback;
  before(
    async () =>
      (upstream = await startLoopback(
        json({ service: { result: 'Safe to Send', code: '5' }, success: '1', balance: '5' }),
      )),
  );
  after(() => upstream.end());

  const statusOf = async (
    call: string,
    options: Partial<KeyProxyOptions>,
    init: RequestInit & { duplex?: 'half' } = {},
  ): Promise<number> => {
    const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, timeout: 100, ...options });
    return (
      await proxy(
        new Request(`http://localhost/email-check/${call}`, {
          ...init,
          headers: { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1', 'Content-Type': 'application/json' },
        }),
      )
    ).status;
  };

  const stuck: readonly (readonly [what: string, call: string, options: Partial<KeyProxyOptions>])[] = [
    ['authorize', 'balance', { authorize: () => never() }],
    ['limiter', 'validate?email=jane@shop.example', { limiter: { consume: () => never() } }],
    [
      'limiter, at the budget alone',
      'validate?email=jane@shop.example',
      { limiter: { consume: (name) => (name.startsWith('budget:') ? never() : Promise.resolve(0)) } },
    ],
    ['cache', 'validate?email=jane@shop.example', { cache: { get: () => never(), set: () => never() } }],
    ['fetch, which ends for no signal', 'validate?email=jane@shop.example', { fetch: () => never() }],
    [
      'fetch, whose body never ends',
      'validate?email=jane@shop.example',
      { fetch: () => Promise.resolve(new Response(new ReadableStream())) },
    ],
    [
      'fetch, whose logo never ends',
      'logo/shop.example',
      { fetch: () => Promise.resolve(new Response(new ReadableStream())) },
    ],
  ];
  for (const [what, call, options] of stuck)
    it(`that is stuck ends the call at its timeout: ${what}`, async () =>
      assert.equal(await statusOf(call, options), 504));

  it('that answers does not wait for a body without an end', async () =>
    assert.equal(await statusOf('validate', {}, { method: 'POST', body: new ReadableStream(), duplex: 'half' }), 408));

  for (const said of [undefined, null, Number.NaN, 'yes', {}])
    it(`that counts and returns ${inspect(said)} lets nobody through`, async () => {
      const before = upstream.asked.length;
      assert.equal(
        await statusOf('validate?email=jane@shop.example', {
          limiter: { consume: () => Promise.resolve(said as number) },
        }),
        503,
      );
      assert.equal(upstream.asked.length, before);
    });

  for (const said of [undefined, 1, 'true', {}])
    it(`that authorizes and returns ${inspect(said)} lets nobody in`, async () =>
      assert.equal(await statusOf('balance', { authorize: () => said as boolean }), 403));
});
