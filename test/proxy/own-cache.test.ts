import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy, type ValidationCache } from '../../src/proxy/index.js';
import type { Validation } from '../../src/wire/index.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';

const email = 'jane@shop.example';
const apiKey = 'Kq7ZwX2mVt9Lp';

describe("a cache of the site's own", () => {
  let upstream: Loopback;
  before(
    async () =>
      (upstream = await startLoopback(
        json({ service: { email, result: 'Safe to Send', code: '5', reason: 'Deliverable' }, success: '1' }),
      )),
  );
  after(() => upstream.end());

  const openWith = (cache: ValidationCache) => {
    const proxy = createKeyProxy({ apiKey, baseUrl: upstream.url, cache, timeout: 5_000 });
    return async (address = email) => {
      const response = await proxy(
        new Request(`http://localhost/email-check/validate?email=${address}`, {
          headers: { 'Sec-Fetch-Site': 'same-origin' },
        }),
      );
      const { service } = (await response.json()) as { service: Record<string, string> };
      return [response.status, service['email'], service['result']];
    };
  };

  const failing: Readonly<Record<string, ValidationCache>> = {
    rejects: { get: () => Promise.reject(new Error('gone')), set: () => Promise.reject(new Error('gone')) },
    'throws at once': {
      get: () => {
        throw new Error('gone');
      },
      set: () => {
        throw new Error('gone');
      },
    },
    'gives no promise': { get: () => undefined as never, set: () => undefined as never },
    'holds what is no verdict': {
      get: () => Promise.resolve({ result: 'Safe to Send' } as Validation),
      set: () => Promise.resolve(),
    },
    'never answers': { get: () => new Promise(() => {}), set: () => new Promise(() => {}) },
  };
  for (const [what, cache] of Object.entries(failing))
    it(`that ${what} counts as empty`, async () =>
      assert.deepEqual(await openWith(cache)(), [200, email, 'Safe to Send']));

  it('stores no address, and returns the address of the request', async () => {
    const kept = new Map<string, string>();
    const ask = openWith({
      get: (name) => Promise.resolve(kept.has(name) ? (JSON.parse(kept.get(name) ?? '') as Validation) : undefined),
      set: (name, validation) => Promise.resolve(void kept.set(name, JSON.stringify(validation))),
    });
    await ask();
    const sent = upstream.asked.length;
    assert.deepEqual(await ask('jane@SHOP.example'), [200, 'jane@SHOP.example', 'Safe to Send']);
    assert.equal(upstream.asked.length, sent, 'the second answer came from the cache');
    assert.equal(kept.size, 1);
    assert.doesNotMatch(JSON.stringify([...kept]), /jane|shop/i);
  });
});
