import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LONGEST_WAIT } from '../../../src/service/store/longest-wait.js';
import { webFailures, type WebFailure } from '../../../src/service/net/web-error.js';
import { afterTry, RETRY_DELAYS, type TryResult } from '../../../src/service/webhook/after-try.js';

const now = Date.UTC(2026, 4, 4, 9, 30);
const HOUR = 3_600_000;
const after = (result: TryResult, { tries = 1, random = 0.5 } = {}) => afterTry(result, { tries, now, random });

describe('a try', () => {
  for (const status of [200, 201, 204, 299])
    it(`with status ${status} is a delivery`, () =>
      assert.deepEqual(after({ status, retryAfter: '60' }), { outcome: 'delivered', answer: `Status ${status}` }));

  for (const status of [100, 199, 301, 307, 400, 401, 404, 429, 500, 503])
    it(`with status ${status} is made again in 5 seconds`, () => {
      const { outcome, nextAt, answer } = after({ status });
      assert.deepEqual([outcome, nextAt], ['failed', now + 5_000]);
      assert.match(answer, new RegExp(`^Status ${status}`));
    });

  it('with status 410 is the last one', () => {
    const { outcome, nextAt } = after({ status: 410, retryAfter: '60' });
    assert.deepEqual([outcome, nextAt], ['given-up', undefined]);
  });

  it('is followed by others for about a day, each after a longer time', () => {
    const waits = RETRY_DELAYS.map((_, index) => after({ status: 500 }, { tries: index + 1 }).nextAt! - now);
    assert.deepEqual(waits, RETRY_DELAYS);
    assert.deepEqual(
      [...waits].sort((one, other) => one - other),
      waits,
    );
    const sum = waits.reduce((all, each) => all + each, 0);
    assert.ok(sum > 21 * HOUR && sum < 25 * HOUR, `${sum / HOUR} hours`);
    assert.deepEqual(after({ status: 500 }, { tries: RETRY_DELAYS.length + 1 }), {
      outcome: 'given-up',
      answer: 'Status 500',
    });
  });

  it('is made again a fifth sooner or later', () => {
    assert.equal(after({ status: 500 }, { random: 0 }).nextAt, now + 4_000);
    assert.equal(after({ status: 500 }, { random: 0.999_999 }).nextAt, now + 6_000);
  });

  const waits: readonly (readonly [retryAfter: string, milliseconds: number])[] = [
    ['0', 5_000],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['1', 5_000],
    ['86400', 8 * HOUR],
    ['999999999', 8 * HOUR],
    ['9999999999', 5_000],
    ['-5', 5_000],
    ['soon', 5_000],
    ['', 5_000],
    ['Mon, 04 May 2026 09:32:00 GMT', 120_000],
    ['Mon, 04 May 2026 09:00:00 GMT', 5_000],
    ['Mon, 04 May 2099 09:00:00 GMT', 8 * HOUR],
    ['x'.repeat(100_000), 5_000],
  ];
  for (const [retryAfter, milliseconds] of waits)
    it(`that is answered with Retry-After: ${retryAfter.slice(0, 40)} is made again in ${milliseconds / 1_000} seconds`, () =>
      assert.equal(after({ status: 503, retryAfter }).nextAt, now + milliseconds));

  it('is made again before a day is over, after which the store mistrusts the clock', () => {
    const longest = RETRY_DELAYS.map(
      (_, index) => after({ status: 500 }, { tries: index + 1, random: 0.999 }).nextAt! - now,
    );
    assert.ok(Math.max(...longest) < LONGEST_WAIT);
    assert.ok(after({ status: 503, retryAfter: '999999999' }).nextAt! - now < LONGEST_WAIT);
  });

  it('that was cancelled is made again at once, however many there were', () =>
    assert.equal(after({ failure: 'aborted' }, { tries: 100 }).nextAt, now));

  for (const failure of Object.keys(webFailures) as WebFailure[])
    it(`that fails with ${failure} has a sentence of at most 200 characters, and is made again`, () => {
      const { outcome, answer } = after({ failure });
      assert.equal(outcome, 'failed');
      assert.match(answer, /^.{20,200}\.$/);
    });

  it('does not tell an internal host from a name that does not exist', () =>
    assert.equal(after({ failure: 'forbidden' }).answer, after({ failure: 'no-address' }).answer));

  it('keeps 200 characters of a fault', () => assert.equal(after({ fault: 'x'.repeat(300) }).answer.length, 200));
});
