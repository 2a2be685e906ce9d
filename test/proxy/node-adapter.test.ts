import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/adapters/node.js';

describe('the listener for node:http', () => {
  const server = createServer(toNodeListener(createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: 'http://127.0.0.1:9' })));
  before(async () => {
    for (let port = 21_345; !server.listening; port++) {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening').catch(() => undefined);
    }
  });
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
    ['a path that begins with two slashes', 'GET //evil.example/email-check/validate HTTP/1.1', 404],
    ['a host that is none', 'GET /email-check/validate HTTP/1.1\r\nX-More: 1', 403],
  ] as const)
    it(`answers ${title}`, async () => {
      const host = title.startsWith('a host') ? 'a b/c' : 'shop.example';
      assert.match(await exchange(`${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`), new RegExp(`^HTTP/1.1 ${status} [^]*"success":"0"`));
    });

  it('answers who sends a body that nobody wants, and lets the connection go', async () => {
    const answered = await exchange(`POST /email-check/nothing HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 5000000\r\n\r\n${'x'.repeat(100_000)}`);
    assert.match(answered, /^HTTP\/1.1 404 [^]*connection: close/i);
  });
});
