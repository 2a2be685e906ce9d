import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, it } from 'node:test';
import { listen, type Listening } from '../../../src/service/app/listen.js';

const GOOD_TIME = 2_000;

let server: Listening;
const start = async (answer: (request: Request) => Promise<Response>) => {
  for (;;) {
    try {
      return (server = await listen(
        answer,
        { host: '127.0.0.1', port: 20_000 + Math.floor(Math.random() * 12_000) },
        { envelope: 'wrapped' },
      ));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
};
const ok = () => Promise.resolve(new Response('ok'));
const open = async (): Promise<Socket> => {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};
afterEach(() => server.close());

describe('a server that closes', () => {
  it('does not wait for connections without a request, or with half of one', async () => {
    await start(ok);
    const idle = [await open(), await open(), await open()];
    idle[1]?.write('GET / HTTP/1.1\r\nHost: a');
    idle[2]?.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(idle[2] as Socket, 'data');
    const ended = Promise.all(idle.map((socket) => once(socket.on('error', () => undefined).resume(), 'close')));
    const since = performance.now();
    await server.close();
    await ended;
    assert.ok(performance.now() - since < GOOD_TIME);
  });

  it('sends the answers in progress completely, and closes their connections', async () => {
    let reached: () => void = () => undefined;
    let release: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (reached = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    await start(async () => {
      reached();
      await released;
      return new Response('x'.repeat(3_000_000));
    });
    const socket = await open();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await asked;
    const closed = server.close();
    const since = performance.now();
    release();
    assert.match(await text(socket), /x{3000000}/);
    await closed;
    assert.ok(performance.now() - since < GOOD_TIME);
  });
});

describe('a request of HTTP/1.0', () => {
  it('needs no Host, since health checks of load balancers send none', async () => {
    await start((request) => Promise.resolve(new Response(new URL(request.url).pathname)));
    const socket = await open();
    socket.write('GET /healthz HTTP/1.0\r\n\r\n');
    assert.match(await text(socket), /^HTTP\/1\.1 200 [^]*\r\n\r\n\/healthz$/);
  });
});

describe('what cannot be read as a request', () => {
  const refused = async (sent: string) => {
    const socket = await open();
    socket.write(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    assert.match(head, /^access-control-allow-origin: \*$/im);
    assert.match(head, /^content-type: application\/json$/im);
    const { success, error, wrapped } = JSON.parse(body) as {
      success: string;
      error: string;
      wrapped: { error: string };
    };
    assert.deepEqual([success, wrapped.error], ['0', error]);
    return { status: Number(head.slice(9, 12)), error };
  };

  it('is refused in the error body, to any page', async () => {
    await start(ok);
    const long = await refused(`GET /?email=${'%C3%A9'.repeat(60_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    assert.equal(long.status, 414);
    assert.match(long.error, /8192 octets at most/);
    const headers = await refused(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(30_000)}\r\n\r\n`);
    assert.equal(headers.status, 431);
    assert.match(headers.error, /16384 octets of headers/);
    for (const none of ['dance\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'])
      assert.equal((await refused(none)).status, 400, none);
  });

  for (const [name, character] of [
    ['é', 'é'],
    ['‹', '‹'],
    ['emoji', '😀'],
    ['control characters', '\u0007'],
    ['<', '<'],
  ] as const) {
    it(`refuses a URL full of ${name}`, async () => {
      await start((request) =>
        Promise.resolve(new Response(String(new URL(request.url).searchParams.get('email')?.length))),
      );
      const email = character.repeat(8_000 / encodeURIComponent(character).length);
      const response = await fetch(`${server.url}/?email=${encodeURIComponent(email)}`);
      assert.deepEqual([response.status, await response.text()], [200, String(email.length)]);
    });
  }
});
