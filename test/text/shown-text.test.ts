import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { explain } from '../../src/cli/check/explain.js';
import { plainText } from '../../src/cli/bulk/plain-text.js';
import { createConsoleLog } from '../../src/proxy/console-log.js';
import { listNameOf } from '../../src/service/body/list-name.js';
import { readContactColumns } from '../../src/service/enrichment/contact-columns.js';
import { readableReply } from '../../src/service/probe/reply.js';
import { shownAddress } from '../../src/service/verdict/index.js';
import { readTable } from '../../src/table/index.js';
import { shownText } from '../../src/text/index.js';

/** Texts that would disturb a terminal, a log or a message. */
const hostile: Readonly<Record<string, string>> = {
  'terminal escapes': 'a\u001b[2J\u001b]0;title\u0007b\u009b31mc',
  'controls of both sets': 'a\u0000\u0007\u0008\u007f\u0080\u009fb',
  'line ends': 'a\rb\nc\r\nd\u0085e\u000bf\u000cg',
  'separators of lines and paragraphs': 'a\u2028b\u2029c',
  'overrides of direction': 'a\u202eb\u202dc\u202ad\u202be\u202cf',
  'isolates of direction': 'a\u2066b\u2067c\u2068d\u2069e',
  'marks of direction': 'a\u200eb\u200fc\u061cd',
  'lone surrogates': 'a\ud800b\udc00c\udbff',
  'a character that a limit would cut': `${'x'.repeat(99)}\u{1f600}`.repeat(50),
};
/** Invisible characters that may be a part of a name: joiners of words and emoji. */
const invisible = 'a\u200b\u2060\ufeff\u00ad\u200c\u200db';

const DISTURBING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

async function* bytesOf(text: string) {
  yield await Promise.resolve(Buffer.from(text));
}

/** A text as it can be percent-encoded or written to a file. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

const logged = (error: unknown): string => {
  const write = mock.method(console, 'error', () => undefined);
  try {
    createConsoleLog('Kq7ZwX2mVt9Lp', () => 0)(error, 'cache');
    return String(write.mock.calls[0]?.arguments[0]);
  } finally {
    write.mock.restore();
  }
};

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => assert.fail('nothing was refused'),
    (error: Error) => error.message,
  );

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

interface Caller {
  readonly show: (text: string) => string | Promise<string>;
  readonly keepsFormat?: true;
  /** Shows several lines of its own. */
  readonly hasLines?: true;
}

const callers: Readonly<Record<string, Caller>> = {
  'a text that is shown': { show: (text) => shownText(text) },
  'an address that an answer repeats': { show: shownAddress, keepsFormat: true },
  "a mail host's reply": { show: (text) => readableReply({ code: 550, lines: [text, text] }).text },
  'an explanation of a verdict': {
    hasLines: true,
    show: (text) =>
      explain({
        validation: {
          email: text,
          result: 'Unknown',
          code: 7,
          reasons: ['Unknown'],
          role: false,
          freeEmail: false,
          sendTransactional: true,
          didYouMean: text,
        },
        evidence: { timings: { total: 1 } },
      }),
  },
  'the columns of a file that has not the one that was asked for': {
    show: (text) => messageOf(readTable(bytesOf(`${quoted(text)},Name\na@shop.com,A\n`), { column: 'Nowhere' })),
  },
  "a column's name": {
    show: async (text) => {
      const { layout } = await readTable(bytesOf(`${quoted(text)},Name\na@shop.com,A\n`), { column: 1 });
      return layout.name ?? '';
    },
  },
  "a service's message in a command": { show: (text) => plainText(text, []) },
  'a list that is named': { show: (text) => listNameOf(text, 'a.csv'), keepsFormat: true },
  "a list that has its file's name": {
    show: (text) => listNameOf('', `${wellFormed(text)}.csv`),
    keepsFormat: true,
  },
  "a fault in the key proxy's log": { show: (text) => logged(new Error(text)) },
  "a fault's name in the key proxy's log": {
    show: (text) => logged(Object.assign(new Error('no'), { name: text })),
  },
};

describe('a text that others wrote', () => {
  for (const [name, { show, keepsFormat, hasLines }] of Object.entries(callers))
    it(`is shown without disturbing characters as ${name}`, async () => {
      for (const [what, text] of Object.entries(hostile)) {
        const shown = await show(text);
        assert.doesNotMatch(hasLines ? shown.replaceAll('\n', ' ') : shown, DISTURBING, what);
        assert.match(shown, /[ax]/, what);
      }
      const shown = await show(invisible);
      if (keepsFormat) assert.ok(shown.includes(invisible));
      else assert.doesNotMatch(shown.replaceAll('\n', ' '), /\p{Cf}/u);
    });

  it('is not a valid field name of a contact if it has invisible characters', () => {
    for (const text of [invisible, ...Object.values(hostile).slice(0, -1)])
      assert.throws(() => readContactColumns(['email', text], 0), { code: 'bad-header' }, JSON.stringify(text));
  });

  it('is otherwise unchanged', () => {
    for (const text of ['', 'Jane Doé', '日本語 – “x”', '\u{1f600}\u{1f1e9}\u{1f1ea}', 'می‌خواهم', 'a\u00a0b'])
      assert.equal(shownText(text, { keepsFormat: true }), text);
    assert.equal(shownText('a\r\n\u202eb', { instead: ' ' }), 'a b');
    assert.equal(shownText('\u{1f600}\u{1f600}', { most: 3 }), '\u{1f600}');
  });

  it('names a list by its file if the given name has no visible character', () =>
    assert.equal(listNameOf(' \u202e ', 'may.csv'), 'may.csv'));

  it('does not split an address in a log by an invisible character', () =>
    assert.equal(
      logged(new Error('for ja\u200ene\u200b@shop.example and joe%4\u200b0shop.example')).split(': ').at(-1),
      'for … and …',
    ));
});
