import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fetchList, ListError, type ListErrorCode } from '../../../src/service/bulk/index.js';
import { createWebFetcher } from '../../../src/service/net/web.js';
import { BULK_BYTES } from '../../../src/wire/index.js';
import { startSite } from '../net/site.js';
import { selfSigned } from '../probe/self-signed.js';

const list = 'E-Mail\r\na@x.com\r\nb@x.com\r\n';

const serve =
  (type: string | undefined, body: string | Buffer, headers: Record<string, string | number> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(200, { ...(type !== undefined && { 'Content-Type': type }), ...headers }).end(body);
const redirect =
  (to: () => string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { Location: to() }).end('<p>Moved');
const status =
  (code: number): RequestListener =>
  (_, response) =>
    response.writeHead(code, { 'Content-Type': 'text/html' }).end('<p>No');
const endless = (response: ServerResponse, part: Buffer) => {
  const more = () => {
    while (response.writable && response.write(part));
  };
  response.on('drain', more);
  more();
};

const pages: Readonly<Record<string, RequestListener>> = {
  csv: serve('text/csv; charset=utf-8', list),
  plain: serve('text/plain', list),
  octets: serve('application/octet-stream', list),
  untyped: serve(undefined, list),
  wrong: serve('image/png', list),
  gzip: serve('text/csv', gzipSync(list), { 'Content-Encoding': 'gzip' }),
  chunked: (_, response) => {
    response.write(list.slice(0, 10));
    response.end(list.slice(10));
  },
  moved: redirect(() => '/thrice.csv'),
  thrice: redirect(() => '/twice.csv'),
  twice: redirect(() => '/csv'),
  four: redirect(() => '/moved.csv'),
  loop: redirect(() => '/loop.csv'),
  down: redirect(() => `http://mx.self-signed.com:${plain.port}/csv.csv`),
  inside: redirect(() => `https://inside.com:${site.port}/csv.csv`),
  password: redirect(() => `https://jane:secret@mx.self-signed.com:${site.port}/csv.csv`),
  scheme: redirect(() => 'file:///etc/passwd'),
  mail: redirect(() => 'https://mx.self-signed.com:25/csv.csv'),
  nowhere: redirect(() => 'https://nowhere.com/csv.csv'),
  empty: serve('text/csv', ''),
  none: (_, response) => response.writeHead(204).end(),
  page: serve('text/html', '<!doctype html><title>Sign in</title>'),
  workbook: serve('text/csv', 'PK\x03\x04 xl/workbook.xml'),
  told: (_, response) => void response.writeHead(200, { 'Content-Length': 45_000_000 }).write('a@x.com\n'),
  endless: (_, response) => endless(response, Buffer.from('a@x.com\n'.repeat(1_000))),
  bomb: serve('text/csv', gzipSync(Buffer.alloc(60_000_000, 'a@x.com\n')), { 'Content-Encoding': 'gzip' }),
  brotli: serve('text/csv', list, { 'Content-Encoding': 'br' }),
  nogzip: serve('text/csv', list, { 'Content-Encoding': 'gzip' }),
  silent: () => undefined,
  drip: (_, response) => {
    response.write('a@x.com\n');
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  },
  broken: (_, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('a@x.com\n');
    setImmediate(() => response.destroy());
  },
  hang: (request) => request.socket.destroy(),
  many: serve('text/csv', 'a@x.com\n'.repeat(200_001)),
  quote: serve('text/csv', 'note,mail\n"x,a@x.com\n'),
  heard: ({ headers }, response) => response.end(`a@x.com\n${JSON.stringify([headers]).replaceAll(/\W+/g, '\n')}`),
  ...Object.fromEntries([400, 401, 403, 404, 410, 429, 500, 503].map((code) => [`s${code}`, status(code)])),
};

const answer: RequestListener = (request, response) =>
  pages[/\w+/.exec(request.url ?? '')?.[0] ?? '']?.(request, response);
const site = await startSite(answer, { isSecure: true });
const plain = await startSite(answer);
const names: Readonly<Record<string, readonly string[]>> = {
  'mx.self-signed.com': ['127.0.0.1'],
  'other.self-signed.com': ['127.0.0.1'],
  'inside.com': ['10.0.0.1'],
};
const fetcher = createWebFetcher({
  addressesOf: (host) => Promise.resolve(names[host] ?? []),
  allowLoopback: true,
  authorities: [selfSigned.cert],
});
const urlOf = (name: string, { host = 'mx.self-signed.com', port = site.port } = {}) =>
  `https://${host}:${port}/${name}.csv`;
const linesOf = async (url: string): Promise<string[]> => {
  const lines: string[] = [];
  for await (const { text } of (await fetchList(url, { fetcher })).lines()) lines.push(text);
  return lines;
};

after(async () => {
  fetcher.close();
  await site.close();
  await plain.close();
});

describe('a list that is fetched', { timeout: 120_000 }, () => {
  for (const name of ['csv', 'plain', 'octets', 'untyped', 'wrong', 'gzip', 'chunked', 'moved'])
    it(`may be ${name}`, async () => assert.deepEqual(await linesOf(urlOf(name)), ['a@x.com', 'b@x.com']));

  it('is requested without any data about the caller', async () => {
    const heard = await linesOf(urlOf('heard'));
    for (const field of ['cookie', 'authorization', 'referer', 'origin']) assert.ok(!heard.includes(field), field);
    assert.ok(heard.includes('gzip'));
  });

  const rows: readonly (readonly [name: string, code: ListErrorCode, words: RegExp])[] = [
    ['four', 'redirects', /more than 3 times/],
    ['loop', 'redirects', /more than 3 times/],
    ['down', 'redirect', /plain http/],
    ['scheme', 'redirect', /an address that is not https/],
    ['password', 'redirect', /user or password/],
    ['mail', 'redirect', /port/],
    ['inside', 'unknown-host', /no public address/],
    ['nowhere', 'unknown-host', /no public address/],
    ['s400', 'status', /status 400.*opens in a browser/],
    ['s401', 'status', /status 401.*without signing in/],
    ['s403', 'status', /status 403.*without signing in/],
    ['s404', 'status', /status 404.*check the URL/],
    ['s410', 'status', /status 410.*check the URL/],
    ['s429', 'status', /status 429.*try again later/],
    ['s500', 'status', /status 500.*try again later/],
    ['s503', 'status', /status 503.*try again later/],
    ['empty', 'empty', /no line/],
    ['none', 'empty', /no line/],
    ['page', 'web-page', /web page/],
    ['workbook', 'not-a-list', /XLSX/],
    ['told', 'too-large', /has 45,000,000 bytes.*fewer than 20,000,000 bytes: split it into 3 lists/],
    ['endless', 'too-large', /has 20,0\d\d,\d{3} bytes or more.*split it into 2 lists/],
    ['bomb', 'too-large', /has 20,0\d\d,\d{3} bytes or more.*split it into 2 lists/],
    ['brotli', 'compression', /compresses it/],
    ['nogzip', 'compression', /cannot be unpacked/],
    ['broken', 'broken', /closed the connection/],
    ['hang', 'broken', /closed the connection/],
    ['many', 'too-many', /200001 addresses/],
    ['quote', 'unclosed-quote', /line 2/],
  ];
  const failsWith = (code: ListErrorCode, words: RegExp) => (error: unknown) => {
    assert.ok(error instanceof ListError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, words);
    // What is told to one person names no machine of another.
    assert.doesNotMatch(error.message, /127\.|10\.0|self-signed|secret/);
    return true;
  };
  for (const [name, code, words] of rows)
    it(`may fail: ${name}, ${code}`, () => assert.rejects(fetchList(urlOf(name), { fetcher }), failsWith(code, words)));

  it('may fail before any request', async () => {
    const before = site.asked.length;
    await assert.rejects(
      fetchList(`http://mx.self-signed.com:${plain.port}/csv.csv`, { fetcher }),
      failsWith('url', /must begin with https/),
    );
    await assert.rejects(fetchList('https://nowhere.com/csv.csv', { fetcher }), failsWith('unknown-host', /spelling/));
    await assert.rejects(
      fetchList(urlOf('csv', { host: 'inside.com' }), { fetcher }),
      failsWith('unknown-host', /no public address/),
    );
    await assert.rejects(
      fetchList(urlOf('csv', { host: 'other.self-signed.com' }), { fetcher }),
      failsWith('certificate', /not valid for its name/),
    );
    await assert.rejects(
      fetchList(urlOf('csv', { port: plain.port }), { fetcher }),
      failsWith('certificate', /certificate/),
    );
    const free = await startSite(() => undefined);
    await free.close();
    await assert.rejects(
      fetchList(urlOf('csv', { port: free.port }), { fetcher }),
      failsWith('unreachable', /could not be reached/),
    );
    assert.equal(site.asked.length, before);
  });

  it('gets the same message for a host that is not in the DNS, for an internal host, and for a local one, which is not looked up', async () => {
    const asked: string[] = [];
    const strict = createWebFetcher({
      addressesOf: (host) => {
        asked.push(host);
        return Promise.resolve(names[host] ?? []);
      },
    });
    const errorOf = (host: string) =>
      fetchList(`https://${host}/may.csv`, { fetcher: strict }).then(
        () => assert.fail('It was fetched.'),
        ({ code, message }: ListError) => ({ code, message }),
      );
    const unknown = await errorOf('nowhere.com');
    assert.deepEqual(await errorOf('inside.com'), unknown);
    assert.deepEqual(asked.splice(0), ['nowhere.com', 'inside.com']);
    for (const host of [
      'localhost',
      'a.localhost',
      'intranet',
      'db.internal',
      'printer.local',
      'nas.lan',
      'box.home.arpa',
      '10.0.0.1',
    ])
      assert.deepEqual(await errorOf(host), unknown, host);
    assert.deepEqual(asked, []);
    strict.close();
  });

  it('may time out, at once or while the body arrives', async () => {
    await assert.rejects(
      fetchList(urlOf('silent'), { fetcher, timeoutMs: 300 }),
      failsWith('timeout', /did not answer within 0\.3 seconds/),
    );
    await assert.rejects(
      fetchList(urlOf('drip'), { fetcher, timeoutMs: 1_000 }),
      failsWith('timeout', /too slow: \d+ bytes came in 1 seconds/),
    );
  });

  it('may be cancelled', async () => {
    const leaving = new AbortController();
    const fetching = fetchList(urlOf('silent'), { fetcher, signal: leaving.signal });
    leaving.abort();
    await assert.rejects(fetching, failsWith('aborted', /was cancelled/));
  });

  it('has fewer bytes than the limit', async () => {
    const body = (length: number) => serve('text/csv', Buffer.alloc(length, `a@${'x'.repeat(93)}.com\n`));
    const most = await startSite(body(BULK_BYTES - 1), { isSecure: true });
    const more = await startSite(body(BULK_BYTES), { isSecure: true });
    const [taken, refused] = await Promise.allSettled(
      [most, more].map(({ port }) => fetchList(urlOf('a', { port }), { fetcher })),
    );
    await Promise.all([most.close(), more.close()]);
    assert.equal(taken?.status === 'fulfilled' && taken.value.count, BULK_BYTES / 100);
    assert.ok(refused?.status === 'rejected' && failsWith('too-large', /has 20,000,000 bytes/)(refused.reason));
  });

  it('leaves no connection open', async () => {
    while (site.open() > 0 || plain.open() > 0) await new Promise(setImmediate);
  });
});
