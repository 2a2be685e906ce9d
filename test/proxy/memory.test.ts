import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryCache } from '../../src/proxy/cache.js';
import { createMemoryLimiter } from '../../src/proxy/limiter.js';
import type { Validation } from '../../src/wire/index.js';

describe('the limiter in memory', () => {
  it('counts up to the limit, tells when the period ends, and then starts again', async () => {
    let at = 0;
    const limiter = createMemoryLimiter(() => at);
    const consume = (points: number) => limiter.consume('visitor', points, { most: 3, seconds: 60 });
    assert.deepEqual([await consume(1), await consume(2), await consume(1)], [0, 0, 60]);
    at = 59_500;
    assert.equal(await consume(1), 1);
    at = 60_000;
    assert.deepEqual(
      [await consume(2), await consume(2), await consume(1)],
      [0, 60, 0],
      'what does not fit uses nothing up',
    );
  });

  it("forgets the visitor whose last request is oldest, not the site's budget", async () => {
    const limiter = createMemoryLimiter(() => 0, 3);
    const limit = { most: 5, seconds: 60 };
    for (let visitor = 0; visitor < 5; visitor++) {
      assert.equal(await limiter.consume(`visitor ${visitor}`, 1, { most: 1, seconds: 60 }), 0);
      assert.equal(await limiter.consume('budget', 1, limit), 0);
    }
    assert.equal(await limiter.consume('budget', 1, limit), 60);
    assert.equal(await limiter.consume('visitor 0', 1, { most: 1, seconds: 60 }), 0);
  });
});

describe('the cache in memory', () => {
  const verdict: Validation = {
    email: 'jane@shop.example',
    result: 'Safe to Send',
    code: 5,
    reasons: [],
    role: false,
    freeEmail: false,
    sendTransactional: true,
    didYouMean: '',
  };

  it('keeps a verdict for ten minutes, and the newest thousand of them', async () => {
    let at = 0;
    const cache = createMemoryCache(() => at);
    for (let name = 0; name <= 1_000; name++) await cache.set(String(name), verdict);
    assert.deepEqual(
      [await cache.get('0'), await cache.get('1'), await cache.get('1000')],
      [undefined, verdict, verdict],
    );
    at = 600_000;
    assert.equal(await cache.get('1000'), undefined);
  });
});
