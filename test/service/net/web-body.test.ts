import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createWebFetcher, type WebFetchOptions } from '../../../src/service/net/web.js';
import { WebError, type WebFailure } from '../../../src/service/net/web-error.js';
import { selfSigned } from '../probe/self-signed.js';
import { startSite } from './site.js';

const packed = gzipSync('one\ntwo\n'.repeat(1_000));
/** 200 MB of nothing, in 200 kB. */
const bomb = Buffer.concat(Array<Buffer>(20).fill(gzipSync(Buffer.alloc(10_000_000))));

const as =
  (encoding: string, bytes: Buffer): RequestListener =>
  (_, response) =>
    response.setHeader('Content-Encoding', encoding).end(bytes);

const pages: Readonly<Record<string, RequestListener>> = {
  '/gzip': as('gzip', packed),
  '/x-gzip': as('X-Gzip', packed),
  '/plain': (_, response) => response.end('one'),
  '/heard': ({ headers }, response) => response.end(headers['accept-encoding']),
  '/bomb': as('gzip', bomb),
  '/twice': as('gzip, gzip', gzipSync(packed)),
  '/brotli': as('br', brotliCompressSync(packed)),
  '/no-gzip': as('gzip', Buffer.from('one\ntwo\n')),
  '/cut': as('gzip', packed.subarray(0, -10)),
  '/lost': (_, response) => {
    response
      .writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': packed.length })
      .write(packed.subarray(0, 10));
    setImmediate(() => response.destroy());
  },
  '/large': (_, response) =>
    response.setHeader('Content-Encoding', 'gzip').end(Buffer.concat(Array<Buffer>(2_000).fill(gzipSync('')))),
  '/told': (_, response) => void response.writeHead(200, { 'Content-Length': 30_000 }).write('x'),
  '/drip': (_, response) => void response.writeHead(200).write('xyz'),
  '/missing': (_, response) => void response.writeHead(404, { 'Content-Length': 1e9 }).write('x'),
  '/down': (_, response) =>
    response.writeHead(302, { Location: `http://mx.self-signed.com:${plain.port}/plain` }).end(),
};

const answer: RequestListener = (request, response) => pages[request.url ?? '']?.(request, response);
const plain = await startSite(answer);
const secure = await startSite(answer, { isSecure: true });
const fetcher = createWebFetcher({
  addressesOf: () => Promise.resolve(['127.0.0.1']),
  allowLoopback: true,
  authorities: [selfSigned.cert],
});
const bounds: WebFetchOptions = {
  maxBytes: 20_000,
  timeoutMs: 5_000,
  maxRedirects: 3,
  isGzipTaken: true,
  isSecureOnly: true,
  isSuccessOnly: true,
};
const fetchPage = (path: string, options: Partial<WebFetchOptions> = {}) =>
  fetcher.fetch(`https://mx.self-signed.com:${secure.port}${path}`, { ...bounds, ...options });
const textOf = async (path: string, options: Partial<WebFetchOptions> = {}) =>
  Buffer.from((await fetchPage(path, options)).body).toString();
const failure = async (fetching: Promise<unknown>): Promise<readonly [WebFailure, number | undefined]> => {
  try {
    await fetching;
  } catch (error) {
    if (error instanceof WebError) return [error.code, error.bytes];
    throw error;
  }
  throw new Error('It was fetched.');
};

after(async () => {
  fetcher.close();
  await plain.close();
  await secure.close();
});

describe('a gzip body', { timeout: 60_000 }, () => {
  it('is requested and decompressed', async () => {
    for (const path of ['/gzip', '/x-gzip']) assert.equal(await textOf(path), 'one\ntwo\n'.repeat(1_000), path);
    assert.deepEqual(
      [await textOf('/plain'), await textOf('/heard'), await textOf('/heard', { isGzipTaken: false })],
      ['one', 'gzip', 'identity'],
    );
  });

  it('is cancelled if it grows too large, with bounded memory', async () => {
    const before = process.memoryUsage.rss();
    const [code, bytes = 0] = await failure(fetchPage('/bomb', { maxBytes: 20_000_000 }));
    assert.equal(code, 'too-large');
    assert.ok(bytes > 20_000_000 && bytes < 21_000_000, `${bytes}`);
    assert.ok(process.memoryUsage.rss() - before < 80_000_000);
  });

  it('is limited before decompression too', async () =>
    assert.deepEqual(await failure(fetchPage('/large')), ['too-large', 40_000]));

  for (const [path, code] of [
    ['/twice', 'encoding'],
    ['/brotli', 'encoding'],
    ['/no-gzip', 'gzip'],
    ['/cut', 'gzip'],
    ['/lost', 'broken'],
  ] as const) {
    it(`fails if it is ${path.slice(1)}: ${code}`, async () => assert.equal((await failure(fetchPage(path)))[0], code));
  }
});

describe('a body that is not complete', () => {
  it('is reported with its announced length', async () =>
    assert.deepEqual(await failure(fetchPage('/told')), ['too-large', 30_000]));

  it('is reported with the length received before the timeout', async () =>
    assert.deepEqual(await failure(fetchPage('/drip', { timeoutMs: 300 })), ['timeout', 3]));

  it('is left unread if its status is not a success', async () => {
    const { status, body } = await fetchPage('/missing');
    assert.deepEqual([status, body.length], [404, 0]);
  });
});

describe('the https-only option', () => {
  it('holds for the first URL and after redirects', async () => {
    const before = plain.asked.length;
    assert.equal(
      (await failure(fetcher.fetch(`http://mx.self-signed.com:${plain.port}/plain`, bounds)))[0],
      'insecure',
    );
    assert.equal((await failure(fetchPage('/down')))[0], 'insecure');
    assert.equal(plain.asked.length, before);
    assert.equal(await textOf('/down', { isSecureOnly: false }), 'one');
  });

  it('leaves no connection open', async () => {
    while (secure.open() > 0 || plain.open() > 0) await new Promise(setImmediate);
  });
});
