import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createKeyProxy } from '../../src/proxy/index.js';

const apiKey = 'Kq7ZwX2mVt9Lp';
const head = (status: string, ...lines: string[]) => [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');
const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));

describe('a service that does not speak HTTP as it should', () => {
  let server: Server;
  let sent: readonly (string | Buffer)[] = [];
  before(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        for (const part of sent) socket.write(part);
        socket.end();
      });
    });
    for (let port = 22_511; !server.listening; port++) {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening').catch(() => undefined);
    }
  });
  after(() => server.close());

  const answers: Readonly<Record<string, readonly (string | Buffer)[]>> = {
    'says nothing': [],
    'says what is no HTTP': [`${apiKey}\r\n\r\n`],
    'names a length below zero': [head('200 OK', 'Content-Length: -1'), '{}'],
    'names two lengths': [head('200 OK', 'Content-Length: 2', 'Content-Length: 3'), '{}'],
    'sends chunks that are none': [head('200 OK', 'Transfer-Encoding: chunked'), `${apiKey}\r\n`],
    'has a reason with the key in it': [head(`500 ${apiKey}`, 'Content-Length: 0')],
    'has headers without end': [
      head('200 OK', ...Array.from({ length: 2_000 }, (_, at) => `X-${apiKey}-${at}: ${apiKey}`)),
    ],
    'says that an answer is to come, over and over': [
      ...Array.from({ length: 200 }, () => head('103 Early Hints', `Link: <${apiKey}>`)),
      head('204 No Content'),
    ],
    'changes the protocol': [head('101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade')],
    'has nothing new': [head('304 Not Modified', `ETag: "${apiKey}"`)],
    'redirects to nowhere': [head('302 Found', 'Content-Length: 0')],
    'redirects to itself with a login': [
      head('302 Found', `Location: http://u:${apiKey}@127.0.0.1:22511/`, 'Content-Length: 0'),
    ],
    'redirects in another encoding': [
      Buffer.from(head('302 Found', `Location: /\xff${apiKey}`, 'Content-Length: 0'), 'latin1'),
    ],
    'sends a little that unpacks to a lot': [
      head('200 OK', 'Content-Encoding: gzip', `Content-Length: ${bomb.length}`),
      bomb,
    ],
    'sends what does not unpack': [head('200 OK', 'Content-Encoding: br', 'Content-Length: 13'), apiKey],
    'sends a text in two octets each': [
      head('200 OK', 'Content-Type: application/json; charset=utf-16', 'Connection: close'),
      Buffer.from('\ufeff{"success":"1"}', 'utf16le'),
    ],
  };
  for (const [what, parts] of Object.entries(answers))
    it(`and ${what} counts as failed, and the answer shows no key`, async () => {
      const { port } = server.address() as AddressInfo;
      const proxy = createKeyProxy({
        apiKey,
        baseUrl: `http://127.0.0.1:${port}`,
        timeout: 10_000,
        authorize: () => true,
      });
      for (const call of [
        'validate?email=jane@shop.example',
        'balance',
        'disposable?email=shop.example',
        'logo/shop.example',
        'lists/upload?url=https://lists.shop.com/a.csv',
      ]) {
        sent = parts;
        const response = await proxy(
          new Request(`http://localhost/email-check/${call}`, {
            headers: { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1' },
          }),
        );
        const text = await response.text();
        assert.match(
          text,
          /"code":"upstream-(?:unreachable|failed|bad-answer|redirect)"/,
          `${call}: ${response.status} ${text.slice(0, 200)}`,
        );
        assert.equal(response.status, 502);
        assert.doesNotMatch(`${text} ${JSON.stringify([...response.headers])}`, /Kq7Z/i);
      }
    });
});
