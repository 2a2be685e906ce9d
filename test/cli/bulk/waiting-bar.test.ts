import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { afterEach, describe, it, mock } from 'node:test';
import { WaitingBar } from '../../../src/cli/bulk/waiting-bar.js';
import { waitingLine, type WaitingState } from '../../../src/cli/bulk/waiting-line.js';

const processing = { status: 'processing', percentage: 50, reason: '' } as const;
const noCredits = 'The account has no credits left: the list goes on when there are some.';

describe('the line of a list that is waited for', () => {
  const rows: readonly (readonly [name: string, waited: Partial<WaitingState>, width: number, line: string])[] = [
    ['has a bar, the time so far and the state', {}, 70, '[###############---------------] 50 %  1:05  processing'],
    [
      'has the time left if it is known',
      { rate: 0.5 },
      70,
      '[###############---------------] 50 %  1:05  1:40 left  processing',
    ],
    ['has a shorter bar if there is less room', {}, 40, '[########-------] 50 %  1:05  processing'],
    ['has no bar if there is too little room', {}, 28, '50 %  1:05  processing'],
    ['is cut if the line is still too long', {}, 12, '50 %  1:05  '],
    [
      'has the reason that the list waits for, without a time left',
      { rate: 0.5, status: { ...processing, reason: noCredits } },
      200,
      `[###############---------------] 50 %  1:05  processing: ${noCredits}`,
    ],
    [
      'has no time left while it is queued',
      { rate: 0.5, status: { status: 'queued', percentage: 0, reason: '' } },
      70,
      `[${'-'.repeat(30)}] 0 %  1:05  queued`,
    ],
    [
      'is full at the end',
      { status: { status: 'completed', percentage: 100, reason: '' } },
      70,
      `[${'#'.repeat(30)}] 100 %  1:05  completed`,
    ],
  ];
  for (const [name, waited, width, line] of rows)
    it(name, () =>
      assert.equal(waitingLine({ status: processing, milliseconds: 65_400, rate: undefined, ...waited }, width), line),
    );
});

describe('the bar of a list that is waited for', () => {
  afterEach(() => mock.timers.reset());
  const barOf = (isShown: boolean) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const [written, told]: [string[], string[]] = [[], []];
    const terminal = Object.assign(
      new Writable({ decodeStrings: false, write: (text: string, _, done) => (written.push(text), done()) }),
      { columns: 71, isTTY: true },
    );
    let clock = 0;
    const bar = new WaitingBar({ terminal, isShown, print: (line) => told.push(line), now: () => clock });
    const pass = (milliseconds: number) => {
      clock += milliseconds;
      mock.timers.tick(milliseconds);
    };
    return { bar, written, told, pass };
  };

  it('is redrawn between answers, estimates the time left, and is cleared', () => {
    const { bar, written, told, pass } = barOf(true);
    pass(1_000);
    assert.deepEqual(written, [], 'nothing is known yet');
    bar.show({ status: 'queued', percentage: 0, reason: '' });
    pass(10_000);
    assert.equal(written.length, 40);
    bar.show({ status: 'processing', percentage: 10, reason: '' });
    pass(10_000);
    assert.doesNotMatch(written.at(-1) ?? '', /left/);
    bar.show({ status: 'processing', percentage: 20, reason: '' });
    pass(250);
    assert.match(written.at(-1) ?? '', /^\r\u001b\[K\[#+-+\] 20 % {2}0:21 {2}1:20 left {2}processing$/);
    bar.end();
    bar.end();
    assert.equal(written.at(-1), '\r\u001b[K');
    const { length } = written;
    pass(1_000);
    assert.equal(written.length, length);
    assert.deepEqual(told, []);
  });

  it('counts from the start after a list has waited for credits', () => {
    const { bar, written, pass } = barOf(true);
    bar.show({ status: 'processing', percentage: 0, reason: '' });
    pass(1_000);
    bar.show({ status: 'processing', percentage: 50, reason: noCredits });
    pass(3_600_000);
    bar.show({ status: 'processing', percentage: 50, reason: '' });
    pass(10_000);
    bar.show({ status: 'processing', percentage: 60, reason: '' });
    pass(250);
    assert.match(written.at(-1) ?? '', / 0:40 left /);
    bar.end();
  });

  it('prints each change of state once, without a bar, if the output is not a terminal', () => {
    const { bar, written, told, pass } = barOf(false);
    for (const percentage of [0, 0, 1, 50]) {
      bar.show({ status: percentage > 0 ? 'processing' : 'queued', percentage, reason: '' });
      pass(1_000);
    }
    bar.show({ ...processing, reason: noCredits });
    bar.show(processing);
    bar.end();
    assert.deepEqual(told, [
      'The list is queued.',
      'The list is processing.',
      `The list is processing: ${noCredits}`,
      'The list is processing.',
    ]);
    assert.deepEqual(written, []);
  });
});
