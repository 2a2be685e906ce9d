import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  paceOf,
  rateWords,
  timeWords,
  withSample,
  type Pace,
  type PaceSample,
} from '../../../src/console/views/lists/pace.js';

const SECOND = 1_000;
const samplesOf = (...pairs: readonly (readonly [seconds: number, done: number])[]): readonly PaceSample[] =>
  pairs.reduce<readonly PaceSample[]>((all, [at, done]) => withSample(all, { at: at * SECOND, done }), []);

describe('the pace of a list', () => {
  const rows: readonly (readonly [name: string, samples: readonly PaceSample[], pace: Pace])[] = [
    ['is not known before anything was asked', [], 'measuring'],
    ['is not known from one answer', samplesOf([0, 50]), 'measuring'],
    ['is not known in the first seconds', samplesOf([0, 0], [1, 40], [3, 120]), 'measuring'],
    ['is addresses a second', samplesOf([0, 0], [2, 40], [10, 300]), 30],
    ['counts from what was done before', samplesOf([0, 1_000], [10, 1_100]), 10],
    ['is that of the last minute', samplesOf([0, 0], [100, 6_000], [160, 6_060]), 1],
    ['is not known while the first verdict is awaited', samplesOf([0, 0], [20, 0]), 'measuring'],
    ['is a standstill after half a minute', samplesOf([0, 7], [15, 7], [30, 7]), 'standstill'],
    ['begins anew if the count falls', samplesOf([0, 500], [10, 900], [11, 3]), 'measuring'],
    ['begins anew if the clock was set back', samplesOf([100, 0], [110, 50], [5, 60]), 'measuring'],
  ];
  for (const [name, samples, pace] of rows) it(name, () => assert.equal(paceOf(samples), pace));

  it('is kept in a minute of samples', () => {
    const samples = samplesOf(...Array.from({ length: 500 }, (_, at) => [at, at] as const));
    assert.equal(samples.length, 61);
    assert.equal(paceOf(samples), 1);
  });
});

it('a duration is said as people say it', () => {
  const rows: readonly (readonly [seconds: number, words: string])[] = [
    [0, 'less than a minute'],
    [44, 'less than a minute'],
    [45, 'about a minute'],
    [89, 'about a minute'],
    [90, 'about 2 minutes'],
    [190, 'about 3 minutes'],
    [5_399, 'about 90 minutes'],
    [5_400, 'about 2 hours'],
    [35 * 3_600, 'about 35 hours'],
    [36 * 3_600, 'about 2 days'],
    [10 * 86_400, 'about 10 days'],
  ];
  for (const [seconds, words] of rows) assert.equal(timeWords(seconds), words, String(seconds));
});

it('a rate is said as people say it', () => {
  const rows: readonly (readonly [perSecond: number, words: string])[] = [
    [1_234.4, '1,234 addresses a second'],
    [1.2, '1 address a second'],
    [0.5, '30 addresses a minute'],
    [0.03, '2 addresses a minute'],
    [0.01, 'less than two addresses a minute'],
  ];
  for (const [perSecond, words] of rows) assert.equal(rateWords(perSecond), words);
});
