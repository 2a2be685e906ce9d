/** Every part that reads what strangers send by hand, and texts that may keep it busy. */
import { parseCsv } from '../../demo/bulk-csv.js';
import { addressesIn, normalizeAddress, parseAddress, suggestAddress } from '../../src/address/index.js';
import { ResultCounter } from '../../src/cli/bulk/result-counter.js';
import { clientAddressOf } from '../../src/network/index.js';
import { readHostedList } from '../../src/service/bulk/index.js';
import { isGenericName } from '../../src/service/doctor/generic-name.js';
import { expandMacros } from '../../src/service/doctor/spf/macros.js';
import { isSpf, readSpf } from '../../src/service/doctor/spf/record.js';
import { addressInEhlo, timeInGreeting } from '../../src/service/doctor/visit.js';
import { readContacts } from '../../src/service/enrichment/contact-file.js';
import { nameIn } from '../../src/service/enrichment/names.js';
import { createRedactor } from '../../src/service/log/redact.js';
import { pictureIn } from '../../src/service/logo/icon-file.js';
import { bestFirst } from '../../src/service/logo/icon-links.js';
import { siteDomain } from '../../src/service/logo/site-domain.js';
import { readManifest } from '../../src/service/logo/site-manifest.js';
import { readSitePage } from '../../src/service/logo/site-page.js';
import { inPreferenceOrder, isNullMx, isForbiddenHostName } from '../../src/service/probe/mail-exchanges.js';
import { isRefusedRecipient, judgeReply } from '../../src/service/probe/meaning.js';
import { withContext } from '../../src/service/probe/reply-signs.js';
import { readableReply, ReplyReader } from '../../src/service/probe/reply.js';
import { inServiceOrder } from '../../src/service/probe/service-order.js';
import { shownText } from '../../src/text/index.js';
import { visitorOf } from '../../src/proxy/visitor.js';
import { csvCell, readTable } from '../../src/table/index.js';
import { BULK_BYTES } from '../../src/wire/index.js';

/** A part that reads, and what it is given. */
export interface Scanner {
  readonly name: string;
  /** The most that it is given, in bytes, or characters of a text. */
  readonly cap: number;
  /** What hostile texts are made of, over and over: each alone, or within what stands before and after it. */
  readonly pieces: readonly (string | readonly [head: string, piece: string, tail: string])[];
  readonly read: (text: string) => unknown;
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  const each = items[Symbol.asyncIterator]();
  while (!(await each.next()).done);
}

/** As a connection delivers it. */
async function* chunksOf(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 65_536) yield await Promise.resolve(bytes.subarray(at, at + 65_536));
}

/** Whatever a part says of the text, it has read it. */
const said = async (work: () => unknown): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (
      !(error instanceof Error) ||
      !/^(?:ListError|TableError|ReplyError|SyntaxError|SpfSyntaxError)$/.test(error.name)
    )
      throw error;
  }
};

const providers = ['gmail.com', 'googlemail.com', 'yahoo.com', 'outlook.com', 'hotmail.co.uk'];
const redact = createRedactor(['a secret of the test']);

/** The most of a reply, less what its lines begin and end with. */
const REPLY_BYTES = 65_536 - 1_000;

/** A reply as a mail host sends it, in lines that are not too long, until it is judged. */
const readReply = (text: string): void => {
  const lines =
    Buffer.from(text)
      .subarray(0, REPLY_BYTES)
      .toString()
      .match(/[^]{1,680}/g) ?? [];
  const wire = lines.map((line, index) => `550${index + 1 < lines.length ? '-' : ' '}${line}\r\n`).join('');
  for (const reply of new ReplyReader().push(Buffer.from(wire))) {
    readableReply(reply);
    const judged = withContext(reply, {
      host: 'mx.example.com',
      senders: ['', 'probe@own.com'],
      recipient: 'jane@example.com',
    });
    judgeReply(judged);
    isRefusedRecipient(judged);
  }
};

const readByBytes = (text: string): void => {
  const reader = new ReplyReader();
  for (const byte of Buffer.from(text)) reader.push(Buffer.of(byte));
};

const recordsOf = (text: string): string[] => text.split('\n');
const priorityOf = (index: number): number => index % 3;

const headersOf = (name: string, text: string) => new Headers({ [name]: text });

const inCells = [
  'a@x.com\n',
  '""\n',
  '"\n',
  '"',
  '""',
  '","',
  ',',
  ';',
  '\t',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '@',
  '<',
  'a,b@x.com\n',
  '"a\n',
  '"""",',
  '"a""',
  '\0',
  'é',
  '\x80',
  '<a@b>',
  '" ,',
  ',\n',
] as const;

export const scanners: readonly Scanner[] = [
  {
    name: 'addresses',
    cap: 1_000,
    pieces: [
      'a',
      'a.',
      '.',
      '"',
      '\\"',
      '@',
      'é',
      '😀',
      '-',
      'xn--a.',
      ['"', '\\"', '"@x.com'],
      ['a@[', '1.', ']'],
      ['a@[IPv6:', ':', ']'],
      ['a@', 'é', '.com'],
      [' ', ' ', 'a'],
      '\u0628\u200c',
      '\u0915\u094d\u200d',
      ['a@', '\u0628\u200c', '\u0628.com'],
      ['\u0628', '\u064e', '\u200c\u0628@x.com'],
      ['a@xn--', '9', '.com'],
      ['a', '..', '@docomo.ne.jp'],
    ],
    read: (text) => [parseAddress(text), normalizeAddress(text)],
  },
  {
    name: 'texts with addresses',
    cap: 131_072,
    pieces: [
      ...[
        '<',
        '>',
        '"',
        "'",
        '(',
        ')',
        ',',
        '@',
        ' ',
        'a@',
        '(a@x.com ',
        '"a',
        'a@b.co ',
        '\u2022',
        '/',
        '1. ',
        '<a@x.com>',
      ],
      ...['\u0628\u200c', '\u0628\u200c@x.com ', 'a..@docomo.ne.jp,'],
      ...['a@x.com,', '\u200b', '\uff41', 'a@x.com|', 'a,', '- ', '\n', 'a@x.com\n'],
      ['a', ' ', '@x.com'],
      ['<a@x.com>', ' ', 'x'],
      ['To', ' ', ': a@x.com'],
    ],
    read: addressesIn,
  },
  {
    name: 'suggestions',
    cap: 254,
    pieces: [
      ['a@', ',', 'com'],
      ['a@gmail', '.', 'com'],
      ['a@', 'gmail', '.com'],
      ['a@gmail.', 'co.', 'uk'],
      ['a@yahoo.', 'm', ''],
      ['a@', 'gmail', ''],
      '.',
      ['a@', 'é', '.com'],
    ],
    read: (text) => [suggestAddress(text, { providers, known: () => false }), suggestAddress(text)],
  },
  {
    name: 'replies of mail hosts',
    cap: REPLY_BYTES,
    pieces: [
      '㌖',
      'ﷺ',
      'a',
      'a ',
      'user ',
      'mailbox a ',
      'not a ',
      'user@',
      '@',
      '<@',
      '<',
      '>',
      '"',
      '"@',
      '"a"',
      '1.2.',
      '1:',
      ':',
      'address ',
      'address:',
      '5.1.1 ',
      '#5.1.1',
      '\u001b[',
      '\u001b]',
      '\u0301',
      'é',
      '. ',
      ' - ',
      'http://',
      'exceeded a ',
      'unknown in a ',
      ['address', ':', 'x'],
    ],
    read: readReply,
  },
  {
    name: 'replies in bytes of their own',
    cap: 32_768,
    pieces: ['250-a\r\n', '250-\n', ['250-', 'a', '']],
    read: (text) => said(() => readByBytes(text)),
  },
  {
    name: 'SPF records',
    cap: 65_536,
    pieces: [
      'a ',
      'a:b/24//64 ',
      '+',
      '/',
      '%{d}',
      '%{dr-}',
      '%',
      ['v=spf1 redirect=', 'a.', ''],
      ['v=spf1 exists:', '%{ir}', ''],
    ],
    read: (text) =>
      said(() => {
        isSpf(text);
        readSpf(`v=spf1 ${text}`);
        expandMacros(text, 'example.com', { ip: '192.0.2.1', sender: 'a@example.com', helo: 'mx.example.com' });
      }),
  },
  {
    name: 'names of addresses, and what mail hosts say of the machine',
    cap: 32_768,
    pieces: ['1-', '1.', 'a1', '203-0-113-', 'cb', '[203.0.113.5] ', '::', ' ', '1 Jan 2026 00:00:00 ', '11 '],
    read(text) {
      isGenericName(text, '203.0.113.5');
      isGenericName(text, '2001:db8::5');
      addressInEhlo({ code: 250, lines: [text] }, '192.0.2.1');
      timeInGreeting({ code: 220, lines: [text] });
    },
  },
  {
    name: 'mail hosts in DNS',
    cap: 65_536,
    pieces: ['a.example.\n', 'b\n', '.\n', '\n'],
    read(text) {
      const records = recordsOf(text).map((exchange, index) => ({
        exchange: `${index % 2 ? index : ''}${exchange}`,
        priority: priorityOf(index),
      }));
      return [isNullMx(records), inPreferenceOrder(records, () => 0.5).filter(({ name }) => isForbiddenHostName(name))];
    },
  },
  {
    name: 'names of mail hosts',
    cap: 1_024,
    pieces: ['a', 'a.', '-', '.', '1.', ['', 'a.', 'localhost']],
    read: isForbiddenHostName,
  },
  {
    name: 'services in DNS',
    cap: 16,
    pieces: ['\n'],
    read: (text) =>
      inServiceOrder(
        recordsOf(text).map((_, index) => ({ name: 'a.', port: 1, priority: 0, weight: index })),
        () => 0.5,
      ),
  },
  {
    name: 'hosted lists',
    cap: BULK_BYTES - 1,
    pieces: [
      ...inCells,
      ...inCells.map((piece) => ['note,mail\nx,a@x.com\n', piece, ''] as const),
      ['a@x.com\n', '""\n', ''],
      ['a@x.com\n', 'ﷺ,', ''],
      ['', ' ', 'a@x.com'],
      ['a@x.com', ' ', '@'],
      ['x,', '"a', '"\na@x.com'],
      ['', 'mail,', '\na@'],
      ['mail,mail\n', 'a@,', ''],
      ['a@x.com\n', '\0', ''],
    ],
    read: (text) =>
      said(async () => {
        const { lines } = await readHostedList(Buffer.from(text, text.includes('\x80') ? 'latin1' : 'utf8'));
        await drain(lines());
      }),
  },
  {
    name: 'lists of the command line',
    cap: BULK_BYTES - 1,
    pieces: inCells,
    read: (text) => said(async () => drain((await readTable(chunksOf(text), { column: 1 })).rows())),
  },
  {
    name: 'contacts',
    cap: BULK_BYTES - 1,
    pieces: inCells.map((piece) => ['email,name\n', piece, ''] as const),
    read: (text) => said(() => drain(readContacts(chunksOf(text)))),
  },
  {
    name: 'results in the page and the command line',
    cap: BULK_BYTES - 1,
    pieces: ['a,b\r\n', '"a""",', '""', ',', '\r\n', ['"', 'a', '"']],
    read: (text) =>
      said(() => {
        const counter = new ResultCounter();
        counter.add(Buffer.from(text));
        counter.end();
        return parseCsv(text);
      }),
  },
  { name: 'cells of results', cap: 4_096, pieces: ['=', '"', ',', 'a'], read: csvCell },
  {
    name: 'pages of sites',
    cap: 512 * 1_024,
    pieces: [
      '<b>',
      '<b></b>',
      '<',
      '<!--',
      '&amp;',
      '&',
      '<link rel=icon href=/a.png>',
      '<link ',
      ['<link ', 'a ', '>'],
      ['<link rel="', 'icon ', '">'],
      ['<link rel=icon sizes="', '9x9 ', '" href=/a>'],
      ['<base href="/', 'a', '"><link rel=icon href=b>'],
      ['<base href="/', 'a/', `">${'<link rel=icon href=b>'.repeat(200)}`],
      '<![CDATA[',
      '</',
      '<script>',
      ['<title>', '</t', ''],
    ],
    read: async (text) => bestFirst((await readSitePage(text, 'https://shop.com/')).icons),
  },
  {
    name: 'manifests of sites',
    cap: 64 * 1_024,
    pieces: [
      '[',
      ['{"icons":[', '{"src":"a.png","sizes":"9x9"},', '{}]}'],
      ['{"icons":[{"src":"a","sizes":"', '9x9 ', '"}]}'],
      ['{"icons":[{"src":"', 'a/../', '"}]}'],
    ],
    read: (text) => bestFirst(readManifest(text, 'https://shop.com/')),
  },
  {
    name: 'icons',
    cap: 1_024 * 1_024,
    pieces: ['\0', 'a', ['\0\0\x01\0\x20\0', '\x10\0\0\0\0\0\0\0\x28\0\0\0\x16\0\0\0', '']],
    read: (text) => pictureIn(Buffer.from(text, 'latin1')),
  },
  {
    name: 'names of sites',
    cap: 4_096,
    pieces: ['a', 'a.', '.', '/', '@', ':', 'é', 'http://', 'xn--'],
    read: siteDomain,
  },
  {
    name: 'names in addresses',
    cap: 64,
    pieces: ['a', 'a.', "a'", 'é', '1', '+', '-'],
    read: (text) => nameIn(text, () => false),
  },
  {
    name: 'forwarded headers',
    cap: 16_384,
    pieces: [
      'a',
      ',',
      '"',
      '\\"',
      '\\',
      ';',
      'for=a;',
      'for="a";',
      ' ',
      '[',
      '1.',
      ':',
      ['for="', '\\\\', '"'],
      ['for="', 'a', '"'],
    ],
    read: (text) => [
      ...['Forwarded', 'X-Forwarded-For'].map((name) => clientAddressOf('192.0.2.1', headersOf(name, text), 3)),
      ...['Forwarded', 'X-Forwarded-For'].map((name) =>
        visitorOf(new Request('https://shop.com/', { headers: headersOf(name, text) }), {}, 3),
      ),
    ],
  },
  {
    name: 'texts of the log',
    cap: 8_192,
    pieces: [
      'a',
      '@',
      '"',
      '\\"',
      '%40',
      'a@',
      '/',
      '?',
      'a.',
      '%25',
      'x://',
      '://',
      'a://?',
      '\u202e',
      ['"', '\\"', '@a.com'],
      ['x://', 'a', '@'],
    ],
    read: (text) => redact(shownText(text)),
  },
];

/** A hostile text of so many characters or a few more. */
export const fillTo = (piece: Scanner['pieces'][number], length: number): string => {
  const [head, middle, tail] = typeof piece === 'string' ? ['', piece, ''] : piece;
  return head + middle.repeat(Math.max(1, Math.floor((length - head.length - tail.length) / middle.length))) + tail;
};
