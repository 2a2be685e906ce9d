import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ago, clockOrDay, count, counted, duration, plainName, share, shortDay } from '../../src/console/format.js';

const table = <Given>(name: string, write: (given: Given) => string, rows: readonly (readonly [Given, string])[]) =>
  describe(name, () => {
    for (const [given, wanted] of rows)
      it(`${JSON.stringify(given)?.slice(0, 60)}: ${wanted.slice(0, 60)}`, () => assert.equal(write(given), wanted));
  });

table('a number', count, [
  [0, '0'],
  [1234567, '1,234,567'],
]);
table('a number with its noun', (number: number) => counted(number, 'call'), [
  [0, '0 calls'],
  [1, '1 call'],
  [2000, '2,000 calls'],
]);
table('a share', ([part, whole]: readonly [number, number]) => share(part, whole), [
  [[0, 0], '0%'],
  [[0, 9], '0%'],
  [[1, 8], '12.5%'],
  [[9, 9], '100%'],
  // Rounded, the first would be none and the second all.
  [[1, 100_000], '<0.1%'],
  [[99_999, 100_000], '>99.9%'],
]);
table('a day', shortDay, [['2026-11-03', '3 Nov']]);
table('a duration', duration, [
  [0.4, '0 ms'],
  [820.4, '820 ms'],
  [1_540, '1.5 s'],
]);
table(
  'the time of a call',
  (days: number) => clockOrDay(new Date(2026, 10, 3 - days, 12).getTime(), new Date(2026, 10, 3, 12).getTime()),
  [
    [0, '12:00:00'],
    [2, '1 Nov, 12:00'],
    [365, '3 Nov, 12:00'],
  ],
);
table('how long ago', (seconds: number) => ago(1e12 - seconds * 1000, 1e12), [
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [7_199, '1 hour ago'],
  [86_400, 'yesterday'],
  [40 * 86_400, '40 days ago'],
]);
table('a name as plain text', (name: string) => plainName(name, 10), [
  ['Acme', 'Acme'],
  ['Größe 👍', 'Größe 👍'],
  ['0123456789', '0123456789'],
  ['0123456789a', '012345678…'],
  ['👍'.repeat(11), `${'👍'.repeat(9)}…`],
  ['x'.repeat(10_000), 'xxxxxxxxx…'],
  // Signs that turn the direction, break the line or are not seen.
  ['a\u202eb\u2066c\u200fd', 'abcd'],
  ['a\u0000b\nc\u2028d', 'abcd'],
  ['', ''],
]);
