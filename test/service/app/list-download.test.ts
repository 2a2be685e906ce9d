import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../../src/client/index.js';
import { readHostedList } from '../../../src/service/bulk/index.js';
import { startService, stubEngine, type Fixture } from './fixture.js';

const LINES = 4_000;
/** As long as a line may be: the file is larger than the system's buffers. */
const PADDING = 'x'.repeat(3_900);
const STEP_MS = 40;
const ANSWER_MS = 2_000;

describe('a long file of results', () => {
  let fixture: Fixture;
  let link: string;
  before(async () => {
    const engine = stubEngine();
    fixture = await startService({
      timeouts: { answerMilliseconds: ANSWER_MS, checkMilliseconds: STEP_MS },
      listWork: {
        fetch: () =>
          readHostedList(
            Buffer.from(
              Array.from({ length: LINES }, (_, index) => `unknown${PADDING}${index}@shop.example`).join('\n'),
            ),
          ),
        verify: (address) => engine.verify(address),
      },
    });
    const client = createClient({ baseUrl: fixture.url, apiKey: fixture.keys.private });
    const { listId } = await client.uploadList({ url: 'https://lists.shop.example/may.csv' });
    link = (await client.waitForList(listId)).downloadLink;
  });
  after(() => fixture.end());

  /** Asks for the file over a socket that reads only when it is told to. */
  const ask = async (): Promise<Socket> => {
    const { port, pathname, search } = new URL(link);
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.pause();
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: check.example\r\nConnection: close\r\n\r\n`);
    return socket;
  };
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  it('is sent whole to a slow reader, beyond the timeout of an answer', async () => {
    const socket = await ask();
    const parts: Buffer[] = [];
    const end = `${LINES - 1}@shop.example,Unknown,Unknown,7,false,false,1,\r\n`;
    let waited = 0;
    const closed = once(socket, 'close');
    for (let isOver = false; !isOver;) {
      await Promise.race([once(socket, 'readable'), closed]);
      for (let part = socket.read() as Buffer | null; part; part = socket.read() as Buffer | null) parts.push(part);
      isOver =
        socket.readableEnded || socket.destroyed || Buffer.concat(parts.slice(-2)).toString('latin1').endsWith(end);
      if (waited < 3 * ANSWER_MS) {
        await wait(STEP_MS);
        waited += STEP_MS;
      }
    }
    socket.destroy();
    assert.ok(waited >= 3 * ANSWER_MS, 'it came too fast to show anything');
    const text = Buffer.concat(parts).toString('latin1');
    assert.equal(text.split('\r\n').filter((line) => line.startsWith('unknown')).length, LINES);
  });

  it('is cancelled if it is not read, and others are answered meanwhile', async () => {
    const socket = await ask();
    await once(socket, 'readable');
    const { status } = await fixture.get('/v1/balance/', { api: fixture.keys.private });
    assert.equal(status, 200);
    await wait(2 * ANSWER_MS + 2 * STEP_MS);
    let octets = 0;
    socket.on('data', (part: Buffer) => (octets += part.length));
    socket.on('error', () => undefined);
    socket.resume();
    await once(socket, 'close');
    assert.ok(octets < 12_000_000, `${octets} octets of it were sent all the same`);
  });

  it('takes little memory, however many requests there are', async () => {
    await (await fetch(link)).text();
    global.gc?.();
    const before = process.memoryUsage().rss;
    const files = await Promise.all(
      Array.from({ length: 4 }, async () => {
        let octets = 0;
        for await (const part of (await fetch(link)).body as unknown as AsyncIterable<Uint8Array>)
          octets += part.length;
        return octets;
      }),
    );
    assert.equal(new Set(files).size, 1);
    assert.ok(process.memoryUsage().rss - before < 150_000_000, `${process.memoryUsage().rss - before} bytes`);
  });
});
