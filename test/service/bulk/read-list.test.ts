import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BAD_BYTES, ListError, readList, type ReadListOptions } from '../../../src/service/bulk/index.js';

const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text);

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

const read = async (list: string | Buffer, options: ReadListOptions = {}, size = 65_536): Promise<string[]> => {
  const texts: string[] = [];
  for await (const { text } of readList(inPieces(bytesOf(list), size), options)) texts.push(text);
  return texts;
};

/** Whatever the pieces are that the bytes arrive in. */
const reads = async (list: string | Buffer, texts: readonly string[], options: ReadListOptions = {}) => {
  for (const size of [65_536, 7, 1]) assert.deepEqual(await read(list, options, size), texts, `in pieces of ${size}`);
};

const one = 'a@x.com';
const two = 'b@x.com';
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('a list with an address a line', () => {
  const rows: readonly (readonly [name: string, list: string | Buffer, texts: readonly string[]])[] = [
    ['ends its lines with LF', `${one}\n${two}\n`, [one, two]],
    ['ends its lines with CR LF', `${one}\r\n${two}\r\n`, [one, two]],
    ['may lack the last line end', `${one}\n${two}`, [one, two]],
    ['loses its byte order mark', `\ufeff${one}\n`, [one]],
    ['loses empty lines and blanks around addresses', `\n \t\n${one} \r\n\r\n\t ${two}\n\n`, [one, two]],
    ['may be empty', '', []],
    ['may hold nothing but a byte order mark', '\ufeff', []],
    ['may begin like a byte order mark and be none', Buffer.from([0xef, 0xbb]), [BAD_BYTES]],
    ['keeps quotes and commas as they are', '"a,b"@x.com\n', ['"a,b"@x.com']],
    ['keeps what is not ASCII', 'jane@bäckerei.de\n', ['jane@bäckerei.de']],
    ['marks bytes that are not UTF-8', latin1(`j\xe4ne@x.com\n${one}\n`), [`j${BAD_BYTES}ne@x.com`, one]],
    ['marks surrogates in UTF-8 too', Buffer.from([0xed, 0xa0, 0x80, 0x0a]), [BAD_BYTES.repeat(3)]],
    ['keeps NUL bytes', `a\0@x.com\n\0\n`, ['a\0@x.com', '\0']],
    ['keeps a CR within a line', `${one}\r${two}\n`, [`${one}\r${two}`]],
  ];
  for (const [name, list, texts] of rows) it(name, () => reads(list, texts));

  it('is cut where a line is endless, and goes on after it', async () => {
    const texts = await read(
      `${'x'.repeat(1_000_000)}\n${one}${' '.repeat(1_000_000)}\n${' '.repeat(1_000_000)}${one}\n${two}\n`,
    );
    assert.deepEqual(
      texts.map(({ length }) => length),
      [4_096, 4_096, 4_096, two.length],
    );
    assert.equal(texts.at(-1), two);
  });

  it('tells where a line ends', async () => {
    const ends: number[] = [];
    for await (const { end } of readList(inPieces(Buffer.from(`${one}\n\n${two}`), 5))) ends.push(end);
    assert.deepEqual(ends, [8, 16]);
  });
});

describe("a CSV's column", () => {
  const header = 'Name,Email,Note\r\n';
  const rows: readonly (readonly [
    name: string,
    list: string | Buffer,
    column: string | number,
    texts: readonly string[],
  ])[] = [
    ['is found by its name', `${header}Jane,${one},\r\nJoe,${two},x\r\n`, 'Email', [one, two]],
    ['is found by its name in another case, after a byte order mark', `\ufeffEMAIL,x\n${one},\n`, 'email', [one]],
    ['is rather the one of the very name', `email,Email\n${one},${two}\n`, 'Email', [two]],
    ['is found by its number, the first line being data', `${one},x\n${two},y\n`, 1, [one, two]],
    ['may be quoted', `"na,me","e""mail"\n"x\ny","""a b""@x.com"\n`, 'e"mail', ['"a b"@x.com']],
    ['may be quoted with blanks around', `x, "${one}" ,y\n`, 2, [one]],
    ['may be the last one', `x,${one}\r\ny,"${two}"\r\n`, 2, [one, two]],
    ['is empty where it is missing or has nothing', `x\nx,\nx,${one}\n`, 2, ['', '', one]],
    ['has no value in an empty line', `\n\r\n  \n${one}\n`, 1, [one]],
    ['keeps a quote that is amid a text', `a"b@x.com,"c"d"e\nf"g,x\n`, 1, ['a"b@x.com', 'f"g']],
    ['keeps what stands after a closing quote', `"a"b"c,x\n${one},y\n`, 1, ['ab"c', one]],
    ['marks bytes that are not UTF-8', latin1(`x,j\xe4ne@x.com\n\xe4,${one}\n`), 2, [`j${BAD_BYTES}ne@x.com`, one]],
    ['may be of an empty file', '', 'email', []],
    ['may have no lines', 'email\n', 'email', []],
  ];
  for (const [name, list, column, texts] of rows) it(name, () => reads(list, texts, { column }));

  it('is cut where a cell is endless', async () => {
    const texts = await read(`x,"${'y\n'.repeat(500_000)}"\nx,${one}\n`, { column: 2 });
    assert.deepEqual(
      texts.map(({ length }) => length),
      [4_096, one.length],
    );
  });

  it('says what columns there are where the name is none of them', async () => {
    await assert.rejects(read(`${header}x,y,z\n`, { column: 'mail' }), (error) => {
      assert.ok(error instanceof ListError && error.code === 'no-column');
      assert.match(error.message, /no column "mail"\. What it has, .*: Name, Email, Note\.$/);
      return true;
    });
    await assert.rejects(
      read(`${'\u001b[31mx,'.repeat(5_000)}\n`, { column: 'mail' }),
      ({ message }: Error) => message.length < 400 && !message.includes('\u001b'),
    );
  });

  it('says where the quote is that swallows the rest, after what was before', async () => {
    const texts: string[] = [];
    const reading = async () => {
      for await (const { text } of readList(inPieces(Buffer.from(`x,y\n${one},x\n"${two},x\nc@x.com,x\n`), 9), {
        column: 'x',
      }))
        texts.push(text);
    };
    await assert.rejects(
      reading,
      (error) => error instanceof ListError && error.code === 'unclosed-quote' && error.message.includes('line 3'),
    );
    assert.deepEqual(texts, [one, `${two},x\nc@x.com,x\n`]);
  });
});
