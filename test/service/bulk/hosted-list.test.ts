import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ListError, readHostedList, type ListErrorCode } from '../../../src/service/bulk/index.js';
import { BULK_ADDRESSES } from '../../../src/wire/index.js';

const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text);

/** Each line as `number: text`. */
const read = async (list: string | Buffer, type = ''): Promise<string[]> => {
  const { count, lines } = await readHostedList(bytesOf(list), type);
  const read: string[] = [];
  for await (const { text, line } of lines()) read.push(`${line}: ${text}`);
  assert.equal(count, read.length);
  return read;
};
const textsOf = async (list: string | Buffer): Promise<string[]> =>
  (await read(list)).map((each) => each.replace(/^\d+: /, ''));

const one = 'a@x.com';
const two = 'b@x.com';
const three = 'c@x.com';
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const big = (text: string) => utf16(text).swap16();

type Rows = readonly (readonly [name: string, list: string | Buffer, texts: readonly string[]])[];

const check = (rows: Rows) => {
  for (const [name, list, texts] of rows) it(name, async () => assert.deepEqual(await textsOf(list), texts));
};

describe('the lines of a hosted list', () => {
  check([
    ['end with LF', `${one}\n${two}\n`, [one, two]],
    ['end with CR LF', `${one}\r\n${two}\r\n`, [one, two]],
    ['end with CR', `${one}\r${two}\r`, [one, two]],
    ['end with all of them', `${one}\r\n${two}\n\r${three}\r\r\n${one}\n\r\n`, [one, two, three, one]],
    ['end with the list', `${one}\n${two}`, [one, two]],
    [
      'lose blanks, and are left out if there is nothing else',
      ` ${one}\t\n \n\t\n\u00a0${two}\u00a0\n\u3000\n\ufeff\n`,
      [one, two],
    ],
    [
      'lose commas at their ends, and are left out if there is nothing else',
      `${one},,\n,,,\n${two},\n"",""\n`,
      [one, two],
    ],
    [
      'lose semicolons at their ends too, whatever parts the cells',
      `${one};\n${two} ; \n${three}\n${three}\n"a;b"@x.com;\n`,
      [one, two, three, three, '"a;b"@x.com'],
    ],
    ['lose the quotes before a semicolon too', `${one}\n"a@";\n"b""@";\n`, [one, 'a@', 'b"@']],
    ['are kept if they are not addresses', `${one}\nnobody\n@\n#?!\n${one}\n`, [one, 'nobody', '@', '#?!', one]],
    ['are kept if they are repeated', `${one}\n${one}\n`, [one, one]],
    ['may be a single one', one, [one]],
    ['may be several in a line', `${one}; Jane <${two}>; ${three};\n`, [one, two, three]],
    ['may be compressed', gzipSync(`${one}\n${two}\n`), [one, two]],
    ['lose quotes around them', `"${one}"\r\n"b""c@x.com"\r\n ' ${two}'\n`, [one, 'b"c@x.com', `' ${two}'`]],
    [
      'keep the quotes of a local part',
      `"a,b"@x.com\n"a b"@x.com,\n"""a b""@x.com"\n`,
      ['"a,b"@x.com', '"a b"@x.com', '"a b"@x.com'],
    ],
    ['may stand in one cell, a line each', `"${one}\n${two}\n${three}"\n${one}\n`, [one, two, three, one]],
    ['lose a quote that is never closed', `${one}\n"${two}`, [one, two]],
    [
      'give the address in angle brackets',
      `Jane Doe <${one}>\n"Doe, Jane" <${two}>\nDoe, Jane <${three}>\n<${one}>\n"Jane <${two}>"\n< ${three} >,x\n`,
      [one, two, three, one, two, three],
    ],
    ['keep angle brackets that are no address', `<>\nJane <x>\n${one}> x\n`, ['<>', 'Jane <x>', `${one}> x`]],
    [
      'are kept whole if a comma is within an address',
      `${one}\njane,doe@x.com\n,${two}\n`,
      [one, 'jane,doe@x.com', two],
    ],
    ['have U+FFFD for NUL', `a\0@x.com\n\0\n${one}\n`, ['a\ufffd@x.com', one]],
    ['lose what a file is filled up with', `${one}\n${two}\x1a\0\0\0\0`, [one, two]],
  ]);

  it('have the number of their line in the file', async () => {
    assert.deepEqual(await read(`\ufeffE-Mail\r\n\r\n${one}\r\n\n${two}\r${three}`), [
      `3: ${one}`,
      `5: ${two}`,
      `6: ${three}`,
    ]);
    assert.deepEqual(await read(`note,mail\n"x\r\ny\rz",${one}\n,${two}`), [`2: ${one}`, `5: ${two}`]);
  });

  it('are cut if they are endless, never within a character', async () => {
    const texts = await textsOf(
      `${'x'.repeat(1_000_000)}\n${' '.repeat(1_000_000)}${one}${' '.repeat(1_000_000)}\n${'"x",'.repeat(1_000_000)}\n${'ä'.repeat(5_000)}\n€${'€'.repeat(5_000)}\n${two}`,
    );
    assert.deepEqual(
      texts.map(({ length }) => length),
      [4_096, one.length, 1, 2_048, 1_365, two.length],
    );
    assert.match(texts[4] ?? '', /^€+$/);
  });

  it('include the text that was given, if it differs from the address', async () => {
    const { column, lines } = await readHostedList(Buffer.from(`Mail\nJane <${one}>\n${two}\n`));
    const read = [];
    for await (const line of lines()) read.push(line);
    assert.deepEqual(
      [column, read],
      [
        'Mail',
        [
          { text: one, original: `Jane <${one}>`, line: 2 },
          { text: two, line: 3 },
        ],
      ],
    );
  });

  it('can be read again, and side by side', async () => {
    const { lines } = await readHostedList(Buffer.from(`${one}\n${two}\n`));
    const [first, second] = [lines(), lines()];
    assert.deepEqual(
      [(await first.next()).value, (await second.next()).value, (await first.next()).value],
      [
        { text: one, line: 1 },
        { text: one, line: 1 },
        { text: two, line: 2 },
      ],
    );
  });
});

describe('the encoding of a hosted list', () => {
  const words = `jane@bäckerei.de\nmüller@x.com\n`;
  const lines = ['jane@bäckerei.de', 'müller@x.com'];
  check([
    ['may be UTF-8', words, lines],
    ['may be UTF-8 with a mark', `\ufeff${words}`, lines],
    ['may be Windows-1252', latin1(words), lines],
    ['may be Windows-1252 with what ISO 8859-1 has not', Buffer.from([0x80, 0x40, 0x78, 0x0a]), ['€@x']],
    ['may be both', Buffer.concat([Buffer.from('jane@bäckerei.de\n'), latin1('müller@x.com\n')]), lines],
    ['may be UTF-16 with a mark', utf16(`\ufeff${words}`), lines],
    ['may be UTF-16 with a mark, the other way round', big(`\ufeff${words}`), lines],
    ['may be UTF-16 without a mark', utf16(words), lines],
    ['may be UTF-16 without a mark, the other way round', big(words), lines],
    ['may be UTF-16 that is cut', utf16(`\ufeff${one}\n${two}`).subarray(0, -1), [one, 'b@x.co\ufffd']],
    ['may be UTF-16 as Excel has it', utf16(`\ufeffName\tE-Mail\r\nJané\t${one}\r\n`), [one]],
    [
      'may be UTF-16 with half a character',
      Buffer.concat([utf16(`\ufeff${one}\n`), Buffer.from([0, 0xd8]), utf16(`\n${two}`)]),
      [one, '\ufffd', two],
    ],
  ]);
});

describe('the columns of a hosted list', () => {
  check([
    ['begin with the addresses', `${one},Jane\n${two},Joe\n`, [one, two]],
    ['are separated by semicolons', `${one};Jane, Joe\n${two};x\n`, [one, two]],
    ['are separated by tabs', `${one}\tJane, Joe\n${two}\tx;y\n`, [one, two]],
    ['are separated by semicolons, with commas in cells', `Doe, Jane;${one}\nDoe, Joe;${two}\n`, [one, two]],
    ['are separated as the first line says', `sep=|\r\nx|${one}\r\ny|${two}\r\n`, [one, two]],
    [
      'have the addresses in the column with a known name',
      `Name,Alt,E-Mail-Adresse\nJane,${three},${one}\nJoe,,${two}\nJim,${three},\n`,
      [one, two],
    ],
    [
      'have the addresses where the header seems to say',
      `Name;Web;Private E-mail 1\nJane;x@y;${one}\nJoe;;${two}\n`,
      [one, two],
    ],
    [
      'have the addresses elsewhere than the header says if it has none',
      `Mail,Contact\nyes,${one}\nno,${two}\n`,
      [one, two],
    ],
    ['have the addresses in the only one with them', `1,Jane,${one}\n2,Joe,${two}\n`, [one, two]],
    ['have the addresses in the first one that has any', `x,${three}\n${one},\n`, [`x,${three}`, one]],
    ['have line ends and delimiters in quotes', `note,mail\n"a,b\n""c"", d",${one}\nx,${two}\n`, [one, two]],
    ['have a quote within', `note,mail\n5" wide,${one}\n"5" wide,${two}\n`, [one, two]],
    [
      'may have another address in the only record, if the header says which counts',
      `alt,email\n${two},${one}\n`,
      [one],
    ],
    ['may be few in some records', `name,mail\nJane,${one}\nJoe\nJim,${two},x,y\n`, [one, two]],
  ]);

  it('fail with the line of a quote that is never closed', async () => {
    for (const [list, line] of [
      [`note,mail\nx,${one}\n"y,${two}\nz,${three}\n`, 3],
      [`mail,note\n${one},"x\n${two},"y"\n`, 2],
      [`mail,note\n${one},x\n${two},"${'y\n'.repeat(100_000)}"\n`, 3],
    ] as const)
      await assert.rejects(
        read(list),
        (error) =>
          error instanceof ListError && error.code === 'unclosed-quote' && error.message.includes(`line ${line} `),
      );
  });

  it('may be a million', async () =>
    assert.deepEqual(await textsOf(`${one}${','.repeat(1_000_000)}\n${','.repeat(1_000_000)}${two}\n`), [one, two]));
});

describe('the header of a hosted list', () => {
  const headers = [
    'email',
    'E-Mail',
    'EMAIL',
    'e-mail',
    ' mail ',
    'Address',
    'E-Mail-Adresse',
    '"Email Address"',
    'E-mail 1 - Value',
    'Courriel',
    'correo electrónico',
    'Adresse électronique',
    'Mél',
    'Subscribers May',
    'Kontakte',
    '\ufeffEmail',
    'email,name',
    'user',
  ];
  check(headers.map((header) => [`may be ${header}`, `${header}\n${one}\n${two}`, [one, two]] as const));
  check([
    ['is not recognised in an address', `${one}\n${two}\n`, [one, two]],
    [
      'is not recognised in a text that may be an address without its @',
      `janegmail.com\n${one}\n`,
      ['janegmail.com', one],
    ],
    [
      'is not recognised in a text that is no known name, if the second line has no @',
      `jane\njoe\n${one}\n`,
      ['jane', 'joe', one],
    ],
    ['may stand after empty lines', `\n\nemail\n${one}\n`, [one]],
    ['may be of Windows-1252', latin1(`Empfänger\n${one}\n`), [one]],
  ]);
});

describe('a file that is not a list', () => {
  const page = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>';
  const workbook = Buffer.concat([
    latin1('PK\x03\x04\x14\0\x06\0'),
    Buffer.alloc(20),
    Buffer.from('[Content_Types].xml xl/worksheets/sheet1.xml'),
  ]);
  const rows: readonly (readonly [
    name: string,
    list: string | Buffer,
    code: ListErrorCode,
    words: RegExp,
    type?: string,
  ])[] = [
    ['nothing', '', 'empty', /no line with an address/],
    ['blanks', ' \r\n\t\n,,,\n', 'empty', /no line with an address/],
    ['a mark alone', '\ufeff', 'empty', /no line with an address/],
    ['a header alone', 'Name,E-Mail\r\n', 'empty', /no line with an address/],
    ['NULs alone', '\0'.repeat(100), 'empty', /no line with an address/],
    ['words without an address', 'nothing here\nnor here\n', 'empty', /no line with an address/],
    ['a page', page, 'web-page', /share link or a sign-in form/],
    ['a page after a mark and blanks', `\ufeff\r\n  ${page}`, 'web-page', /share link/],
    ['a page in UTF-16', utf16(`\ufeff${page}`), 'web-page', /share link/],
    ['a part of a page', '<div class="error">Not found</div>', 'web-page', /share link/],
    ['a page that says so', '<?php echo 1 ?>', 'web-page', /share link/, 'text/html'],
    [
      'an error of a store',
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
      'web-page',
      /share link/,
      'application/xml',
    ],
    ['JSON', '{"error":"not found"}', 'not-a-list', /JSON/],
    ['a list in JSON', `["${one}"]`, 'not-a-list', /JSON/],
    ['a workbook', workbook, 'not-a-list', /XLSX.*save the list as CSV/],
    ['an archive', latin1('PK\x03\x04\x14\0may.csv'), 'not-a-list', /ZIP.*save the list as CSV/],
    ['an old workbook', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0'), 'not-a-list', /XLS/],
    ['a PDF', latin1('%PDF-1.7\n%\xe2\xe3'), 'not-a-list', /PDF/],
    ['half a compressed file', gzipSync(`${one}\n`).subarray(0, 20), 'compression', /gzip/],
    ['a picture', latin1('\x89PNG\r\n\x1a\n'), 'not-a-list', /picture/],
    ['bytes', Buffer.from(Array.from({ length: 1_000 }, (_, at) => (at * 7) % 256)), 'not-a-list', /not text/],
    [
      'UTF-32',
      Buffer.concat(
        [...`\ufeff${one}`].map((each) => Buffer.from([each.charCodeAt(0) & 255, each.charCodeAt(0) >> 8, 0, 0])),
      ),
      'encoding',
      /UTF-8/,
    ],
  ];
  for (const [name, list, code, words, type] of rows) {
    it(`may be ${name}: ${code}`, () =>
      assert.rejects(read(list, type), (error) => {
        assert.ok(error instanceof ListError);
        assert.equal(error.code, code);
        assert.match(error.message, words);
        return true;
      }));
  }

  it('is not recognised by its media type alone, or by an address in angle brackets', async () => {
    assert.deepEqual(await read(`${one}\n`, 'text/html'), [`1: ${one}`]);
    assert.deepEqual(await read(`<${one}>\n`, 'text/html'), [`1: ${one}`]);
  });
});

it('unknown column names may contain marks if there are several', async () => {
  const list = await readHostedList(Buffer.from('Nr.;Adr.\n1;jane@shop.example\n'));
  assert.equal(list.column, 'Adr.');
  assert.deepEqual(await read('Nr.;Adr.\n1;jane@shop.example\n'), ['2: jane@shop.example']);
});

it('a quoted address with both delimiters decides the delimiter of a list of one line', async () => {
  assert.deepEqual(await read('"a,b;c"@shop.example;"0";é\r\n \r\n'), ['1: "a,b;c"@shop.example']);
});

describe('the number of addresses', () => {
  it('is limited, with the advice to split the list', async () => {
    const { count } = await readHostedList(Buffer.from(`email\n${`${one}\n\n`.repeat(BULK_ADDRESSES)}`));
    assert.equal(count, BULK_ADDRESSES);
    await assert.rejects(readHostedList(Buffer.from(`${one}\n`.repeat(BULK_ADDRESSES * 2 + 1))), {
      name: 'ListError',
      code: 'too-many',
      message: /has 400001 addresses.*200000.*split it into 3 lists/,
    });
  });

  it('is not counted beyond five times the bound', () =>
    assert.rejects(readHostedList(Buffer.from('a@b.co\n'.repeat(BULK_ADDRESSES * 7))), {
      message: /has more than 1000000 addresses.*split it into 5 lists or more/,
    }));

  it('is counted without blocking other work', async () => {
    let [turns, longest, last] = [0, 0, performance.now()];
    const timer = setInterval(() => {
      turns += 1;
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    await readHostedList(Buffer.from(`${'x'.repeat(80)}@x.com,Jane Doe\n`.repeat(BULK_ADDRESSES)));
    clearInterval(timer);
    assert.ok(turns > 50, `${turns} turns, ${longest} ms`);
  });
});
