import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { afterEach, describe, it, mock } from 'node:test';
import { progressLine, summaryLine } from '../../../src/cli/check/progress.js';
import { ProgressBar } from '../../../src/cli/check/progress-bar.js';

const counts = { 'Safe to Send': 1_200, Risky: 30, Invalid: 400, Unknown: 7 };
const none = { 'Safe to Send': 0, Risky: 0, Invalid: 0, Unknown: 0 };
const said = 'safe 1,200  risky 30  invalid 400  unknown 7';

describe('the line of progress', () => {
  const rows: readonly (readonly [
    name: string,
    tally: Partial<Parameters<typeof progressLine>[0]>,
    width: number,
    line: string,
  ])[] = [
    ['has counts and the rate if the total is unknown', {}, 100, `1,637  250/s  ${said}`],
    [
      'has a bar and the time left if the total is known',
      { share: 0.5 },
      100,
      `[###########-----------] 50 %  1,637  250/s  0:07 left  ${said}`,
    ],
    [
      'has a shorter bar if there is less room',
      { share: 0.5 },
      89,
      `[######-----] 50 %  1,637  250/s  0:07 left  ${said}`,
    ],
    ['has no bar if there is too little room', { share: 0.5 }, 75, `50 %  1,637  250/s  0:07 left  ${said}`],
    [
      'is full if there are more results than expected',
      { share: 1.25 },
      100,
      `[${'#'.repeat(21)}] 100 %  1,637  250/s  0:00 left  ${said}`,
    ],
    [
      'is full if all addresses have a result',
      { share: 1 },
      100,
      `[${'#'.repeat(21)}] 100 %  1,637  250/s  0:00 left  ${said}`,
    ],
    [
      'is full if there was no address',
      { share: Infinity },
      100,
      `[${'#'.repeat(21)}] 100 %  1,637  250/s  0:00 left  ${said}`,
    ],
    ['is cut if the line is still too long', { share: 0.5 }, 10, '50 %  1,63'],
    ['has hours', { share: 0.001, rate: 100 }, 75, `0 %  1,637  100/s  4:32:34 left  ${said}`.slice(0, 75)],
    [
      'has no time left before the first result',
      { counts: none, share: 0, rate: 0 },
      55,
      '0 %  0  0/s  safe 0  risky 0  invalid 0  unknown 0',
    ],
  ];
  for (const [name, tally, width, line] of rows)
    it(name, () =>
      assert.equal(progressLine({ counts, rate: 250, share: undefined, ...tally, milliseconds: 0 }, width), line),
    );
});

describe('the summary', () => {
  it('has the time and the counts', () =>
    assert.equal(summaryLine({ counts, milliseconds: 3_210 }), `1,637 addresses in 3.2 s: ${said}`));
  it('shows minutes, and says "1 address" in the singular', () =>
    assert.match(summaryLine({ counts: { ...none, Risky: 1 }, milliseconds: 61_000 }), /^1 address in 1:01: /));
});

describe('the bar', () => {
  afterEach(() => mock.timers.reset());
  const terminalOf = (written: string[], columns?: number) =>
    Object.assign(
      new Writable({ decodeStrings: false, write: (text: string, _, done) => (written.push(text), done()) }),
      { columns, isTTY: true },
    );

  it('is drawn ten times a second, cleared for other lines, and followed by a summary', () => {
    mock.timers.enable({ apis: ['setInterval'] });
    let clock = 0;
    const written: string[] = [];
    const bar = new ProgressBar({ terminal: terminalOf(written, 60), isShown: true, now: () => clock });
    for (clock = 1; clock <= 1_000; clock += 1) {
      mock.timers.tick(1);
      bar.add('Invalid', clock / 2_000);
    }
    assert.equal(written.length, 10);
    assert.match(written.at(-1) ?? '', /^\r\u001b\[K49 % {2}999 {2}1,000\/s {2}0:02 left {2}safe 0/);
    assert.ok(written.every((text) => text.length <= 59 + '\r\u001b[K'.length));
    bar.hide();
    bar.hide();
    assert.equal(written.at(-1), '\r\u001b[K');
    assert.equal(written.length, 11);
    bar.end();
    assert.match(
      written.at(-1) ?? '',
      /^1,000 addresses in 1\.0 s: safe 0 {2}risky 0 {2}invalid 1,000 {2}unknown 0\n$/,
    );
    mock.timers.tick(1_000);
    assert.equal(written.length, 12);
  });

  it('writes nothing if it is hidden', () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const written: string[] = [];
    const bar = new ProgressBar({ terminal: terminalOf(written), isShown: false });
    bar.add('Risky');
    mock.timers.tick(1_000);
    bar.hide();
    bar.end();
    assert.deepEqual(written, []);
    assert.equal(bar.counts.Risky, 1);
  });
});
