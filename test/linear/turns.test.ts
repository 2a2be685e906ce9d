import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ListError, readHostedList, readList } from '../../src/service/bulk/index.js';
import { readContacts } from '../../src/service/enrichment/contact-file.js';
import { readSitePage } from '../../src/service/logo/site-page.js';
import { fillTo, type Scanner } from './scanners.js';
import { turnsDuring } from './turns.js';

const SIZE = 4_000_000;
/** At least so often others have their turn, each time after as many bytes. */
const LEAST = SIZE / 16_384 - 1;

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  const each = items[Symbol.asyncIterator]();
  while (!(await each.next()).done);
}

/** All at once, as a store or a test may hand it over. */
async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes);
}

const readWhole = async (bytes: Buffer): Promise<void> => {
  const { lines } = await readHostedList(bytes);
  await drain(lines());
};

describe('others have their turn while there is read', () => {
  const lists: readonly (readonly [name: string, piece: Scanner['pieces'][number], times: number])[] = [
    // It is counted, looked at for more addresses in one line, and read.
    ['a list of empty cells with one address', ['a@x.com\n', '""\n', ''], 3],
    ['a list whose only line has only commas after its address', ['a@x.com', ',', ''], 3],
    ['a list of one endless text', 'x', 3],
    ['a list of one address before endless blanks', ['a@x.com', ' ', 'x'], 3],
    ['a list of one address behind endless blanks', ['', ' ', 'a@x.com'], 3],
    ['a list of empty lines', ['a@x.com', '\n', 'b@x.com'], 2],
    ['a list that is filled up with NULs', ['a@x.com\n', '\0', ''], 1],
  ];
  for (const [name, piece, times] of lists)
    it(name, async () => {
      const bytes = Buffer.from(fillTo(piece, SIZE));
      const turns = await turnsDuring(() => readWhole(bytes));
      assert.ok(turns >= times * LEAST, `${turns} turns`);
    });

  it('a list that comes to nothing', async () => {
    const bytes = Buffer.from(fillTo('""\n', SIZE));
    const turns = await turnsDuring(() => assert.rejects(readWhole(bytes), ListError));
    assert.ok(turns >= LEAST, `${turns} turns`);
  });

  it('the start of a list whose layout is looked for', async () => {
    const bytes = Buffer.from(fillTo(['a@x.com,', 'b,', ''], SIZE));
    const turns = await turnsDuring(() => readWhole(bytes));
    // A megabyte, for each of three marks that may part the cells.
    assert.ok(turns >= 3 * LEAST + 3 * 60, `${turns} turns`);
  });

  for (const [name, read] of [
    ['addresses in one chunk', (bytes: Buffer) => drain(readList(oneChunk(bytes), { column: 1 }))],
    ['contacts in one chunk', (bytes: Buffer) => drain(readContacts(oneChunk(bytes)))],
  ] as const)
    it(name, async () => {
      const bytes = Buffer.from(fillTo(['email,name\n', '"",\n', ''], SIZE));
      const turns = await turnsDuring(() => read(bytes));
      assert.ok(turns >= LEAST, `${turns} turns`);
    });

  it('the page of a site', async () => {
    const page = fillTo('<b></b>', 512 * 1_024);
    const turns = await turnsDuring(() => readSitePage(page, 'https://shop.com/'));
    assert.ok(turns >= page.length / 8_192, `${turns} turns`);
  });
});
