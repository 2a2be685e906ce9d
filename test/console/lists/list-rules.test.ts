import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileFault } from '../../../src/console/views/lists/file-fault.js';
import { IDLE, nextIntake, type Intake, type IntakeEvent } from '../../../src/console/views/lists/intake.js';
import { listNews } from '../../../src/console/views/lists/list-news.js';
import { actionsOf, hasEnded, hasFile, isDiscarded, pollDelay } from '../../../src/console/views/lists/list-state.js';
import { listWords } from '../../../src/console/views/lists/list-words.js';
import { nextPaces } from '../../../src/console/views/lists/paces.js';
import { filteredRows, NO_VERDICT, PAGE_ROWS, rowPage } from '../../../src/console/views/lists/rows.js';
import { verdictParts } from '../../../src/console/views/lists/verdicts-template.js';
import type { DraftInfo, ListedState, ListInfo, ListRow } from '../../../src/wire/console/index.js';
import { BULK_BYTES } from '../../../src/wire/limits.js';

const list = (more: Partial<ListInfo> = {}): ListInfo => ({
  ...{ id: 'a1', name: 'a.csv', state: 'running', reason: '', column: 'email', lines: 120, addresses: 100, done: 10 },
  ...{ createdAt: 0, isFromConsole: true, ...more },
});

describe('what can be done with a list', () => {
  const rows: readonly (readonly [ListedState, string, string])[] = [
    ['draft', 'start cancel', 'cancel'],
    ['queued', 'pause cancel', 'cancel'],
    ['running', 'pause cancel', 'cancel'],
    ['waiting', 'pause cancel', 'cancel'],
    ['paused', 'resume cancel', 'cancel'],
    ['completed', '', ''],
    ['failed', '', ''],
    ['cancelled', '', ''],
  ];
  for (const [state, own, foreign] of rows)
    it(`of one that is ${state}`, () => {
      assert.equal(actionsOf({ state, isFromConsole: true }).join(' '), own);
      assert.equal(actionsOf({ state, isFromConsole: false }).join(' '), foreign, 'if it came by API');
      assert.equal(hasEnded(state), own === '');
    });

  it('is to download it once it has ended with results', () => {
    assert.equal(hasFile({ state: 'completed', done: 0 }), true);
    assert.equal(hasFile({ state: 'cancelled', done: 1 }), true);
    assert.equal(hasFile({ state: 'cancelled', done: 0 }), false);
    assert.equal(hasFile({ state: 'running', done: 9 }), false);
    assert.equal(hasFile({ state: 'failed', done: 0 }), false);
  });
});

it('a list is out of sight if it was cancelled before anything was done', () => {
  assert.equal(isDiscarded(list({ state: 'cancelled', done: 0 })), true);
  assert.equal(isDiscarded(list({ state: 'cancelled', done: 1 })), false);
  assert.equal(isDiscarded(list({ state: 'failed', done: 0 })), false);
  assert.equal(isDiscarded(list({ state: 'cancelled', done: 0, isFromConsole: false })), false);
});

describe('lists are asked for again', () => {
  const rows: readonly (readonly [readonly ListedState[], number | undefined])[] = [
    [[], undefined],
    [['draft', 'paused', 'completed', 'failed', 'cancelled'], undefined],
    [['completed', 'running'], 1_000],
    [['queued'], 1_000],
    [['waiting'], 10_000],
    [['waiting', 'running'], 1_000],
  ];
  for (const [states, delay] of rows)
    it(`${delay ? `after ${delay} ms` : 'never'} if they are ${states.join(', ') || 'none'}`, () =>
      assert.equal(pollDelay(states), delay));

  it('each second while verdicts of one that has ended are counted', () =>
    assert.equal(pollDelay(['completed'], false), 1_000));
});

describe('a list in words', () => {
  const going = [
    { at: 0, done: 0 },
    { at: 10_000, done: 200 },
  ];
  const rows: readonly (readonly [Partial<ListInfo>, typeof going, string])[] = [
    [{ addresses: 3_800, done: 200 }, going, '20 addresses a second, about 3 minutes left'],
    [{}, [], 'Measuring how fast it goes…'],
    [
      {},
      [
        { at: 0, done: 9 },
        { at: 40_000, done: 9 },
      ],
      'No new verdict for a while: mail hosts that were busy are asked again later. The time left is unknown.',
    ],
    [{ state: 'draft' }, [], 'It costs 100 credits at most, and nothing until it starts.'],
    [{ state: 'waiting' }, [], 'Waiting for credits: add some, and it goes on by itself.'],
    [{ state: 'failed', reason: 'It is a picture: give a text.' }, [], 'It is a picture: give a text.'],
  ];
  for (const [more, samples, words] of rows) it(words, () => assert.equal(listWords(list(more), samples), words));
});

it('the pace of a list begins anew after a pause', () => {
  const first = nextPaces(new Map(), [list(), list({ id: 'b2', state: 'queued' })], 0);
  assert.deepEqual([...first.keys()], ['a1']);
  const paused = nextPaces(first, [list({ state: 'paused' })], 1_000);
  assert.equal(paused.size, 0);
  assert.equal(nextPaces(first, [list({ done: 20 })], 2_000).get('a1')?.length, 2);
});

it('lists that have ended or wait are news, others are none', () => {
  const before = [list(), list({ id: 'b2', name: 'b.csv' }), list({ id: 'c3', state: 'queued' })];
  const after = [
    list({ state: 'completed' }),
    list({ id: 'b2', name: 'b.csv', state: 'waiting' }),
    list({ id: 'c3' }),
    list({ id: 'd4', state: 'failed' }),
  ];
  assert.deepEqual(listNews(before, after), ['a.csv is completed.', 'b.csv waits for credits.']);
  assert.deepEqual(listNews(after, after), []);
});

describe('a list on its way to a draft', () => {
  const source = { kind: 'file', name: 'a.csv', content: new Blob(['a@b.de']) } as const;
  const draft: DraftInfo = {
    list: list({ state: 'draft' }),
    preview: { columns: ['1'], column: 0, rows: [], cost: 1, balance: 2 },
  };
  const sending: Intake = { step: 'sending', source, sent: 3 };
  const drafted: Intake = { step: 'draft', source, draft, fault: '' };
  const rows: readonly (readonly [name: string, before: Intake, event: IntakeEvent, after: Intake])[] = [
    ['is looked at first', IDLE, { type: 'chosen', name: 'a.csv' }, { step: 'checking', name: 'a.csv' }],
    ['is sent', { step: 'checking', name: 'a.csv' }, { type: 'accepted', source }, { ...sending, sent: 0 }],
    ['tells how much was sent', sending, { type: 'progress', sent: 5 }, { ...sending, sent: 5 }],
    ['never goes back', sending, { type: 'progress', sent: 2 }, sending],
    ['ignores what comes late', IDLE, { type: 'progress', sent: 2 }, IDLE],
    ['ignores a draft that comes late', IDLE, { type: 'read', draft }, IDLE],
    ['becomes a draft', sending, { type: 'read', draft }, drafted],
    ['has another column read', drafted, { type: 'column', column: 2 }, { ...drafted, column: 2 }],
    ['has been read by another column', { ...drafted, column: 2 }, { type: 'read', draft }, drafted],
    [
      'keeps its draft if the other column fails',
      { ...drafted, column: 2 },
      { type: 'failed', fault: 'No.' },
      { ...drafted, fault: 'No.' },
    ],
    ['is refused', sending, { type: 'failed', fault: 'No.' }, { step: 'idle', fault: 'No.' }],
    ['makes room', drafted, { type: 'closed' }, IDLE],
    ['makes room for another file', drafted, { type: 'chosen', name: 'b' }, { step: 'checking', name: 'b' }],
  ];
  for (const [name, before, event, after] of rows) it(name, () => assert.deepEqual(nextIntake(before, event), after));
});

describe('a file is refused before it is sent', () => {
  const rows: readonly (readonly [name: string, file: Blob, words: RegExp])[] = [
    [
      'if it is too large',
      new Blob([new Uint8Array(BULK_BYTES)]),
      /^list\.csv has 20 MB, and a list must have less than 20 MB: split it/,
    ],
    ['if it is empty', new Blob([]), /^list\.csv is empty/],
    ['if it is a workbook', new Blob(['PK\x03\x04 xl/worksheets']), /an Excel workbook \(XLSX\).*save the list as CSV/],
    ['if it is a picture', new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)]), /a picture/],
  ];
  for (const [name, file, words] of rows) it(name, async () => assert.match(await fileFault(file, 'list.csv'), words));

  it('and other files are sent, of which only the start was read', async () => {
    const read: number[] = [];
    const large = {
      size: BULK_BYTES - 1,
      slice: (from: number, to: number) => {
        read.push(to - from);
        return new Blob(['anna@posteo.de']);
      },
    } as unknown as Blob;
    assert.equal(await fileFault(large, 'list.csv'), '');
    assert.deepEqual(read, [65_536]);
  });

  it('if it cannot be read, as a folder cannot', async () => {
    const folder = { size: 4_096, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadable')) }) };
    assert.match(
      await fileFault(folder as unknown as Blob, 'folder'),
      /^folder cannot be read: choose a file, not a folder/,
    );
  });
});

describe('the rows of a list', () => {
  const row = (at: number, more: Partial<ListRow> = {}): ListRow => ({
    ...{ email: `person${at}@posteo.de`, result: 'Risky', reason: 'Accept All', didYouMean: '', ...more },
  });
  const rows = [
    row(1),
    row(2, { result: 'Invalid', reason: 'Bounce', didYouMean: 'p@Gmail.com' }),
    row(3, { result: '' }),
  ];

  it('are those with a result and a text, in any case', () => {
    const found = (result: string, text: string): string =>
      filteredRows(rows, { result, text })
        .map(({ email }) => email.slice(6, 7))
        .join('');
    assert.equal(found('', ''), '123');
    assert.equal(found('Risky', ''), '1');
    assert.equal(found(NO_VERDICT, ''), '3');
    assert.equal(found('', 'POSTEO'), '123');
    assert.equal(found('', ' gmail '), '2');
    assert.equal(found('', 'bounce'), '2');
    assert.equal(found('Risky', 'bounce'), '');
  });

  it('come in pages', () => {
    const many = Array.from({ length: 250 }, (_, at) => row(at));
    const facts = (asked: number) => {
      const { from, to, page, pages, rows: shown } = rowPage(many, asked);
      assert.ok(shown.length <= PAGE_ROWS);
      return [from, to, page, pages];
    };
    assert.deepEqual(facts(0), [1, 100, 0, 3]);
    assert.deepEqual(facts(2), [201, 250, 2, 3]);
    assert.deepEqual(facts(9), [201, 250, 2, 3], 'the last one if there are not so many');
    assert.deepEqual(rowPage([], 0), { rows: [], page: 0, pages: 1, from: 0, to: 0 });
  });
});

it('the bar of verdicts has its parts in one order, what has no verdict last', () => {
  const results = { Unknown: 1, 'Safe to Send': 5, Invalid: 0, Odd: 2 };
  assert.deepEqual(
    verdictParts({ results, addresses: 10 }).map(({ result, count }) => `${result} ${count}`),
    ['Safe to Send 5', 'Unknown 1', 'Odd 2', ' 2'],
  );
});
