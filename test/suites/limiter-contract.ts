import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { createMemoryLimiter, type Limiter } from '../../src/proxy/limiter.js';
import { seed, trials } from '../soak.js';

/** Limiters that count together, as those of several machines do, each on its own connection. */
export interface Limiters {
  readonly each: readonly [Limiter, ...Limiter[]];
  end(): Promise<void>;
}

/** What any limiter does, wherever it counts. */
export const limiterContract = (name: string, make: () => Promise<Limiters>): void =>
  void describe(`the limiter ${name}`, () => {
    let limiters: Limiters;
    let limiter: Limiter;
    let names = 0;
    const newName = () => `day:2026-01-02:visitor ${++names}`;
    before(async () => {
      limiters = await make();
      limiter = limiters.each[0];
    });
    after(() => limiters.end());

    it('counts up to the limit, tells when the period ends, and then starts again', async () => {
      const visitor = newName();
      const limit = { most: 3, seconds: 1 };
      const since = Date.now();
      assert.deepEqual([await limiter.consume(visitor, 1, limit), await limiter.consume(visitor, 2, limit)], [0, 0]);
      const last = await limiter.consume(visitor, 1, limit);
      assert.equal(last, 1);
      // What is refused makes the time no longer.
      for (let left = last; left > 0; left = await limiter.consume(visitor, 1, limit)) {
        assert.equal(left, 1);
        assert.ok(Date.now() - since < 10_000, 'It never begins anew.');
        await new Promise(setImmediate);
      }
      assert.ok(Date.now() - since > 990, `${Date.now() - since} ms`);
      assert.deepEqual(
        [await limiter.consume(visitor, 2, limit), (await limiter.consume(visitor, 1, limit)) > 0],
        [0, true],
      );
    });

    it('does not count a request that exceeds the limit', async () => {
      const budget = newName();
      const limit = { most: 25, seconds: 60 };
      assert.equal(await limiter.consume(budget, 22, limit), 0);
      assert.equal(await limiter.consume(budget, 22, limit), 60);
      assert.deepEqual(
        [await limiter.consume(budget, 3, limit), (await limiter.consume(budget, 1, limit)) > 0],
        [0, true],
      );
    });

    it('refuses everything at a limit of 0, and allows everything at a limit that is never reached', async () => {
      assert.equal(await limiter.consume(newName(), 1, { most: 0, seconds: 86_400 }), 86_400);
      const name = newName();
      for (let count = 0; count < 3; count++)
        assert.equal(await limiter.consume(name, 22, { most: Number.MAX_SAFE_INTEGER, seconds: 86_400 }), 0);
    });

    it('counts each name separately, whatever its characters', async () => {
      const strange = [
        '',
        ' ',
        'a',
        'A',
        'a:b',
        'a{b}',
        '2001:db8:1:2::/64',
        'é',
        '\u{1f4e7}',
        'x'.repeat(5_000),
        '*',
        'a\r\nDEL a',
      ];
      const own = newName();
      const limit = { most: 1, seconds: 60 };
      for (const name of strange) assert.equal(await limiter.consume(`${own}:${name}|`, 1, limit), 0, name);
      for (const name of strange) assert.ok((await limiter.consume(`${own}:${name}|`, 1, limit)) > 0, name);
    });

    it('allows of concurrent requests as many as the limit, and no more', async () => {
      const name = newName();
      const limit = { most: 50, seconds: 60 };
      const asked = Array.from({ length: 200 }, (_, at) =>
        limiters.each[at % limiters.each.length]!.consume(name, 1, limit),
      );
      const said = await Promise.all(asked);
      assert.equal(said.filter((seconds) => seconds === 0).length, 50);
    });

    it('agrees with the limiter in memory for any order of requests', async () => {
      const calls = fc.array(fc.record({ name: fc.nat(2), points: fc.integer({ min: 1, max: 23 }), by: fc.nat(1) }), {
        maxLength: 25,
      });
      await fc.assert(
        fc.asyncProperty(calls, fc.nat(60), async (sequence, most) => {
          const own = newName();
          const memory = createMemoryLimiter(() => 0);
          for (const { name, points, by } of sequence) {
            const limit = { most, seconds: 3_600 };
            const said = await limiters.each[by % limiters.each.length]!.consume(`${own} ${name}`, points, limit);
            const expected = await memory.consume(`${own} ${name}`, points, limit);
            assert.ok(
              said === expected || (expected > 0 && expected - said < 10 && said > 0),
              `${said} instead of ${expected}`,
            );
          }
        }),
        { numRuns: trials(200), seed },
      );
    });
  });
