import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { after, describe, it } from 'node:test';
import { createWebPoster } from '../../../src/service/net/web-post.js';
import { WebError, type WebFailure } from '../../../src/service/net/web-error.js';
import { selfSigned } from '../probe/self-signed.js';
import { startSite } from './site.js';

const heard: { method: string | undefined; headers: Record<string, unknown>; body: string }[] = [];

const pages: Readonly<Record<string, RequestListener>> = {
  '/good': (_, response) => response.writeHead(204).end(),
  '/redirect': (_, response) => response.writeHead(307, { Location: '/good' }).end(),
  '/later': (_, response) => response.writeHead(503, { 'Retry-After': '120' }).end('busy'),
  '/silent': () => undefined,
  '/endless': (_, response) => {
    const more = (): void => {
      while (response.writable && response.write('x'.repeat(10_000)));
    };
    response.on('drain', more);
    more();
  },
  '/broken-body': (_, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('x');
    setImmediate(() => response.destroy());
  },
  '/reset': (request) => void request.socket.destroy(),
  '/large-head': (_, response) => response.setHeader('X', 'x'.repeat(20_000)).end(),
};

const answer: RequestListener = (request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method, headers } = request;
    heard.push({ method, headers, body: Buffer.concat(parts).toString() });
    pages[request.url ?? '']?.(request, response);
  });
};

const site = await startSite(answer);
const secure = await startSite(answer, { isSecure: true });
const names: Readonly<Record<string, readonly string[]>> = {
  'mx.self-signed.com': ['127.0.0.1'],
  'other.self-signed.com': ['127.0.0.1'],
  'inside.com': ['10.0.0.1', '169.254.169.254'],
  'metadata.internal': ['169.254.169.254'],
  'hooks.internal': ['127.0.0.1'],
  'public.internal': ['192.0.2.1'],
};
const addressesOf = (host: string) => Promise.resolve(names[host] ?? []);
const internalHosts = ['127.0.0.1', 'localhost', 'hooks.internal', 'metadata.internal', 'public.internal'];
const inside = createWebPoster({ addressesOf, internalHosts });
const onLoopback = createWebPoster({ addressesOf, allowLoopback: true, authorities: [selfSigned.cert] });
const strict = createWebPoster({ addressesOf });
const message = { body: '{"text":"Grüße"}', headers: { 'webhook-id': 'evt_1' }, timeoutMs: 5_000 };

const failsWith = (code: WebFailure) => (error: unknown) => error instanceof WebError && error.code === code;

after(async () => {
  for (const each of [inside, onLoopback, strict]) each.close();
  await site.close();
  await secure.close();
});

describe('what is sent by POST', { timeout: 60_000 }, () => {
  it('has its body, its headers and nothing of the caller', async () => {
    heard.length = 0;
    assert.deepEqual(await inside.post(`${site.url}/good`, message), { status: 204, retryAfter: undefined });
    const [{ method, headers, body } = assert.fail()] = heard;
    assert.deepEqual([method, body], ['POST', message.body]);
    assert.deepEqual(headers, {
      host: `127.0.0.1:${site.port}`,
      'webhook-id': 'evt_1',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(message.body)),
      'user-agent': 'Mozilla/5.0 (compatible; email-check)',
      connection: 'close',
    });
  });

  it('goes over TLS to a server whose certificate is good for its name', async () => {
    const urlOf = (host: string) => `https://${host}:${secure.port}/good`;
    assert.equal((await onLoopback.post(urlOf('mx.self-signed.com'), message)).status, 204);
    await assert.rejects(onLoopback.post(urlOf('other.self-signed.com'), message), failsWith('tls'));
    await assert.rejects(
      createWebPoster({ addressesOf, allowLoopback: true }).post(urlOf('mx.self-signed.com'), message),
      failsWith('tls'),
    );
  });

  it('is not sent again where a redirect leads', async () => {
    heard.length = 0;
    assert.equal((await inside.post(`${site.url}/redirect`, message)).status, 307);
    assert.equal(heard.length, 1);
  });

  it('is answered with a status and the time to wait', async () =>
    assert.deepEqual(await inside.post(`${site.url}/later`, message), { status: 503, retryAfter: '120' }));

  for (const page of ['/endless', '/broken-body'])
    it(`is answered as soon as the status is there, whatever follows: ${page}`, async () =>
      assert.equal((await inside.post(`${site.url}${page}`, { ...message, timeoutMs: 3_000 })).status, 200));

  it('closes its connections', async () => {
    while (site.open() > 0) await once(process, 'never', { signal: AbortSignal.timeout(5) }).catch(() => undefined);
    assert.equal(site.open(), 0);
  });

  it('fails if no answer comes in time, or a bad one', async () => {
    await assert.rejects(inside.post(`${site.url}/silent`, { ...message, timeoutMs: 100 }), failsWith('timeout'));
    await assert.rejects(inside.post(`${site.url}/reset`, message), failsWith('broken'));
    await assert.rejects(inside.post(`${site.url}/large-head`, message), failsWith('broken'));
  });

  it('is cancelled by its caller, and by the end of the sender', async () => {
    const cancel = new AbortController();
    const cancelled = inside.post(`${site.url}/silent`, { ...message, signal: cancel.signal });
    const own = createWebPoster({ addressesOf, internalHosts });
    const closed = own.post(`${site.url}/silent`, message);
    cancel.abort();
    own.close();
    await assert.rejects(cancelled, failsWith('aborted'));
    await assert.rejects(closed, failsWith('aborted'));
    await assert.rejects(own.post(`${site.url}/good`, message), failsWith('aborted'));
  });
});

describe('where it is sent', () => {
  const rows: readonly (readonly [string, WebFailure, WebFailure])[] = [
    ['http://mx.self-signed.com/', 'insecure', 'insecure'],
    ['https://inside.com/', 'forbidden', 'forbidden'],
    [`https://127.0.0.1:${site.port}/`, 'forbidden', 'tls'],
    ['https://10.0.0.1/', 'forbidden', 'forbidden'],
    ['https://[::1]/', 'forbidden', 'forbidden'],
    [`https://0x7f000001:${site.port}/`, 'forbidden', 'tls'],
    [`https://hooks.internal:${site.port}/`, 'no-address', 'tls'],
    [`https://localhost:${site.port}/`, 'no-address', 'unreachable'],
    ['https://sub.hooks.internal/', 'no-address', 'no-address'],
    ['https://metadata.internal/', 'no-address', 'forbidden'],
    ['https://public.internal/', 'no-address', 'forbidden'],
    ['https://user:password@mx.self-signed.com/', 'url', 'url'],
    ['ftp://hooks.internal/', 'url', 'url'],
    ['https://mx.self-signed.com:25/', 'port', 'port'],
    ['nowhere', 'url', 'url'],
  ];
  for (const [url, code, insideCode] of rows)
    it(`fails for ${url.replace(/:\d+/, '')} with ${code}, and with ${insideCode} if some hosts are internal`, async () => {
      await assert.rejects(strict.post(url, message), failsWith(code));
      await assert.rejects(inside.post(url, message), failsWith(insideCode));
    });

  it('may be an internal host by http, by its name or as localhost', async () => {
    for (const host of ['hooks.internal', 'localhost', 'HOOKS.internal.'])
      assert.equal((await inside.post(`http://${host}:${site.port}/good`, message)).status, 204);
  });
});
