import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usageRangeFault, wireDay } from '../../src/wire/index.js';

const lastMoment = Date.UTC(2026, 10, 28, 23, 59, 59, 999);

describe('a range of usage', () => {
  const good: [start: string, end: string][] = [
    ['20-08-14', '20-08-14'],
    ['20-08-14', '26-11-28'],
    ['26-11-28', '26-11-28'],
    ['24-02-29', '24-02-29'],
    ['20-12-31', '21-01-01'],
  ];
  for (const [start, end] of good)
    it(`may be ${start} to ${end}`, () => assert.equal(usageRangeFault({ start, end }, lastMoment), undefined));

  const bad: [start: string, end: string, words: RegExp][] = [
    ['20-08-13', '20-08-14', /^The parameter "start" is before 20-08-14, /],
    ['19-12-31', '26-01-01', /^The parameter "start" is before 20-08-14, /],
    ['26-11-28', '26-11-29', /^The parameter "end" is after today, which is 26-11-28 in UTC: /],
    ['26-11-29', '26-11-30', /^The parameter "end" is after today, /],
    ['20-08-14', '99-12-31', /^The parameter "end" is after today, /],
    ['26-11-02', '26-11-01', /^The parameter "start" is after "end": /],
    ['26-02-30', '26-03-01', /^The parameter "start" is 26-02-30, which is not a date: /],
    ['26-02-28', '26-02-29', /^The parameter "end" is 26-02-29, which is not a date: /],
    ['26-13-01', '26-03-01', /^The parameter "start" is 26-13-01, /],
    ['26-00-10', '26-03-01', /^The parameter "start" is 26-00-10, /],
    ['26-01-00', '26-03-01', /^The parameter "start" is 26-01-00, /],
    ['26-04-31', '26-05-01', /^The parameter "start" is 26-04-31, /],
    ['2026-01-01', '26-03-01', /^The parameter "start" must be written as YY-MM-DD, such as /],
    ['26-1-1', '26-03-01', /^The parameter "start" must be written as YY-MM-DD, such as /],
    ['26/01/01', '26-03-01', /^The parameter "start" must be written/],
    ['26-01-01', '26-03-01T00:00', /^The parameter "end" must be written/],
    ['26-01-01', ' 26-03-01', /^The parameter "end" must be written/],
    ['26-01-01', '26-03-01\n', /^The parameter "end" must be written/],
    ['٢٦-٠١-٠١', '26-03-01', /^The parameter "start" must be written/],
    ['', '', /^The parameter "start" must be written/],
    ['AbCdEfGhIjKlM', '26-03-01', /^The parameter "start" must be written(?!.*AbCd)/],
  ];
  for (const [start, end, words] of bad)
    it(`may not be ${JSON.stringify(start)} to ${JSON.stringify(end)}`, () =>
      assert.match(usageRangeFault({ start, end }, lastMoment) ?? '', words));

  it('ends today until midnight UTC, and tomorrow after it', () => {
    const tomorrow = { start: '26-11-29', end: '26-11-29' };
    assert.match(usageRangeFault(tomorrow, lastMoment) ?? '', /after today/);
    assert.equal(usageRangeFault(tomorrow, lastMoment + 1), undefined);
    assert.equal(wireDay(lastMoment), '26-11-28');
  });
});
