import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { createClient, createClientPool } from '@redis/client';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { programOf } from '../programs.js';
import { createRedisLimiter, type RedisLimiterOptions } from '../../src/proxy/adapters/redis.js';
import { createMemoryLimiter } from '../../src/proxy/limiter.js';
import { limiterContract } from '../suites/limiter-contract.js';
import { clients, type Connected } from '../suites/redis-clients.js';
import { RedisServer, redisForTests } from '../suites/redis-server.js';

const { skip, server } = redisForTests();
const secret = 'a secret of the test, of thirty-two octets';
const limit = { most: 5, seconds: 60 };
/** In milliseconds: no test of what is counted is one of how fast the machine is. */
const PATIENT = 8_000;

limiterContract('in memory', () =>
  Promise.resolve({ each: [createMemoryLimiter(Date.now)], end: () => Promise.resolve() }),
);

const onTwo = (name: string, first: keyof typeof clients, second: keyof typeof clients): void => {
  if (skip) return void describe(`the limiter ${name}`, { skip });
  limiterContract(name, async () => {
    const connected = [await clients[first](server().url), await clients[second](server().url)] as const;
    const [one, other] = connected.map(({ client }) =>
      createRedisLimiter({ client, secret, prefix: name, timeout: PATIENT }),
    );
    return { each: [one!, other!], end: () => Promise.resolve(connected.forEach(({ close }) => close())) };
  });
};
onTwo('in Redis, through ioredis', 'ioredis', 'ioredis');
onTwo('in Redis, through node-redis', 'node-redis', 'node-redis');
onTwo('in Redis, through one of each', 'ioredis', 'node-redis');

describe('the limiter in Redis', { skip }, () => {
  it('allows no more if several processes count at once', async () => {
    const script = await programOf('test/proxy/redis-limiter-child.ts');
    const children = Array.from({ length: 2 }, () =>
      spawn(process.execPath, [script, server().url, secret], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    const outputs = children.map(({ stdout }) => createInterface({ input: stdout })[Symbol.asyncIterator]());
    const nextLines = () => Promise.all(outputs.map((lines) => lines.next().then(({ value }) => String(value))));
    assert.deepEqual(await nextLines(), ['ready', 'ready']);
    for (const { stdin } of children) stdin.end('go');
    const counts = (await nextLines()).map(Number);
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      150,
      counts.join(),
    );
    await Promise.all(children.map(async (child) => child.exitCode ?? once(child, 'exit')));
  });

  it('stores no name, address or secret, and each key expires', async () => {
    const { client, close } = await clients.ioredis(server().url);
    const looking = new Redis(server().url);
    try {
      await looking.flushall();
      const limiter = createRedisLimiter({ client, secret, prefix: 'shop', timeout: PATIENT });
      for (const name of ['minute:203.0.113.77', 'day:2026-01-02:2001:db8:1:2::/64', 'budget:2026-01-02'])
        await limiter.consume(name, 1, limit);
      const keys = await looking.keys('*');
      assert.equal(keys.length, 3);
      for (const key of keys) {
        assert.match(key, /^shop:[\w-]{43}$/);
        assert.equal(await looking.get(key), '1');
        const left = await looking.pttl(key);
        assert.ok(left > 0 && left <= 60_000, String(left));
      }
      await createRedisLimiter({ client, secret: `${secret}!`, prefix: 'shop', timeout: PATIENT }).consume(
        'budget:2026-01-02',
        1,
        limit,
      );
      assert.equal((await looking.keys('*')).length, 4, 'another secret, another name');
    } finally {
      looking.disconnect();
      close();
    }
  });

  it("does not change the site's other limiters on the same client, and is not changed by them", async () => {
    const { client, close } = await clients.ioredis(server().url);
    const ofSite = () => new RateLimiterRedis({ storeClient: client, points: 10, duration: 60, keyPrefix: 'site' });
    try {
      const before = ofSite();
      const limiter = createRedisLimiter({ client, secret, prefix: 'beside', timeout: PATIENT });
      ofSite();
      assert.deepEqual(
        [await limiter.consume('budget', 5, limit), (await limiter.consume('budget', 1, limit)) > 0],
        [0, true],
      );
      await before.consume('visitor', 8);
      await before.consume('visitor', 8).catch(() => {});
      assert.equal((await before.get('visitor'))?.consumedPoints, 16, 'the library counts what it refuses');
    } finally {
      close();
    }
  });

  describe('says what cannot be used', () => {
    const client = { status: 'ready', eval: () => Promise.resolve() };
    const rows: readonly (readonly [Partial<Record<keyof RedisLimiterOptions, unknown>>, RegExp])[] = [
      [{ client: undefined }, /"client"/],
      [{ client: {} }, /"client"/],
      [{ client: { eval: () => {} } }, /"client"/],
      [{ secret: undefined }, /"secret"/],
      [{ secret: 'x'.repeat(31) }, /"secret" must have 32 octets/],
      [{ secret: new Uint8Array(31) }, /"secret"/],
      [{ prefix: '' }, /"prefix"/],
      [{ timeout: 0 }, /"timeout"/],
      [{ timeout: 2 ** 31 }, /"timeout"/],
      [{ fallback: 'redis' }, /"fallback"/],
    ];
    for (const [wrong, words] of rows)
      it(`${Object.keys(wrong)[0]}: ${words.source}`, () => {
        assert.throws(
          () => createRedisLimiter({ client, secret, ...wrong } as RedisLimiterOptions),
          (error) => error instanceof TypeError && words.test(error.message) && !error.message.includes('xxx'),
        );
      });
  });
});

/** Waits for a limiter's Redis to be back. */
const untilItCounts = async (consume: () => Promise<unknown>): Promise<void> => {
  for (const until = Date.now() + 10_000; ;) {
    try {
      return void (await consume());
    } catch (error) {
      if (error instanceof assert.AssertionError || Date.now() > until) throw error;
      await new Promise(setImmediate);
    }
  }
};

/** Waits until its Redis is gone. */
const untilItFails = async (consume: () => Promise<number>): Promise<void> => {
  for (let isThere = true; isThere;)
    isThere = await consume().then(
      () => true,
      () => false,
    );
};

for (const [name, connect] of Object.entries(clients))
  describe(`the limiter in a Redis that goes away, through ${name}`, { skip }, () => {
    const during = async (work: (redis: RedisServer, connected: Connected) => Promise<void>) => {
      const redis = await RedisServer.start();
      const connected = await connect(redis.url);
      try {
        await work(redis, connected);
      } finally {
        connected.close();
        await redis.kill();
      }
    };

    it('ends every call in time when it is killed under load, and counts again when it is back', () =>
      during(async (redis, { client }) => {
        const limiter = createRedisLimiter({ client, secret, timeout: 400 });
        let isOver = false;
        let counted = 0;
        let refused = 0;
        let longest = 0;
        const callers = Promise.all(
          Array.from({ length: 20 }, async () => {
            while (!isOver) {
              const since = performance.now();
              await limiter.consume('budget', 1, { most: 1_000_000, seconds: 60 }).then(
                () => counted++,
                () => refused++,
              );
              longest = Math.max(longest, performance.now() - since);
              await new Promise(setImmediate);
            }
          }),
        );
        const hundredMore = async (count: () => number) => {
          for (const end = count() + 100; count() < end;) await Promise.race([callers, new Promise(setImmediate)]);
        };
        try {
          for (let round = 0; round < 3; round++) {
            await hundredMore(() => counted);
            await redis.kill();
            await hundredMore(() => refused);
            await redis.run();
          }
          await hundredMore(() => counted);
        } finally {
          isOver = true;
          await callers;
        }
        assert.ok(longest < 3_000, `${longest} ms`);
      }));

    it('waits for a stalled Redis no longer than its timeout, and counts again when it answers', () =>
      during(async (redis, { client }) => {
        const limiter = createRedisLimiter({ client, secret, timeout: 400 });
        assert.equal(await limiter.consume('budget', 1, limit), 0);
        redis.stall();
        await untilItFails(() => limiter.consume('budget', 1, limit));
        const since = performance.now();
        await assert.rejects(
          Promise.all(Array.from({ length: 9 }, () => limiter.consume('visitor', 1, { most: 9, seconds: 60 }))),
          { name: 'DeadlineError' },
        );
        assert.ok(performance.now() - since < 3_000);
        redis.resume();
        await untilItCounts(() => limiter.consume('budget', 1, limit));
        // One more would be let through, were the nine that were sent not counted.
        await untilItCounts(async () => assert.ok((await limiter.consume('visitor', 1, { most: 9, seconds: 60 })) > 0));
      }));

    it('counts in memory meanwhile with that fallback', () =>
      during(async (redis, { client }) => {
        const limiter = createRedisLimiter({ client, secret, timeout: 400, fallback: 'memory' });
        const consume = () => limiter.consume('budget', 1, limit);
        assert.deepEqual([await consume(), await limiter.consume('budget', 5, limit)], [0, 60]);
        await redis.kill();
        const said: number[] = [];
        for (let count = 0; count < 6; count++) said.push(await consume());
        assert.deepEqual(
          said.map((seconds) => seconds > 0),
          [false, false, false, false, false, true],
        );
        await redis.run();
        while ((await consume()) > 0) await new Promise(setImmediate);
      }));

    it('rejects at once while the client is disconnected, whatever the timeout', () =>
      during(async (redis, { client }) => {
        const limiter = createRedisLimiter({ client, secret, timeout: PATIENT });
        await redis.kill();
        await untilItFails(() => limiter.consume('budget', 1, limit));
        const since = performance.now();
        await assert.rejects(limiter.consume('budget', 1, limit));
        assert.ok(performance.now() - since < 2_000);
      }));
  });

describe('clients that a site may have', { skip }, () => {
  it('support the limiter: also a pool, and a client that connects at its first command', async () => {
    const lazy = new Redis(server().url, { lazyConnect: true });
    const single = await createClient({ url: server().url })
      .on('error', () => {})
      .connect();
    const pool = createClientPool({ url: server().url }).on('error', () => {});
    await pool.connect();
    try {
      for (const client of [lazy, single, pool]) {
        const limiter = createRedisLimiter({ client, secret, prefix: `client-${Math.random()}`, timeout: PATIENT });
        assert.equal(await limiter.consume('visitor', 5, limit), 0);
        assert.ok((await limiter.consume('visitor', 1, limit)) > 0);
      }
    } finally {
      lazy.disconnect();
      single.destroy();
      pool.destroy();
    }
  });
});
