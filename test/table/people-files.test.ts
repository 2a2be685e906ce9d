import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTable, TableError } from '../../src/table/index.js';
import { collected, heldBack, mia, tom, type PeopleFile } from './people-files.js';

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

/** What is read of a file whose bytes arrive in chunks of a size. */
const read = async ({ bytes }: Pick<PeopleFile, 'bytes'>, size: number, options = {}) => {
  const { layout, rows } = await readTable(inChunks(bytes, size), options);
  const read: string[] = [];
  for await (const { address } of rows()) read.push(address);
  return { column: layout.name, rows: read };
};

describe('a file as people have it', () => {
  for (const { name, bytes, column, rows, refused } of [...collected, ...heldBack])
    it(`${refused ? 'is refused' : 'is read'}, however its bytes arrive: ${name}`, async () => {
      for (const size of [1_000_000, 7, 1])
        if (refused)
          await assert.rejects(read({ bytes }, size), (error) => error instanceof TableError && error.code === refused);
        else assert.deepEqual(await read({ bytes }, size), { column, rows }, `chunks of ${size}`);
    });
});

describe('a column that was asked for', () => {
  const bytes = Buffer.from(`Title;;\nName;Email;Old\nBerg, Mia;${mia};${tom}\n`);

  for (const [column, name, rows] of [
    ['Old', 'Old', [tom]],
    [' OLD ', 'Old', [tom]],
    ['e-mail', 'Email', [mia]],
    [3, 'Old', [tom]],
  ] as const)
    it(`is read by ${JSON.stringify(column)}`, async () =>
      assert.deepEqual(await read({ bytes }, 1_000, { column }), { column: name, rows }));

  for (const column of ['Address', 4])
    it(`is reported as missing: ${column}`, () =>
      assert.rejects(
        read({ bytes }, 1_000, { column }),
        (error) => error instanceof TableError && error.code === 'no-column' && error.message.includes(`"${column}"`),
      ));
});

describe('a reader of files', () => {
  it('lets other work run after every 16 kB', async () => {
    let turns = 0;
    const bytes = Buffer.from(`${mia}\n`.repeat(20_000));
    const pause = () => Promise.resolve(void (turns += 1));
    assert.equal((await read({ bytes }, 1_000_000, { pause })).rows.length, 20_000);
    assert.ok(turns >= bytes.length / 16_384, String(turns));
  });

  it('decides from the bytes of a pipe so far when no more are waited for', async () => {
    let close: () => void = () => undefined;
    const chunks = (async function* () {
      yield Buffer.from(`Name,Email\nMia,${mia}\nTom,`);
      await new Promise<void>((resolve) => (close = resolve));
      yield Buffer.from(`${tom}\n`);
    })();
    const { layout, rows } = await readTable(chunks, { stopWaiting: () => Promise.resolve() });
    assert.equal(layout.name, 'Email');
    const reading = rows();
    assert.equal((await reading.next()).value?.address, mia);
    const next = reading.next();
    close();
    assert.equal((await next).value?.address, tom);
  });

  it('closes the source of a file that it refuses', async () => {
    let close: () => void = () => undefined;
    const isClosed = new Promise<void>((resolve) => (close = resolve));
    const chunks = (async function* () {
      try {
        yield await Promise.resolve(Buffer.from('<!doctype html>'));
        for (;;) yield await Promise.resolve(Buffer.alloc(65_536, ' '));
      } finally {
        close();
      }
    })();
    await assert.rejects(readTable(chunks), TableError);
    await isClosed;
  });

  it('finds a column among a thousand of the same name', async () => {
    const header = 'Email,'.repeat(1_000);
    const bytes = Buffer.from(`${header}\n${',a@x.com'.repeat(999)}\n${','.repeat(700)}b@x.com\n`);
    assert.deepEqual(await read({ bytes }, 100_000), { column: 'Email', rows: ['a@x.com', 'b@x.com'] });
  });

  it('refuses more bytes than it may read, also if they are packed', async () => {
    const { gzipSync } = await import('node:zlib');
    const bytes = gzipSync(`${mia}\n`.repeat(100_000));
    await assert.rejects(
      read({ bytes }, 1_000, { mostBytes: 100_000 }),
      (error) => error instanceof TableError && error.code === 'too-large',
    );
  });

  for (const [what, sent] of [
    ['in the middle of packed bytes', (packed: Buffer) => packed.subarray(0, packed.length / 2)],
    ['at their end', (packed: Buffer) => packed],
  ] as const)
    it(`fails as its source does if that breaks off ${what}`, async () => {
      const { gzipSync } = await import('node:zlib');
      const reset = new Error('The connection was reset.');
      const chunks = (async function* () {
        yield await Promise.resolve(sent(gzipSync(`${mia}\n`.repeat(10))));
        throw reset;
      })();
      await assert.rejects(
        async () => {
          const { rows } = await readTable(chunks);
          for await (const row of rows()) assert.equal(row.address, mia);
        },
        (error) => error === reset,
      );
    });

  it('reports the line of an unclosed quote, after the rows before it', async () => {
    const bytes = Buffer.from(`Email,Note\n${mia},x\n${tom},"a" b\n${mia},"c\n`);
    const { rows } = await readTable(inChunks(bytes, 1_000));
    const read: string[] = [];
    await assert.rejects(async () => {
      for await (const { address } of rows()) read.push(address);
    }, /The quote in line 4 of the file/);
    assert.deepEqual(read, [mia, tom]);
  });
});
