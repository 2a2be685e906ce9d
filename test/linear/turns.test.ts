import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ListError, readHostedList } from '../../src/service/bulk/index.js';
import { readContacts } from '../../src/service/enrichment/contact-file.js';
import { readSitePage } from '../../src/service/logo/site-page.js';
import { readTable } from '../../src/table/index.js';
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

describe('other work runs while reading', () => {
  const lists: readonly (readonly [name: string, piece: Scanner['pieces'][number], times: number])[] = [
    // It is counted, and read.
    ['a list of empty cells with one address', ['a@x.com\n', '""\n', ''], 2],
    ['a list whose only line has only commas after its address', ['a@x.com', ',', ''], 2],
    ['a list of one endless text', ['@', 'x', ''], 2],
    // Others have more turns than pieces: the line is looked at when its end is found.
    ['a list whose only line has a cell with an @ everywhere', ['a@x.com', `,@${'x'.repeat(30)}`, ''], 4],
    ['a list of one address before endless blanks', ['a@x.com', ' ', 'x'], 2],
    ['a list of one address behind endless blanks', ['', ' ', 'a@x.com'], 2],
    ['a list of empty lines', ['a@x.com', '\n', 'b@x.com'], 2],
    ['a list that is filled up with NULs', ['a@x.com\n', '\0', ''], 1],
  ];
  for (const [name, piece, times] of lists)
    it(name, async () => {
      const bytes = Buffer.from(fillTo(piece, SIZE));
      const turns = await turnsDuring(() => readWhole(bytes));
      assert.ok(turns >= times * LEAST, `${turns} turns`);
    });

  it('a list without a valid address', async () => {
    const bytes = Buffer.from(fillTo('""\n', SIZE));
    const turns = await turnsDuring(() => assert.rejects(readWhole(bytes), ListError));
    assert.ok(turns >= LEAST, `${turns} turns`);
  });

  for (const [name, read] of [
    [
      'addresses in one chunk',
      async (bytes: Buffer) =>
        drain((await readTable(oneChunk(bytes), { column: 1, pause: () => turn(undefined) })).rows()),
    ],
    ['contacts in one chunk', (bytes: Buffer) => drain(readContacts(oneChunk(bytes)))],
  ] as const)
    it(name, async () => {
      const bytes = Buffer.from(fillTo(['email,name\n', '"",\n', 'a@x.com,b\n'], SIZE));
      const turns = await turnsDuring(() => read(bytes));
      assert.ok(turns >= LEAST, `${turns} turns`);
    });

  it('the page of a site', async () => {
    const page = fillTo('<b></b>', 512 * 1_024);
    const turns = await turnsDuring(() => readSitePage(page, 'https://shop.com/'));
    assert.ok(turns >= page.length / 8_192, `${turns} turns`);
  });
});
