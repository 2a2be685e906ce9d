import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fetchList, ListError } from '../../../src/service/bulk/index.js';
import { createWebFetcher } from '../../../src/service/net/web.js';
import { seeded } from '../../random.js';
import { isSoak, seed, trials } from '../../soak.js';
import { startSite } from '../net/site.js';
import { selfSigned } from '../probe/self-signed.js';
import { knownList, randomBytes, spoiledList } from './random-lists.js';

const KNOWN = trials(400);
const SPOILED = trials(400);
const RANDOM = trials(200);
/** Milliseconds that a file of a few kilobytes may take, and one that is without an end, where many tests run on one machine. */
const PATIENCE = 10_000;

const random = seeded(seed);
const types = [
  'text/csv',
  'text/plain; charset=utf-8',
  'application/octet-stream',
  'application/vnd.ms-excel',
  undefined,
] as const;

/** What is served next. */
let body: Buffer = Buffer.alloc(0);
/** Sends it in one of the ways that servers do. */
const serve: RequestListener = (_, response) => {
  const type = types[Math.floor(random() * types.length)];
  if (type) response.setHeader('Content-Type', type);
  if (random() < 0.3) {
    response.setHeader('Content-Encoding', 'gzip').end(gzipSync(body));
  } else if (random() < 0.5) {
    response.setHeader('Content-Length', body.length).end(body);
  } else {
    const half = Math.floor(random() * body.length);
    response.write(body.subarray(0, half));
    setImmediate(() => response.end(body.subarray(half)));
  }
};
const site = await startSite(serve, { isSecure: true });
const fetcher = createWebFetcher({
  addressesOf: () => Promise.resolve(['127.0.0.1']),
  allowLoopback: true,
  authorities: [selfSigned.cert],
});

/** The lines, or the error; and that either is what its caller counts on. */
const outcome = async (port: number, timeoutMs = PATIENCE): Promise<readonly string[] | ListError> => {
  const started = performance.now();
  const texts: string[] = [];
  try {
    const { count, lines } = await fetchList(`https://mx.self-signed.com:${port}/may.csv`, { fetcher, timeoutMs });
    let before = 0;
    for await (const { text, line } of lines()) {
      texts.push(text);
      assert.ok(
        line >= before && text.length > 0 && text.length <= 4_096 && !text.includes('\0') && text.trim() === text,
        JSON.stringify([line, before, text]),
      );
      before = line;
    }
    assert.equal(texts.length, count);
    return texts;
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    assert.match(error.message, /^The .{20,}: .{10,}\.$/);
    assert.doesNotMatch(error.message, /undefined|NaN|127\.0|self-signed/);
    return error;
  } finally {
    assert.ok(performance.now() - started < 2 * PATIENCE);
  }
};

after(async () => {
  fetcher.close();
  await site.close();
});

describe(`files of SEED=${seed}`, { timeout: 600_000 }, () => {
  it('are read line by line if they are lists', async () => {
    for (let run = 0; run < KNOWN; run += 1) {
      const { bytes, texts } = knownList(random);
      body = bytes;
      assert.deepEqual(await outcome(site.port), texts, `${run}: ${bytes.toString('base64')}`);
    }
  });

  it('give lines or a ListError, however damaged they are', async () => {
    const seen = new Map<string, number>();
    for (let run = 0; run < SPOILED + RANDOM; run += 1) {
      body = run < SPOILED ? spoiledList(random) : randomBytes(random);
      const found = await outcome(site.port);
      const key = found instanceof ListError ? found.code : 'lines';
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    // All of this happens, or the files are not what they were meant to be. Few files are not enough for the rarer.
    for (const key of isSoak ? ['lines', 'empty', 'web-page', 'not-a-list', 'unclosed-quote'] : ['lines'])
      assert.ok((seen.get(key) ?? 0) > 0, `${key}: ${JSON.stringify([...seen])}`);
  });

  it('leave no memory behind', () =>
    assert.ok(process.memoryUsage().rss < 600_000_000, `${process.memoryUsage().rss}`));
});

/** Servers that do not come to an end, by what is written to the connection; again and again. */
const endless: readonly (readonly [name: string, head: string, part: string | Buffer, code: string])[] = [
  ['lines', 'HTTP/1.1 200 OK\r\n\r\n', 'a@x.com\n'.repeat(1_000), 'too-large'],
  ['one line', 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(10_000), 'too-large'],
  ['NULs', 'HTTP/1.1 200 OK\r\n\r\n', '\0'.repeat(10_000), 'too-large'],
  ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'.repeat(1_000), 'timeout'],
  ['what chunks may carry', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;', 'x'.repeat(1_000), 'broken'],
  ['header fields', 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'.repeat(100), 'broken'],
  ['answers before the answer', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'broken'],
  ['a page', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>', '<p>'.repeat(3_000), 'too-large'],
  ['a refusal', 'HTTP/1.1 404 Not Found\r\n\r\n', 'x'.repeat(1_000), 'status'],
  ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: /may.csv\r\n\r\n', 'x'.repeat(1_000), 'redirects'],
  [
    'gzip of nothing',
    'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n',
    Buffer.concat(Array<Buffer>(500).fill(gzipSync(''))),
    'too-large',
  ],
  ['gzip of much', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n', gzipSync(Buffer.alloc(1_000_000)), 'too-large'],
];

describe('a server without an end', { timeout: 600_000 }, () => {
  for (const [name, head, part, code] of endless) {
    it(`sends ${name}: ${code}`, async () => {
      const host = await startSite(
        ({ socket }) => {
          const more = () => {
            while (socket.writable && socket.write(part));
          };
          socket.on('error', () => socket.destroy()).on('drain', more);
          socket.write(head);
          more();
        },
        { isSecure: true },
      );
      const before = process.memoryUsage().rss;
      const found = await outcome(host.port, code === 'timeout' ? 3_000 : PATIENCE);
      await host.close();
      assert.equal(found instanceof ListError ? found.code : 'lines', code);
      assert.ok(process.memoryUsage().rss - before < 250_000_000, `${process.memoryUsage().rss - before} bytes more`);
    });
  }

  for (const [name, head] of [
    ['its header', 'HTTP/1.1 200 OK\r\nX: '],
    ['its body', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['gzip', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n'],
  ] as const) {
    it(`sends ${name} slowly: timeout`, async () => {
      const host = await startSite(
        ({ socket }) => {
          socket.on('error', () => socket.destroy());
          socket.write(head);
          const timer = setInterval(() => socket.write(name === 'gzip' ? gzipSync('') : 'x'), 20);
          socket.on('close', () => clearInterval(timer));
        },
        { isSecure: true },
      );
      const found = await outcome(host.port, 500);
      await host.close();
      assert.equal(found instanceof ListError ? found.code : 'lines', 'timeout');
    });
  }
});
