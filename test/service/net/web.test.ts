import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createWebFetcher, type WebFetchOptions } from '../../../src/service/net/web.js';
import { webFailures, WebError, type WebFailure } from '../../../src/service/net/web-error.js';
import { selfSigned } from '../probe/self-signed.js';
import { listen } from '../probe/raw-host.js';
import { startSite } from './site.js';

const drip = (response: ServerResponse) => {
  const timer = setInterval(() => response.write('.'), 20);
  response.on('close', () => clearInterval(timer));
};

const pages: Readonly<Record<string, RequestListener>> = {
  '/plain': (_, response) => response.setHeader('Content-Type', 'Text/CSV; charset=utf-8').end('one,two'),
  '/untyped': (_, response) => response.end('?'),
  '/missing': (_, response) => response.writeHead(404).end('gone'),
  '/nothing': (_, response) => response.writeHead(204).end(),
  '/heard': ({ headers, url }, response) => response.end(JSON.stringify({ headers, url })),
  '/heard?q=%20a': (request, response) => pages['/heard']?.(request, response),
  '/large': (_, response) => response.end('x'.repeat(5_000)),
  '/large-told': (_, response) => void response.writeHead(200, { 'Content-Length': 5_000 }).write('x'),
  '/endless': (_, response) => {
    const more = () => {
      while (response.writable && response.write('x'.repeat(1_000)));
    };
    response.on('drain', more);
    more();
  },
  '/gzip': (_, response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync('x'.repeat(10_000_000))),
  '/identity': (_, response) => response.setHeader('Content-Encoding', 'Identity').end('as it is'),
  '/drip': (_, response) => drip(response),
  '/silent': () => undefined,
  '/broken': (_, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('x');
    setImmediate(() => response.destroy());
  },
  '/many-fields': (_, response) => response.setHeader('X', 'x'.repeat(20_000)).end(),
  '/loop': (_, response) => response.writeHead(302, { Location: '/loop' }).end(),
  '/here': (_, response) => response.writeHead(301, { Location: '/plain#part' }).end(),
  '/nowhere': (_, response) => response.writeHead(302).end('no place'),
};
/** Redirects whose place is the query. */
const redirect: RequestListener = ({ url = '' }, response) =>
  response.writeHead(307, { Location: decodeURIComponent(url.slice(url.indexOf('?') + 1)) }).end();

const site = await startSite((request, response) => (pages[request.url ?? ''] ?? redirect)(request, response));
const secure = await startSite((_, response) => response.end('secret'), { isSecure: true });
const names: Readonly<Record<string, readonly string[]>> = {
  'site.com': ['127.0.0.1'],
  'mx.self-signed.com': ['127.0.0.1'],
  'other.self-signed.com': ['127.0.0.1'],
  'inside.com': ['10.0.0.1', '::ffff:127.0.0.1', '169.254.169.254'],
  'half-inside.com': ['10.0.0.1', '127.0.0.1'],
  'half-closed.com': ['127.0.0.9', '127.0.0.1'],
};
const addressesOf = (host: string) => Promise.resolve(names[host] ?? []);
const fetcher = createWebFetcher({ addressesOf, allowLoopback: true, authorities: [selfSigned.cert] });
const strict = createWebFetcher({ addressesOf });
const bounds: WebFetchOptions = { maxBytes: 1_000, timeoutMs: 5_000, maxRedirects: 3 };
const fetchPage = (path: string, options: Partial<WebFetchOptions> = {}) =>
  fetcher.fetch(`${site.url}${path}`, { ...bounds, ...options });
const textOf = async (path: string, options: Partial<WebFetchOptions> = {}) =>
  Buffer.from((await fetchPage(path, options)).body).toString();
const failsWith = (code: WebFailure) => (error: unknown) =>
  error instanceof WebError && error.code === code && error.message === webFailures[code];

after(async () => {
  fetcher.close();
  strict.close();
  await site.close();
  await secure.close();
});

// The timeout ends a test that waits for a response that never comes.
describe('what is fetched', { timeout: 60_000 }, () => {
  it('has status, URL, media type and body', async () => {
    const { status, url, type, body } = await fetchPage('/plain');
    assert.deepEqual(
      [status, url, type, Buffer.from(body).toString()],
      [200, `${site.url}/plain`, 'text/csv', 'one,two'],
    );
  });

  it('may have any status, no type and no body', async () => {
    assert.deepEqual(
      [(await fetchPage('/missing')).status, (await fetchPage('/nothing')).status, (await fetchPage('/untyped')).type],
      [404, 204, ''],
    );
    assert.equal(await textOf('/nowhere'), 'no place');
  });

  it('is requested without any data about the caller', async () => {
    const { headers, url } = JSON.parse(await textOf('/heard?q= a#secret')) as {
      headers: Record<string, string>;
      url: string;
    };
    assert.equal(url, '/heard?q=%20a');
    assert.deepEqual(Object.keys(headers).sort(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    assert.deepEqual(
      [headers.accept, headers['accept-encoding'], headers.host],
      ['*/*', 'identity', `127.0.0.1:${site.port}`],
    );
    assert.equal(
      (
        JSON.parse(await textOf('/heard', { accept: 'image/png' })) as typeof headers & {
          headers: Record<string, string>;
        }
      ).headers.accept,
      'image/png',
    );
  });

  it('is found by name, also with a dot at its end, and past addresses that are closed or forbidden', async () => {
    for (const host of ['site.com', 'SITE.com.', 'half-inside.com', 'half-closed.com']) {
      const { body } = await fetcher.fetch(`http://${host}:${site.port}/heard`, bounds);
      const { headers } = JSON.parse(Buffer.from(body).toString()) as { headers: Record<string, string> };
      assert.equal(headers.host, `${host.toLowerCase().replace(/\.$/, '')}:${site.port}`);
    }
  });

  it('is cut off if a part is enough', async () => {
    for (const path of ['/large', '/large-told', '/endless']) {
      if (path !== '/large-told') assert.equal((await textOf(path, { isPartEnough: true })).length, 1_000, path);
      await assert.rejects(fetchPage(path), failsWith('too-large'), path);
    }
    assert.equal((await textOf('/large', { maxBytes: 5_000 })).length, 5_000);
  });

  it('is never compressed', async () => {
    await assert.rejects(fetchPage('/gzip'), failsWith('encoding'));
    assert.equal(await textOf('/identity'), 'as it is');
  });

  it('follows a limited number of redirects', async () => {
    assert.equal((await fetchPage('/here')).url, `${site.url}/plain`);
    await assert.rejects(fetchPage('/here', { maxRedirects: 0 }), failsWith('redirects'));
    const before = site.asked.length;
    await assert.rejects(fetchPage('/loop'), failsWith('redirects'));
    assert.equal(site.asked.length - before, 4);
  });

  for (const [path, code] of [
    ['/silent', 'timeout'],
    ['/drip', 'timeout'],
    ['/broken', 'broken'],
    ['/many-fields', 'broken'],
  ] as const) {
    it(`fails if the server is ${path.slice(1)}`, async () =>
      assert.rejects(fetchPage(path, { maxBytes: 1e6, timeoutMs: code === 'timeout' ? 200 : 5_000 }), failsWith(code)));
  }

  it('may follow up to 10 interim (1xx) responses', async () => {
    const answering = (interim: number) =>
      listen((socket) =>
        socket.end(
          `${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(interim)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`,
        ),
      );
    const [few, many] = [await answering(10), await answering(11)];
    assert.equal((await fetcher.fetch(`http://127.0.0.1:${few.port}/`, bounds)).status, 200);
    await assert.rejects(fetcher.fetch(`http://127.0.0.1:${many.port}/`, bounds), failsWith('broken'));
    await Promise.all([few, many].map((host) => host.close()));
  });

  for (const [words, given] of [
    ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
    ['tells two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['hangs up', ''],
  ] as const) {
    it(`fails if the server ${words}`, async () => {
      const host = await listen((socket) => socket.end(given));
      await assert.rejects(fetcher.fetch(`http://127.0.0.1:${host.port}/`, bounds), failsWith('broken'));
      await host.close();
    });
  }

  it('leaves no connection open', async () => {
    for (const path of ['/plain', '/here', '/missing']) await fetchPage(path);
    await assert.rejects(fetchPage('/endless'));
    await assert.rejects(fetchPage('/drip', { timeoutMs: 100 }));
    while (site.open() > 0) await new Promise(setImmediate);
    while (secure.open() > 0) await new Promise(setImmediate);
  });

  it('is cancelled by its caller', async () => {
    const leaving = new AbortController();
    const fetching = fetchPage('/silent', { signal: leaving.signal });
    leaving.abort();
    await assert.rejects(fetching, failsWith('aborted'));
    await assert.rejects(fetchPage('/plain', { signal: AbortSignal.abort() }), failsWith('aborted'));
    const lost = createWebFetcher({ addressesOf: () => new Promise(() => undefined) });
    await assert.rejects(lost.fetch('http://site.com/', { ...bounds, timeoutMs: 50 }), failsWith('timeout'));
    const closing = lost.fetch('http://site.com/', bounds);
    lost.close();
    await assert.rejects(closing, failsWith('aborted'));
    await assert.rejects(lost.fetch('http://site.com/', bounds), failsWith('aborted'));
  });
});

describe('certificates', () => {
  const fetchFrom = (host: string, by = fetcher) => by.fetch(`https://${host}:${secure.port}/`, bounds);

  it('are valid for the requested name', async () => {
    assert.equal(Buffer.from((await fetchFrom('mx.self-signed.com')).body).toString(), 'secret');
    await assert.rejects(fetchFrom('other.self-signed.com'), failsWith('tls'));
    await assert.rejects(fetchFrom('127.0.0.1'), failsWith('tls'));
  });

  it('are signed by an authority that is trusted', async () => {
    const own = createWebFetcher({ addressesOf, allowLoopback: true });
    await assert.rejects(fetchFrom('mx.self-signed.com', own), failsWith('tls'));
    await assert.rejects(own.fetch(`https://site.com:${site.port}/plain`, bounds), failsWith('tls'));
  });
});

/** Spellings of loopback (`loopbacks`) and of private or reserved addresses (`privateHosts`). */
const loopbacks = [
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.０.０.１',
    '①②⑦.0.0.1',
    '%31%32%37.0.0.1',
  ],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', 'site.com', 'site.com\\@192.0.2.1:x'],
];
const privateHosts = [
  ...[
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
  ],
  ...[
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[2001::1]',
  ],
  ...['inside.com', 'INSIDE.com', 'inside.com.', 'ｉｎｓｉｄｅ.com', 'inside。com'],
];
/** URLs that fail for another reason. */
const otherFailures: readonly (readonly [WebFailure, readonly string[]])[] = [
  [
    'no-address',
    [
      'http://localhost/',
      'http://LOCALHOST./',
      'http://a.localhost/',
      'http://nowhere.com/',
      'http://localhost.localdomain/',
    ],
  ],
  [
    'url',
    [
      'http://user@site.com/',
      'http://site.com@127.0.0.1/',
      'http://:pass@site.com/',
      'https://site.com:6379@127.0.0.1/',
      'file:///etc/passwd',
      'ftp://site.com/',
      'gopher://127.0.0.1:25/',
      'data:text/plain,x',
    ],
  ],
  [
    'url',
    [
      'javascript:1',
      'blob:http://site.com/1',
      'unix:/run/docker.sock',
      '',
      ' ',
      '//site.com/',
      '/plain',
      'http://',
      'http:///',
      'http://[::1',
      'http://[fe80::1%25eth0]/',
      'http://256.0.0.1/',
    ],
  ],
  ['url', ['http://a b.com/', 'http://a%00.com/', `http://site.com/${'x'.repeat(9_000)}`]],
  ['port', ['http://site.com:25/', 'http://site.com:0/', 'http://site.com:22/', 'https://site.com:587/']],
];

describe('ways into this machine and its network', () => {
  const urls = [...loopbacks, ...privateHosts].map((host) => `http://${host}/`);
  for (const [code, each] of [['forbidden', urls] as const, ...otherFailures]) {
    for (const url of each)
      it(`${url.slice(0, 50)}: ${code}`, async () => assert.rejects(strict.fetch(url, bounds), failsWith(code)));
  }

  it('are refused in redirects too', async () => {
    // The first server may be on loopback, and nothing else.
    for (const host of privateHosts)
      await assert.rejects(
        fetchPage(`/?${encodeURIComponent(`http://${host.replace(/[^ -~]/g, encodeURIComponent)}/`)}`),
        failsWith('forbidden'),
        host,
      );
    for (const url of ['file:///etc/passwd', 'http://user:pass@site.com/', 'ftp://site.com/'])
      await assert.rejects(fetchPage(`/?${encodeURIComponent(url)}`), failsWith('url'), url);
    await assert.rejects(fetchPage(`/?${encodeURIComponent('//site.com:25/')}`), failsWith('port'));
  });

  it('receive no request', async () => {
    const before = site.asked.length;
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'site.com'])
      await assert.rejects(strict.fetch(`http://${host}:${site.port}/plain`, bounds), failsWith('forbidden'));
    assert.equal(site.asked.length, before);
  });

  it('are closed if only some ports are open', async () => {
    const narrow = createWebFetcher({ addressesOf, allowLoopback: true, ports: [80, 443] });
    await assert.rejects(narrow.fetch(`${site.url}/plain`, bounds), failsWith('port'));
  });
});
