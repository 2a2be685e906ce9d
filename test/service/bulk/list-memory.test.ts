import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { BULK_ADDRESSES, BULK_BYTES } from '../../../src/wire/index.js';
import { programOf } from '../../programs.js';
import { startSite } from '../net/site.js';
import type { Measured } from './list-memory-child.js';
import { sample, seeded } from '../../random.js';
import { seed, trials } from '../../soak.js';

const filled = (part: string | Buffer, encoding: BufferEncoding = 'utf8'): Buffer =>
  Buffer.alloc(BULK_BYTES - 1, part, encoding);
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** Lists of nearly 20 MB, or of what becomes it, and what each comes to. */
const lists: Readonly<
  Record<string, readonly [body: () => Buffer, outcome: string, headers?: Record<string, string>]>
> = {
  addresses: [() => Buffer.from(`${'x'.repeat(80)}@shop.com\n`.repeat(BULK_ADDRESSES)), 'lines'],
  columns: [
    () =>
      Buffer.from(
        `Name;E-Mail;Note\r\n${`Jane Doe;${'x'.repeat(20)}@shop.com;"a ""b"", c"\r\n`.repeat(BULK_ADDRESSES)}`,
      ),
    'lines',
  ],
  packed: [
    () => gzipSync(filled(`${'x'.repeat(80)}@${'shop.'.repeat(3)}com\n`)),
    'lines',
    { 'Content-Encoding': 'gzip' },
  ],
  utf16: [() => utf16(`\ufeff${`${'x'.repeat(40)}@shop.com\n`.repeat(190_000)}`), 'lines'],
  windows: [() => filled(`${'é'.repeat(99)}@x.com\n`, 'latin1'), 'lines'],
  long: [() => filled(`a@x.com\n${'x'.repeat(1_000_000)}\n`), 'lines'],
  one: [() => filled('x'), 'empty'],
  newlines: [() => filled('\n'), 'empty'],
  returns: [() => filled('\r'), 'empty'],
  blanks: [() => filled(' '), 'empty'],
  nuls: [() => filled('\0'), 'empty'],
  commas: [() => filled(','), 'empty'],
  short: [() => filled('a@\n'), 'too-many'],
  quotes: [() => filled('"'), 'empty'],
  odd: [() => filled('"""@\n'), 'too-many'],
  doubled: [() => filled('"@""b\n'), 'too-many'],
  swallowed: [() => filled('a@x.com,"a""b\n'), 'unclosed-quote'],
  open: [() => filled('"@\n'), 'too-many'],
  pairs: [() => filled('a@x.com,"\n"\n'), 'too-many'],
  brackets: [() => filled(`<${'@'.repeat(4_000)} >\n`), 'lines'],
  nested: [() => filled('<'), 'empty'],
  ats: [() => filled('@'), 'lines'],
  dots: [() => filled('.'), 'empty'],
  ends: [() => filled(`a${'; ,'.repeat(1_300)}\n`), 'empty'],
  high: [() => filled(Buffer.from([0xff])), 'empty'],
};

/** One byte a chunk, 1.5 million of them: some servers write so. */
const crumbs = (): string =>
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${[...'jane.doe@shop.c\n'.repeat(93_750)].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`;

const site = await startSite(
  ({ url = '' }, response) => {
    if (url === '/crumbs.csv') return response.socket?.end(crumbs());
    const [body, , headers = {}] = lists[url.slice(1, -4)] ?? [() => Buffer.from('a@x.com\n'), ''];
    response.writeHead(200, headers).end(body());
  },
  { isSecure: true },
);
after(() => site.close());

describe('lists as large as they may be', { timeout: 300_000 }, () => {
  it('are fetched and read in bounded memory and time', async (context) => {
    const all = [...Object.keys(lists), 'crumbs'];
    const paths = sample(all, trials(all.length), seeded(seed));
    const child = await programOf('test/service/bulk/list-memory-child.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [
      child,
      `https://mx.self-signed.com:${site.port}/`,
      ...paths,
    ]);
    const measured = JSON.parse(stdout) as Measured[];
    for (const { path, outcome, count, ms, longestMs, peak } of measured) {
      context.diagnostic(
        `measured: ${path}: ${outcome} ${count}, ${Math.round(ms)} ms, at once ${Math.round(longestMs)} ms, peak ${Math.round(peak / 1e6)} MB`,
      );
      assert.equal(outcome, lists[path]?.[1] ?? 'lines', path);
      assert.ok(ms < 30_000, `${path}: ${ms} ms`);
      assert.ok(peak < 200_000_000, `${path}: ${peak} bytes`);
    }
    const counts = { addresses: BULK_ADDRESSES, columns: BULK_ADDRESSES, packed: BULK_BYTES / 100 };
    for (const [path, expected] of Object.entries(counts))
      for (const { count } of measured.filter((each) => each.path === path)) assert.equal(count, expected, path);
    assert.equal(measured.length, paths.length);
  });
});
