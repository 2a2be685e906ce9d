import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, it } from 'node:test';
import { onFreePort } from '../../../demo/world/loopback.js';
import { listen, type Listening, type ServerTimeouts } from '../../../src/service/app/listen.js';

const ASK = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const quick = { checkMilliseconds: 20 };

let server: Listening;
let unread: number[] = [];
const start = async (
  timeouts: Partial<ServerTimeouts>,
  answer: (request: Request) => Promise<Response> = () => Promise.resolve(new Response('ok')),
) => {
  unread = [];
  server = await onFreePort((port) =>
    listen(
      answer,
      { host: '127.0.0.1', port },
      { timeouts: { ...quick, ...timeouts }, onMalformedRequest: (status) => unread.push(status) },
    ),
  );
};
const open = async (): Promise<Socket> => {
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
/** What comes until the server ends the connection. */
const untilItEnds = (socket: Socket) => text(socket).catch(() => '');
/** The next answer, of the short ones that come in one piece. */
const answerOn = async (socket: Socket) => String(((await once(socket, 'data')) as [Buffer])[0]);
afterEach(() => server.close());

describe('a server among slow callers', () => {
  it('refuses a request that arrives byte by byte', async () => {
    await start({ headMilliseconds: 150 });
    const socket = await open();
    const octets = setInterval(() => socket.write('x'), 10);
    socket.write('GET /');
    const answer = await untilItEnds(socket);
    clearInterval(octets);
    assert.match(answer, /^HTTP\/1\.1 408 .*did not arrive in time/s);
    assert.match(answer, /^content-security-policy: /im);
    assert.deepEqual(unread, [408]);
  });

  it('closes connections without a request, before the first and after an answer', async () => {
    await start({ headMilliseconds: 100, idleMilliseconds: 50 });
    assert.match(await untilItEnds(await open()), /^HTTP\/1\.1 408 /);
    const kept = await open();
    kept.write(ASK);
    assert.match(await untilItEnds(kept), /^HTTP\/1\.1 200 .*ok$/s);
  });

  it('closes a connection whose caller does not read the answer', async () => {
    let isAsked = false;
    await start({ answerMilliseconds: 100, mostConnections: 1 }, () => {
      const answer = isAsked ? 'ok' : 'x'.repeat(50_000_000);
      isAsked = true;
      return Promise.resolve(new Response(answer));
    });
    const deaf = (await open()).pause();
    deaf.write(ASK);
    const anotherAnswer = async () => {
      const socket = await open();
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      return untilItEnds(socket);
    };
    // While the deaf one has the only connection, others are ended unanswered.
    let answer = '';
    while (!answer.endsWith('ok')) answer = await anotherAnswer();
    deaf.destroy();
  });

  it('keeps a limited number of idle connections, closes the one idle for longest, and never an active one', async () => {
    let release: () => void = () => undefined;
    let reached: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const asked = new Promise<void>((resolve) => (reached = resolve));
    await start({ mostIdle: 2 }, async () => {
      reached();
      await released;
      return new Response('served');
    });
    const served = await open();
    served.write(ASK);
    await asked;
    const first = await open();
    const [second, third] = [await open(), await open()];
    assert.equal(await untilItEnds(first), '');
    release();
    assert.match(await answerOn(served), /served$/);
    // Now it waits too, and the longest is another.
    assert.equal(await untilItEnds(second), '');
    third.write(ASK);
    assert.match(await answerOn(third), /served$/);
    for (const each of [served, third]) each.destroy();
  });

  it('has so many connections in all', async () => {
    await start({ mostConnections: 1 });
    const one = await open();
    one.write(ASK);
    await answerOn(one);
    assert.equal(await untilItEnds(await open()), '');
    one.write(ASK);
    assert.match(await answerOn(one), / 200 /);
    one.destroy();
  });
});

describe('a GET with a body', () => {
  const rows = {
    'that came': 'Content-Length: 4\r\n\r\nbody',
    'that never comes': 'Content-Length: 1000000\r\n\r\n',
    'of unknown length': 'Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n',
    'that waits to be asked for': 'Expect: 100-continue\r\nContent-Length: 9\r\n\r\n',
    'under conditions that nobody knows': 'Expect: wonders\r\nContent-Length: 9\r\n\r\n',
  };
  for (const [name, rest] of Object.entries(rows))
    it(`${name} is answered, and its connection ended`, async () => {
      await start({});
      const socket = await open();
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${rest}`);
      const answer = await untilItEnds(socket);
      assert.match(answer, /^HTTP\/1\.1 200 .*connection: close.*ok$/is);
    });
});
