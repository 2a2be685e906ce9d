import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Pace, type PaceSign } from '../../../../src/service/probe/manners/pace.js';

const DAY = 24 * 60 * 60_000;
const limits = { connections: 2, perSecond: 4, perDay: 100 };

/** A pace that has heard so many of each sign, in this order, each about a question put at `now`. */
const after = (...signs: readonly (readonly [PaceSign, number])[]) => {
  const clock = { now: 10 * DAY };
  const pace = new Pace(limits, clock.now);
  const rests: boolean[] = [];
  for (const [sign, count] of signs)
    for (let at = 0; at < count; at++) rests.push(pace.hear(sign, clock.now, (clock.now += 1)));
  return { pace, clock, rests };
};

describe('the pace at a provider', () => {
  for (const [what, signs, rate] of [
    ['starts at half of its limit', [], 2],
    ['grows by a step with each answer about a mailbox', [['known', 100]], 3],
    ['does not grow beyond its limit', [['known', 1000]], 4],
    [
      'is halved by a 4xx',
      [
        ['known', 1000],
        ['slow-down', 1],
      ],
      2,
    ],
    ['is not changed by what says nothing', [['neither', 500]], 2],
    ['never falls below a fiftieth of its limit', [['slow-down', 50]], 0.08],
    [
      'stays at 30 % of unknown mailboxes',
      [
        ['known', 1000],
        ['unknown', 60],
        ['known', 140],
      ],
      4,
    ],
    [
      'is halved beyond 30 % over 200 answers',
      [
        ['known', 1000],
        ['unknown', 61],
        ['known', 139],
      ],
      2,
    ],
    [
      'is judged by whole two hundreds',
      [
        ['known', 1000],
        ['unknown', 199],
      ],
      4,
    ],
  ] as readonly (readonly [string, readonly (readonly [PaceSign, number])[], number])[])
    it(what, () => assert.equal(Number(after(...signs).pace.rate.toFixed(3)), rate));

  it('is halved once by what was on its way together', () => {
    const { pace, clock } = after(['known', 1000]);
    const since = clock.now;
    for (let at = 0; at < 5; at++) pace.hear('slow-down', since, (clock.now += 1));
    assert.equal(pace.rate, 2);
    pace.hear('slow-down', clock.now, clock.now + 1);
    assert.equal(pace.rate, 1);
  });

  it('has the provider rest beyond 60 % of unknown mailboxes', () => {
    assert.deepEqual(after(['unknown', 120], ['known', 80]).rests.indexOf(true), -1);
    assert.deepEqual(after(['unknown', 121], ['known', 79]).rests.indexOf(true), 199);
  });

  it('lets a burst pass after a quiet time, then one at a time', () => {
    const { pace, clock } = after();
    assert.equal(pace.waitFor(20, clock.now), 0);
    pace.take(20, clock.now);
    assert.equal(pace.waitFor(1, clock.now), 500);
    assert.equal(pace.waitFor(4, clock.now), 2000, 'one that is asked for slowly');
    assert.equal(pace.waitFor(1, (clock.now += 500)), 0);
    assert.equal(pace.waitFor(20, clock.now + 60_000), 0);
    assert.ok(pace.waitFor(21, clock.now + 120_000) > 0);
  });

  it('has a budget a day, other processes’ included', () => {
    const { pace, clock } = after();
    const day = Math.floor(clock.now / DAY);
    pace.count(60, clock.now);
    pace.addOthers(day - 1, 1000, clock.now);
    pace.addOthers(day, 39, clock.now);
    assert.equal(pace.exhaustedUntil(clock.now), undefined);
    pace.count(1, clock.now);
    assert.deepEqual(pace.exhaustedUntil(clock.now), (day + 1) * DAY);
    assert.equal(pace.exhaustedUntil((day + 1) * DAY), undefined);
    assert.deepEqual(pace.asked((day + 1) * DAY), { day: day + 1, recipients: 0 });
  });
});
