import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy, type KeyProxyOptions } from '../../src/proxy/index.js';
import { createMemoryLimiter } from '../../src/proxy/limiter.js';
import { json, startLoopback, type Answer, type Loopback } from '../client/loopback.js';

/** The detector is asked before, for free: what is paid is counted here. */
const withoutDetector = { disposableUrl: 'http://127.0.0.1:9' };
const verdict: Answer = json({ service: { result: 'Safe to Send', code: '5', reason: 'Deliverable' }, success: '1' });

describe("the site's budget", () => {
  let upstream: Loopback;
  before(async () => (upstream = await startLoopback(verdict)));
  after(() => upstream.end());

  const open = (options: Partial<KeyProxyOptions>) => {
    const proxy = createKeyProxy({
      apiKey: 'Kq7ZwX2mVt9Lp',
      baseUrl: upstream.url,
      cache: false,
      ...withoutDetector,
      ...options,
    });
    return (name: string, signal?: AbortSignal) =>
      proxy(
        new Request(`http://localhost/email-check/validate?email=${name}@shop.example`, {
          headers: { 'Sec-Fetch-Site': 'same-origin' },
          ...(signal && { signal }),
        }),
      );
  };

  it('does not pay for a call that waited and was not sent', async () => {
    const ask = open({ budgetPerDay: 6, timeout: 400 });
    upstream.answer(() => {});
    const held = Array.from({ length: 5 }, (_, index) => ask(`held${index}`));
    const leaving = new AbortController();
    const waiting = Array.from({ length: 10 }, (_, index) =>
      ask(`waiting${index}`, index === 0 ? leaving.signal : undefined),
    );
    leaving.abort();
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ status }) => status),
      [499, ...Array<number>(9).fill(503)],
    );
    await Promise.all(held);
    assert.equal(upstream.asked.length, 5);
    upstream.answer(verdict);
    assert.deepEqual([(await ask('sixth')).status, (await ask('seventh')).status], [200, 429]);
  });

  it('is not exceeded by calls at the same moment', async () => {
    const ask = open({ budgetPerDay: 1 });
    upstream.answer(verdict);
    const statuses = (await Promise.all(Array.from({ length: 60 }, (_, index) => ask(`a${index}`)))).map(
      ({ status }) => status,
    );
    assert.deepEqual(statuses, [200, ...Array<number>(59).fill(429)]);
    assert.equal(upstream.asked.length, 1);
  });

  it('is counted by UTC day', async () => {
    let now = Date.UTC(2026, 4, 6, 23, 59, 59, 999);
    const ask = open({ budgetPerDay: 1, now: () => now });
    upstream.answer(verdict);
    assert.deepEqual([(await ask('a')).status, (await ask('b')).status], [200, 429]);
    now++;
    assert.deepEqual([(await ask('c')).status, (await ask('d')).status], [200, 429]);
  });

  it('is not forgotten, however many networks call', async () => {
    const limiter = createMemoryLimiter(() => 0, 3);
    const limit = { most: 1, seconds: 60 };
    const once = ['budget:26-05-06', 'day:26-05-06:visitor'];
    for (const name of once) assert.equal(await limiter.consume(name, 1, limit), 0);
    for (let visitor = 0; visitor < 10; visitor++)
      assert.equal(await limiter.consume(`minute:${visitor}`, 1, limit), 0);
    for (const name of once) assert.equal(await limiter.consume(name, 1, limit), 60, name);
    assert.equal(await limiter.consume('minute:0', 1, limit), 0, 'who called longest ago is');
  });
});
