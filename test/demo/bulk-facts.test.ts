import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILE_SHARING_HOSTS, LIST_URL_CHARACTERS, listUrlFault } from '../../src/network/index.js';
import { optionRows, type OptionName } from '../../src/service/config.js';
import { fetchList, ListError, readHostedList, type ListErrorCode } from '../../src/service/bulk/index.js';
import { defaultListWork } from '../../src/service/bulk/list-workers.js';
import { MOST_OPEN_LISTS, progressOf } from '../../src/service/bulk/lists.js';
import { RESULTS_PER_COMMIT } from '../../src/service/bulk/run-list.js';
import { ORIGINAL_FIELD, RESULT_FIELDS } from '../../src/service/bulk/result-lines.js';
import { WebError, webFailures, type WebFailure } from '../../src/service/net/web-error.js';
import type { WebAnswer } from '../../src/service/net/web.js';
import type { ListRecord, ListState } from '../../src/service/store/index.js';
import { COLUMN_NAMES, csvCell } from '../../src/table/index.js';
import { BULK_ADDRESSES, BULK_BYTES } from '../../src/wire/index.js';
import { asShown, between, codesIn, tableOf } from './bulk-tables.js';

const url = 'https://lists.example.com/may.csv';

const textsOf = async (list: string | Buffer): Promise<string[]> => {
  const texts: string[] = [];
  for await (const { text } of (await readHostedList(Buffer.from(list))).lines()) texts.push(text);
  return texts;
};

describe('docs/bulk.md, of how lists are read', () => {
  for (const marker of ['layouts', 'cells'])
    for (const [what = '', example = '', read = ''] of tableOf(marker))
      it(what, async () => {
        const list = /^`(.*)`$/.exec(example)?.[1] ?? '';
        assert.ok(list, example);
        assert.deepEqual(await textsOf(list.replaceAll('⏎', '\n').replaceAll('⇥', '\t')), codesIn(read));
      });

  it('splits cells at tabs too', async () =>
    assert.deepEqual(await textsOf('a,b\tjane@example.com\nc,d\tjoe@example.org\n'), [
      'jane@example.com',
      'joe@example.org',
    ]));

  for (const name of codesIn(between('names')))
    it(`recognises the column name ${name} without any address below`, async () => {
      const { column } = await readHostedList(Buffer.from(`Number,"${name.replaceAll('"', '""')}"\n1,jane\n`));
      assert.equal(column, name);
    });

  it('has all names that are known', () =>
    assert.deepEqual(
      tableOf('names').map(([language = '', names = '']) => [language, codesIn(names)]),
      Object.entries(COLUMN_NAMES),
    ));

  it('reads the encodings that it names', async () => {
    const text = 'müller@example.com\nGÜNTER@example.com\n';
    const expected = text.trim().split('\n');
    const utf16 = Buffer.from(text, 'utf16le');
    const marked = Buffer.from(`\ufeff${text}`, 'utf16le');
    const both = Buffer.concat([
      Buffer.from('müller@example.com\r'),
      Buffer.from('GÜNTER@example.com', 'latin1'),
      Buffer.from('\x1a\0\0'),
    ]);
    for (const list of [
      Buffer.from(`\ufeff${text}`),
      utf16,
      marked,
      Buffer.from(utf16).swap16(),
      Buffer.from(marked).swap16(),
      Buffer.from(text, 'latin1'),
      both,
    ])
      assert.deepEqual(await textsOf(list), expected);
    assert.deepEqual(await textsOf('a\0b@example.com'), ['a�b@example.com']);
    assert.deepEqual(
      (await textsOf(`@${'x'.repeat(5_000)}`)).map(({ length }) => length),
      [4_096],
    );
  });
});

describe('docs/bulk.md, of what is refused', () => {
  const rules = tableOf('urls');

  for (const [reason = '', example = ''] of rules)
    it(reason, () =>
      assert.equal(
        listUrlFault(codesIn(example)[0] ?? `${url.replace('may', 'x'.repeat(LIST_URL_CHARACTERS))}`),
        reason,
      ),
    );

  it('names the services that share files', () =>
    assert.deepEqual(codesIn(between('sharing')), [...FILE_SHARING_HOSTS].sort()));

  /** What comes of a fetching that ends so. */
  const fetched = async (end: WebError | Partial<WebAnswer>): Promise<ListError> => {
    const answer: WebAnswer = { status: 200, url, type: 'text/csv', body: new Uint8Array(), ...end };
    const fetch = () => (end instanceof WebError ? Promise.reject(end) : Promise.resolve(answer));
    return fetchList(url, { fetcher: { fetch, close: () => undefined } }).then(
      () => assert.fail('it is taken'),
      (error: unknown) => (error instanceof ListError ? error : assert.fail(String(error))),
    );
  };
  const answered = (body: string | Buffer) => fetched({ body: Buffer.from(body) });

  const failed = (Object.keys(webFailures) as WebFailure[]).map((code) => fetched(new WebError(code)));
  const refused = [
    ...[401, 403, 404, 410, 429, 503, 302, 206, 405].map((status) => fetched({ status })),
    ...[fetched(new WebError('timeout', { bytes: 7 })), fetched(new WebError('too-large', { bytes: BULK_BYTES }))],
    ...[
      '',
      'Email\n',
      `a@example.com${',a@example.com'.repeat(250_001)}`,
      'Note,Email\n"x,a@example.com\n',
      '<!doctype html>',
      '{"a":1}',
      Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]),
      '%PDF-1.7',
      '\x01\x02\x03'.repeat(10),
    ].map(answered),
    ...[answered(Buffer.from([0xff, 0xfe, 0, 0])), answered('a@example.com\n'.repeat(BULK_ADDRESSES + 1))],
  ];
  /** Those that no status of a list has: a command's own, one of the upload, and one of a service that stops. */
  const elsewhere: readonly ListErrorCode[] = ['no-column', 'bad-header', 'url', 'aborted'];
  const everyCode: Readonly<Record<ListErrorCode, true>> = {
    ...{
      'no-column': true,
      'bad-header': true,
      'unclosed-quote': true,
      empty: true,
      'long-line': true,
      'too-large': true,
      'too-many': true,
      'not-a-list': true,
      'web-page': true,
    },
    ...{
      encoding: true,
      url: true,
      'unknown-host': true,
      unreachable: true,
      certificate: true,
      redirect: true,
      redirects: true,
      status: true,
      compression: true,
    },
    ...{ timeout: true, broken: true, aborted: true },
  };
  const all = Promise.all([...failed, ...refused]).then((errors) =>
    errors.filter(({ code }) => !elsewhere.includes(code)),
  );

  it('has a row for every reason of a list that failed', async () => {
    const shown = tableOf('reasons').map(([reason = '']) => reason);
    for (const { message, code } of await all)
      assert.equal(shown.filter((reason) => asShown(reason).test(message)).length, 1, `${code}: ${message}`);
  });

  it('has no row for a message that is never shown', async () => {
    const said = (await all).map(({ message }) => message);
    for (const [reason = '', advice = ''] of tableOf('reasons')) {
      assert.ok(
        said.some((message) => asShown(reason).test(message)),
        reason,
      );
      assert.ok(advice, reason);
    }
  });

  it('is held against every code that a list can fail with', async () => {
    const met = new Set((await all).map(({ code }) => code));
    assert.deepEqual([...met, ...elsewhere].sort(), Object.keys(everyCode).sort());
  });
});

describe('docs/bulk.md, of states, results and limits', () => {
  const list: ListRecord = {
    ...{
      id: '',
      accountId: 1,
      keyId: 1,
      name: '',
      url,
      createdAt: 0,
      reason: '',
      isHeld: false,
      lines: 3,
      column: '',
      addresses: 3,
      next: 3,
      done: 3,
    },
    state: 'queued',
  };

  it('names every state that a status has, with its percentages', () => {
    const kept: Readonly<Record<ListState, Partial<ListRecord>>> = {
      queued: { done: 0 },
      running: {},
      paused: {},
      completed: {},
      failed: { addresses: 0, done: 0 },
      cancelled: {},
    };
    const ranges = new Map<string, Set<string>>();
    for (const [state, counts] of Object.entries(kept))
      for (const done of [0, 3]) {
        const { status, percentage } = progressOf({ ...list, done, ...counts, state: state as ListState });
        ranges.set(status, (ranges.get(status) ?? new Set()).add(String(percentage)));
      }
    assert.deepEqual(
      tableOf('states').map(([status = '', range]) => [status, range]),
      [...ranges].map(([status, range]) => [`\`${status}\``, [...range].join(' to ')]),
    );
  });

  it('names the columns of results in their order', () =>
    assert.deepEqual(
      tableOf('columns').map(([name = '']) => codesIn(name)[0]),
      ['email', ...RESULT_FIELDS, ORIGINAL_FIELD],
    ));

  it('says which cells get an apostrophe', () => {
    assert.deepEqual(
      ['=a', '+a', '-a', '@a', '＝a', '＋a', '－a', '＠a', '\ta', '\ra', '\na', "'=a", 'a'].map((text) =>
        csvCell(text).replace(/^"|"$/g, ''),
      ),
      ["'=a", "'+a", "'-a", "'@a", "'＝a", "'＋a", "'－a", "'＠a", "'\ta", "'\ra", "'\na", "'=a", 'a'],
    );
  });

  it('has the current limits', () => {
    const number = (value: number) => value.toLocaleString('en');
    const expected = [
      `fewer than ${number(BULK_BYTES)}`,
      number(BULK_ADDRESSES),
      // Lists that are worked on: the store leases one of an account.
      '1',
      String(MOST_OPEN_LISTS),
      number(LIST_URL_CHARACTERS),
    ];
    assert.deepEqual(
      tableOf('limits')
        .slice(0, expected.length)
        .map(([, most]) => most),
      expected,
    );
    assert.equal(RESULTS_PER_COMMIT, 500);
  });

  it('has the current options with their defaults', () => {
    for (const [name = '', fallback = ''] of tableOf('options')) {
      const { fallback: standard } = optionRows[codesIn(name)[0] as OptionName];
      assert.equal(fallback, typeof standard === 'number' ? `\`${standard}\`` : '–', name);
    }
    const { lists, listConcurrency, listRest } = optionRows;
    assert.deepEqual(
      [lists.fallback, listConcurrency.fallback, listRest.fallback],
      [defaultListWork.lists, defaultListWork.concurrency, defaultListWork.retryDelayMs],
    );
    assert.deepEqual([defaultListWork.leaseMs, defaultListWork.turnMs], [10_000, 2_000]);
  });
});
