import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keepTries, keptTries, KEPT_TRIES, withTry, type Tried } from '../../../src/console/views/try/recent-tries.js';
import { timelineOf } from '../../../src/console/views/try/timeline.js';
import { verdictWords } from '../../../src/console/views/try/verdict-words.js';
import type { SessionInfo, TryInfo, TryStep } from '../../../src/wire/console/index.js';
import { verdictRows } from '../../../src/wire/verdict-rows.js';

describe('a verdict in words', () => {
  const rows: readonly (readonly [result: string, code: number, finding: RegExp, advice: RegExp])[] = [
    ['Invalid', 1, /not an email address/, /Ask for it again/],
    ['Invalid', 2, /spam traps/, /Never send/],
    ['Invalid', 3, /temporary/, /another one/],
    ['Risky', 4, /accepts every address/, /with care/],
    ['Safe to Send', 5, /exists and receives/, /^Send to it/],
    ['Risky', 5, /exists\..*role/, /Leave it out of campaigns/],
    ['Invalid', 6, /comes back/, /Do not send/],
    ['Unknown', 7, /Nobody could tell/, /Accept it/],
    ['Risky', 7, /full/, /later/],
    ['Risky', 8, /role/, /campaigns/],
  ];
  for (const [result, code, finding, advice] of rows)
    it(`of ${result}, code ${code}`, () => {
      const words = verdictWords({ result, code });
      assert.match(words.finding, finding);
      assert.match(words.advice, advice);
    });

  it('never tells to send to an invalid address, or not to send to a safe one', () => {
    for (const { result, code } of verdictRows) {
      const { advice } = verdictWords({ result, code });
      assert.equal(advice.startsWith('Send to it.'), result === 'Safe to Send', advice);
    }
  });
});

it('steps follow each other on one axis of time', () => {
  const step = (milliseconds?: number): TryStep => ({
    ...{ stage: 'dns', title: '', detail: '', ...(milliseconds !== undefined && { milliseconds }) },
  });
  const { steps, total } = timelineOf([step(), step(25), step(0), step(75)]);
  assert.equal(total, 100);
  assert.deepEqual(
    steps.map(({ from, share }) => [from, share]),
    [
      [0, 0],
      [0, 0.25],
      [0.25, 0],
      [0.25, 0.75],
    ],
  );
  assert.deepEqual(
    timelineOf([step(), step(-5)]).steps.map(({ from, share }) => [from, share]),
    [
      [0, 0],
      [0, 0],
    ],
  );
});

describe('the tries of a visit', () => {
  const verdict = { result: 'Risky' } as TryInfo;
  const triedOf = (...emails: readonly string[]): readonly Tried[] =>
    emails.reduce<readonly Tried[]>((tries, email) => withTry(tries, email, verdict), []);

  it('are the last few, the latest first, each address once', () => {
    assert.deepEqual(
      triedOf('a@b.de', 'c@d.de', 'a@b.de').map(({ email }) => email),
      ['a@b.de', 'c@d.de'],
    );
    const many = triedOf(...Array.from({ length: 30 }, (_, at) => `p${at}@b.de`));
    assert.equal(many.length, KEPT_TRIES);
    assert.equal(many[0]?.email, 'p29@b.de');
    assert.equal(new Set(many.map(({ number }) => number)).size, KEPT_TRIES);
  });

  it('are those of one session and account', () => {
    const [one, another] = [{}, {}] as [SessionInfo, SessionInfo];
    keepTries(one, 1, triedOf('a@b.de'));
    assert.equal(keptTries(one, 1).length, 1);
    assert.deepEqual(keptTries(one, 2), []);
    assert.deepEqual(keptTries(another, 1), []);
  });
});
