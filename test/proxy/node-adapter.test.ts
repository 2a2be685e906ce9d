import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import {
  connect as connectHttp2,
  constants,
  createSecureServer,
  type ClientHttp2Session,
  type ClientHttp2Stream,
} from 'node:http2';
import { connect, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/adapters/node.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';
import { selfSigned } from '../service/probe/self-signed.js';

const listenSomewhere = async (server: Server): Promise<void> => {
  for (let port = 21_345; !server.listening; port++) {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening').catch(() => undefined);
  }
};

describe('the listener for node:http', () => {
  const server = createServer(
    toNodeListener(createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: 'http://127.0.0.1:9' })),
  );
  before(() => listenSomewhere(server));
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  /** Sends octets as they are, and gives what is sent back until the connection ends. */
  const exchange = async (head: string): Promise<string> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(head);
    return text(socket);
  };

  for (const [title, line, status] of [
    ['a method that no request can have', 'TRACE /email-check/validate HTTP/1.1', 405],
    ['a target in absolute form', 'GET http://evil.example/email-check/validate HTTP/1.1', 403],
    ['a target that is no path', 'OPTIONS * HTTP/1.1', 404],
    ['a backslash in its path', 'GET /email-check\\validate HTTP/1.1', 404],
    ['a path that climbs', 'GET /email-check/x/../validate HTTP/1.1', 404],
    ['a path that climbs by encoded dots', 'GET /email-check/x/%2e%2E/validate HTTP/1.1', 404],
    ['a path with an encoded dot', 'GET /email-check/%2e/validate HTTP/1.1', 404],
    ['a path with two slashes', 'GET /email-check//validate HTTP/1.1', 404],
    ['a path with a fragment', 'GET /email-check/validate#/../x HTTP/1.1', 404],
    ['an absolute target whose path climbs', 'GET http://shop.example/email-check/x/../validate HTTP/1.1', 404],
    ['dots and a backslash in its query', 'GET /email-check/validate?email=a\\../b HTTP/1.1', 403],
    ['a path that begins with two slashes', 'GET //evil.example/email-check/validate HTTP/1.1', 404],
    ['a host that is none', 'GET /email-check/validate HTTP/1.1\r\nX-More: 1', 403],
  ] as const)
    it(`answers ${title}`, async () => {
      const host = title.startsWith('a host') ? 'a b/c' : 'shop.example';
      assert.match(
        await exchange(`${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        new RegExp(`^HTTP/1.1 ${status} [^]*"success":"0"`),
      );
    });

  it('answers a caller who sends an unwanted body, and closes the connection', async () => {
    const answered = await exchange(
      `POST /email-check/nothing HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 5000000\r\n\r\n${'x'.repeat(100_000)}`,
    );
    assert.match(answered, /^HTTP\/1.1 404 [^]*connection: close/i);
  });

  for (const [title, path, headers] of [
    ['whose path is none', 'nothing', 'Content-Length: 8000000'],
    ['whose body is too long', 'validate', 'Transfer-Encoding: chunked'],
  ] as const)
    it(`answers a caller who reads only after sending everything, ${title}`, async () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
      socket.write(
        `POST /email-check/${path} HTTP/1.1\r\nHost: shop.example\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`,
      );
      const size = 8_000_000;
      const body = 'x'.repeat(size);
      await new Promise((sent) =>
        socket.write(path === 'nothing' ? body : `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`, sent),
      );
      assert.match(await text(socket), /^HTTP\/1.1 4(?:04|13) [^]*"success":"0"/);
    });
});

describe('the listener for node:http2', { timeout: 10_000 }, () => {
  let upstream: Loopback;
  let session: ClientHttp2Session;
  const server = createSecureServer({ ...selfSigned, allowHTTP1: true });
  before(async () => {
    upstream = await startLoopback();
    server.on(
      'request',
      toNodeListener(createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, cache: false })),
    );
    await listenSomewhere(server);
    session = connectHttp2(`https://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      rejectUnauthorized: false,
    });
  });
  after(async () => {
    session.destroy();
    server.close();
    await upstream.end();
  });

  const send = (path: string, headers: OutgoingHttpHeaders = {}): ClientHttp2Stream =>
    session.request(
      { ':path': `/email-check/${path}`, 'sec-fetch-site': 'same-origin', ...headers },
      { endStream: !headers[':method'] },
    );
  const statusOf = async (stream: ClientHttp2Stream): Promise<unknown> => {
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    return headers[':status'];
  };
  const asPost = { ':method': 'POST', 'content-type': 'application/json' };

  it('answers calls of both methods', async () => {
    upstream.answer(
      json({
        service: { email: 'jane@shop.example', code: '5', result: 'Safe to Send', reason: 'Deliverable' },
        success: '1',
      }),
    );
    const got = send('validate?email=jane@shop.example');
    assert.equal(await statusOf(got), 200);
    assert.match(await text(got), /Safe to Send/);
    const posted = send('validate', asPost);
    posted.end('{"email":"jane@shop.example"}');
    assert.match(await text(posted), /Safe to Send/);
    assert.equal(await statusOf(send('validate?email=jane@shop.example', { 'sec-fetch-site': 'cross-site' })), 403);
  });

  it('answers a caller who goes on sending, without ending the other calls of the connection', async () => {
    const sending = send('nothing', asPost);
    sending.on('error', () => {});
    sending.write('x'.repeat(30_000));
    assert.equal(await statusOf(sending), 404);
    sending.resume();
    await once(sending, 'close');
    assert.equal(await statusOf(send('nothing')), 404);
  });

  it('sends nothing for a caller who left', async () => {
    const held: (() => void)[] = [];
    upstream.answer((response) => void held.push(() => response.end('{}')));
    const first = Array.from({ length: 2 }, (_, index) => send(`validate?email=f${index}@shop.example`));
    // As many as one network may have under way.
    while (held.length < 2) await text(send('nothing'));
    const leaving = send('validate?email=left@shop.example');
    await text(send('nothing'));
    leaving.close(constants.NGHTTP2_CANCEL);
    await once(leaving, 'close');
    await text(send('nothing'));
    for (const release of held.splice(0)) release();
    await Promise.all(first.map((stream) => text(stream)));
    await text(send('nothing'));
    assert.equal(upstream.asked.length, 2);
  });
});
