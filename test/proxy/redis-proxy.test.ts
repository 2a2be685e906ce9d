import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { createKeyProxy, type KeyProxyOptions } from '../../src/proxy/index.js';
import { createRedisLimiter } from '../../src/proxy/adapters/redis.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';
import { clients, type Connected } from '../suites/redis-clients.js';
import { RedisServer, withoutRedis } from '../suites/redis-server.js';

const skip = withoutRedis();
const apiKey = 'Kq7ZwX2mVt9Lp';
const secret = 'a secret of the test, of thirty-two octets';
const verdict = {
  email: 'jane@shop.example',
  code: '5',
  role: 'false',
  free_email: 'false',
  result: 'Safe to Send',
  reason: 'Deliverable',
  send_transactional: '1',
  did_you_mean: '',
};

describe('two key proxies that count in one Redis', { skip }, () => {
  let redis: RedisServer;
  let upstream: Loopback;
  const connected: Connected[] = [];
  before(async () => {
    redis = await RedisServer.start();
    upstream = await startLoopback();
    for (const connect of Object.values(clients)) connected.push(await connect(redis.url));
  });
  after(async () => {
    for (const { close } of connected) close();
    await upstream.end();
    await redis.kill();
  });

  /** One on each of two machines, each with a client of its own. */
  const open = (prefix: string, options: Partial<KeyProxyOptions>, timeout = 5_000) => {
    upstream.answer(json({ service: verdict, success: '1' }));
    const proxies = connected.map(({ client }) => {
      const limiter = createRedisLimiter({ client, secret, prefix, timeout });
      // The detector is asked before, for free: what is paid is counted here.
      const disposableUrl = 'http://127.0.0.1:9';
      return createKeyProxy({ apiKey, baseUrl: upstream.url, disposableUrl, cache: false, limiter, ...options });
    });
    return async (at: number, address: string, query = '') => {
      const request = new Request(`http://shop.example/email-check/validate?email=a${at}@shop.example${query}`, {
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      });
      const response = await proxies[at % proxies.length]!(request, { address });
      return { status: response.status, text: await response.text() };
    };
  };

  it('allow a visitor no more calls in a day than configured', async () => {
    // No more than may wait on one machine.
    const ask = open('visitors', { dailyPerVisitor: 4 });
    const addresses = ['203.0.113.1', '2001:db8:1:2::1', '203.0.113.2'];
    const answers = await Promise.all(
      Array.from({ length: 90 }, async (_, at) => ({
        address: addresses[at % 3],
        ...(await ask(at, addresses[at % 3]!)),
      })),
    );
    for (const address of addresses)
      assert.equal(answers.filter((each) => each.address === address && each.status === 200).length, 4, address);
    assert.equal(answers.filter(({ status }) => status === 429).length, 78);
    assert.equal(upstream.asked.length, 12);
  });

  it('spend the whole budget of the day, and no more', async () => {
    const ask = open('site', { budgetPerDay: 50, allow: ['append'] });
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, at) => ask(at, `198.51.100.${at}`, at % 10 < 2 ? '&append=true' : '')),
    );
    const spent = upstream.asked.reduce((sum, url) => sum + (url.includes('append') ? 21 : 1), 0);
    assert.equal(spent, 50);
    assert.equal(answers.filter(({ status }) => status === 200).length, upstream.asked.length);
    assert.ok(answers.every(({ status }) => status === 200 || status === 429));
  });

  it('store nothing about a visitor, an address or the key', async () => {
    const ask = open('traces', {});
    assert.equal((await ask(1, '203.0.113.99')).status, 200);
    const looking = new Redis(redis.url);
    const keys = await looking.keys('*');
    const kept = (await Promise.all(keys.map(async (key) => `${key} ${await looking.get(key)}`))).join('\n');
    looking.disconnect();
    assert.ok(keys.filter((key) => key.startsWith('traces:')).length === 3);
    for (const trace of [
      '203.0.113',
      '198.51',
      '2001',
      'shop',
      'minute',
      'day',
      'budget:2',
      apiKey,
      apiKey.slice(0, 5),
      secret,
    ])
      assert.ok(!kept.includes(trace), trace);
  });

  it('spend nothing while Redis is down and report it, and continue when it is back', async () => {
    const ask = open('gone', {}, 1_000);
    assert.equal((await ask(0, '203.0.113.3')).status, 200);
    await redis.kill();
    const since = performance.now();
    for (const at of [0, 1]) {
      let answer = await ask(at, '203.0.113.3');
      // The client may not know yet.
      while (answer.status === 200) answer = await ask(at, '203.0.113.3');
      assert.equal(answer.status, 503);
      assert.match(answer.text, /"code":"limiter-unavailable"/);
      assert.match(answer.text, /cannot be counted/);
    }
    assert.ok(performance.now() - since < 5_000);
    assert.equal(upstream.asked.length, 1);
    await redis.run();
    for (const at of [0, 1]) while ((await ask(at, '203.0.113.3')).status !== 200) await new Promise(setImmediate);
  });
});
