import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { readContacts, type ContactLine } from '../../../src/service/enrichment/contact-file.js';
import { importContacts, type BadLine } from '../../../src/service/enrichment/contact-import.js';
import { TableError } from '../../../src/table/index.js';

const chunksOf = (...chunks: (string | Uint8Array)[]): AsyncIterable<Uint8Array> =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const read = async (...chunks: (string | Uint8Array)[]): Promise<ContactLine[]> => {
  const lines: ContactLine[] = [];
  for await (const line of readContacts(chunksOf(...chunks))) lines.push(line);
  return lines;
};
const contactsIn = async (...chunks: (string | Uint8Array)[]) => (await read(...chunks)).map(({ contact }) => contact);
const faultIn = async (...chunks: (string | Uint8Array)[]) =>
  (await read(...chunks)).map(({ line, fault }) => `${line}: ${fault ?? 'good'}`);
const jane = { address: 'jane@shop.com', fields: { fullname: 'Jane Doe' } };

describe('a file of contacts', () => {
  it('is read with any column names, quotes, line ends and a byte order mark', async () => {
    assert.deepEqual(
      await contactsIn(
        '\ufeffE-Mail,Name,First name,LAST_NAME,photo,Company,City\r\n"jane@shop.com","Doe, ""J""",Jane,Doe,https://a.example/j.png,Shop,"Bern\nBümpliz"\r\n',
      ),
      [
        {
          address: 'jane@shop.com',
          fields: {
            fullname: 'Doe, "J"',
            firstname: 'Jane',
            lastname: 'Doe',
            photo: 'https://a.example/j.png',
            organization: 'Shop',
            City: 'Bern\nBümpliz',
          },
        },
      ],
    );
    const dotted = await contactsIn('email,Full.name\njane@shop.com,Jane Doe\n');
    assert.deepEqual(dotted, [jane], 'signs in a name do not count, as in the name of the column of addresses');
    assert.deepEqual(await contactsIn('fullname,email\nJane Doe,jane@shop.com'), [jane], 'no line end after the last');
    assert.deepEqual(
      await contactsIn('email,name,extra\n\n , ,\njane@shop.com,Jane Doe\n'),
      [jane],
      'empty cells and lines say nothing',
    );
  });

  it('has the same contacts, however its bytes arrive', async () => {
    const bytes = Buffer.from('\ufeffemail,name\r\n"jané@shop.com","Jane ""é"" Doe"\r\nmax@shop.com,Max\r\n');
    const whole = await contactsIn(bytes);
    assert.equal(whole.length, 2);
    assert.deepEqual(await contactsIn(...[...bytes].map((byte) => Uint8Array.of(byte))), whole);
  });

  const rows: readonly (readonly [what: string, line: string | Uint8Array, fault: RegExp])[] = [
    ['no address', ',Jane', /^2: its address is missing$/],
    ['what is none', 'jane,Jane', /^2: its address is invalid: the @ is missing$/],
    ['an address literal', 'jane@[192.0.2.1],Jane', /^2: its address is invalid/],
    [
      'an address that cannot be read',
      '"a,b@shop.com",Jane',
      /^2: its address is invalid: it contains a character that is not allowed$/,
    ],
    ['too long a cell', `a@shop.com,${'x'.repeat(1_001)}`, /^2: "fullname" is longer than 1000 characters$/],
    [
      'a cell that is far too long',
      `a@shop.com,${'é'.repeat(100_000)}`,
      /^2: "fullname" is longer than 1000 characters$/,
    ],
    ['control characters', 'a@shop.com,x\u0000y', /^2: "fullname" has control characters$/],
    ['a photo over plain http', 'a@shop.com,,http://a.example/x.png', /^2: its photo is not an https address$/],
    ['a photo that is a script', 'a@shop.com,,javascript:alert(1)', /^2: its photo is not an https address$/],
    [
      'a photo behind a login',
      'a@shop.com,,https://jane:secret@a.example/x.png',
      /^2: its photo is not an https address$/,
    ],
    ['text without a column', 'a@shop.com,Jane,,lost', /^2: it has text in a column without a name$/],
    ['nothing to say', 'a@shop.com,,', /^2: it says nothing of its address$/],
  ];
  for (const [what, line, fault] of rows)
    it(`leaves out a line with ${what}`, async () =>
      assert.match((await faultIn('email,name,photo\n', line, '\n'))[0] ?? '', fault));

  it('leaves out a contact whose fields are too large together', async () => {
    const columns = Array.from({ length: 49 }, (_, index) => `c${index}`);
    assert.match(
      (await faultIn(`email,${columns.join()}\na@shop.com,${columns.map(() => 'x'.repeat(200)).join()}\n`))[0] ?? '',
      /^2: it has more than 8000 characters in all$/,
    );
  });

  it('counts lines as an editor does', async () => {
    assert.deepEqual(await faultIn('email,name\r\n\r\na@shop.com,"x\r\ny\r\nz"\r\nbad,x\r\n\r\n"a@shop.com\n",x\r\n'), [
      '3: good',
      '6: its address is invalid: the @ is missing',
      '8: good',
    ]);
  });

  it('has photos at addresses that stay within an attribute of a page', async () => {
    const [contact] = await contactsIn(`email,photo\na@shop.com,"https://a.example/""'><script>\n?'ü"\n`);
    assert.equal(contact?.fields['photo'], 'https://a.example/%22%27%3E%3Cscript%3E?%27%C3%BC');
  });

  it('may have fields of any name', async () => {
    const [contact] = await contactsIn('email,constructor,toString,Стол\na@shop.com,x,y,z\n');
    assert.deepEqual(Object.entries(contact?.fields ?? {}), [
      ['constructor', 'x'],
      ['toString', 'y'],
      ['Стол', 'z'],
    ]);
  });

  const headers: readonly (readonly [what: string, header: string | Uint8Array, code: string, words: RegExp])[] = [
    ['nothing at all', '', 'empty', /no line with an address/],
    ['blank lines alone', '\n \n', 'empty', /no line with an address/],
    ['no address', 'mail,name\n', 'empty', /no line with an address/],
    ['one column twice', 'email,name,Full-Name\n', 'bad-header', /two columns are "fullname"/],
    ['a name of ours', 'email,Inferred\n', 'bad-header', /"Inferred" is a name of our own/],
    ["a program's name", 'email,__proto__\n', 'bad-header', /"__proto__" is a name of our own/],
    ['too long a name', `email,${'x'.repeat(65)}\n`, 'bad-header', /longer than 64 characters/],
    ['a name that moves the cursor', 'email,\u001b[2J\n', 'bad-header', /cannot be seen/],
    ['too many columns', `email${',x'.repeat(50)}\n`, 'bad-header', /more than 50 columns/],
    [
      'an open quote',
      'email,name\na@shop.com,"x\nb@shop.com,y\n',
      'unclosed-quote',
      /The quote in line 2 of the file is never closed/,
    ],
  ];
  for (const [what, header, code, words] of headers)
    it(`cannot be read with ${what}`, () =>
      assert.rejects(
        read(header),
        (error) => error instanceof TableError && error.code === code && words.test(error.message),
      ));
});

describe('an import of contacts', () => {
  const take = async (chunks: AsyncIterable<Uint8Array>, fails: (batch: number) => boolean = () => false) => {
    const batches: number[] = [];
    const bad: BadLine[] = [];
    const shares: number[] = [];
    const done = importContacts(chunks, {
      keep: (contacts) => {
        batches.push(contacts.length);
        return fails(batches.length) ? Promise.reject(new Error('disk full')) : Promise.resolve();
      },
      onBadLine: (line) => bad.push(line),
      onBatch: ({ read }) => shares.push(read),
    });
    return { outcome: await done.catch((error: unknown) => error), batches, bad, shares };
  };
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `p${index}@shop.com,P${index}\n`).join('');

  it('keeps a thousand at a time', async () => {
    const { outcome, batches, bad, shares } = await take(chunksOf('email,name\n', lines(2_001), 'bad,x\n'));
    assert.deepEqual(
      [batches, bad],
      [[1_000, 1_000, 1], [{ line: 2_003, fault: 'its address is invalid: the @ is missing' }]],
    );
    const size = Buffer.byteLength(`email,name\n${lines(2_001)}bad,x\n`);
    assert.deepEqual(outcome, { imported: 2_001, bad: 1, read: size });
    assert.ok(shares.every((share, index) => share > (shares[index - 1] ?? 0)) && shares.at(-1) === size);
  });

  it('keeps the lines before an unclosed quote, and reports its line', async () => {
    const { outcome, batches } = await take(chunksOf('email,name\n', lines(3), 'x@shop.com,"open\n', lines(5_000)));
    assert.deepEqual(batches, [3]);
    assert.match(String(outcome), /The quote in line 5 of the file is never closed/);
  });

  it('ends with the first batch that cannot be stored', async () => {
    const { outcome, batches } = await take(chunksOf('email,name\n', lines(3_500)), (batch) => batch === 2);
    assert.match(String(outcome), /disk full/);
    assert.deepEqual(batches, [1_000, 1_000]);
  });

  it('is read no further than its maximum size', async () => {
    let given = 0;
    const endless = (async function* () {
      for (;;) yield await Promise.resolve(Buffer.from(given++ === 0 ? 'email,name\n' : 'a@shop.com,A\n'));
    })();
    await assert.rejects(async () => {
      for await (const { contact } of readContacts(endless, { mostBytes: 1_000 })) assert.ok(contact);
    }, /The file has more than 1000 bytes: split it/);
    assert.equal(given, 78);
  });
});
