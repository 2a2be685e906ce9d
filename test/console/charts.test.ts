import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barsOf, CHART_HEIGHT, dayAt, scaleEnd } from '../../src/console/views/overview/bars.js';
import { sharesOf, SHARES_WIDTH } from '../../src/console/views/overview/shares.js';

describe('the scale of a chart', () => {
  for (const [most, end] of [
    [0, 4],
    [4, 4],
    [5, 6],
    [9, 10],
    [10, 10],
    [11, 20],
    [2_340, 3_000],
    [8_001, 10_000],
  ] as const)
    it(`of ${most} ends at ${end}`, () => assert.equal(scaleEnd(most), end));

  it('is at least as high as its highest number, with a whole number at its half', () => {
    for (let most = 0; most < 20_000; most += 7) {
      assert.ok(scaleEnd(most) >= most);
      assert.ok(Number.isInteger(scaleEnd(most) / 2));
    }
  });
});

describe('the bars of a chart', () => {
  const bars = barsOf([0, 1, 1_000, 2_000].map((calls, at) => ({ day: `2026-11-0${at + 1}`, calls, credits: 0 })));

  it('stand on its bottom, as high as their numbers', () => {
    assert.deepEqual(
      bars.map(({ height }) => height),
      [0, 1.5, 50, CHART_HEIGHT],
    );
    for (const { y, height } of bars) assert.equal(y + height, CHART_HEIGHT);
  });

  it('are found by a place between its edges', () => {
    assert.deepEqual(
      [-0.1, 0, 0.49, 0.51, 1, 1.2].map((ratio) => dayAt(ratio, 30)),
      [0, 0, 14, 15, 29, 29],
    );
  });
});

describe('the shares of verdicts', () => {
  it('fill the bar, side by side in their order, with those that are unknown here last', () => {
    const shares = sharesOf({ Invalid: 1, 'Safe to Send': 2, Other: 1 });
    assert.deepEqual(
      shares.map(({ result, x, width, tone }) => [result, x, width, tone]),
      [
        ['Safe to Send', 0, 500, 'good'],
        ['Risky', 500, 0, 'warn'],
        ['Invalid', 500, 250, 'bad'],
        ['Unknown', 750, 0, 'plain'],
        ['Other', 750, 250, 'plain'],
      ],
    );
    assert.equal(
      shares.reduce((sum, { width }) => sum + width, 0),
      SHARES_WIDTH,
    );
  });

  it('have no width without verdicts', () => assert.ok(sharesOf({}).every(({ width }) => width === 0)));
});
