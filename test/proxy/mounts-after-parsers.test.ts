import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { toNodeListener } from '../../src/proxy/adapters/node.js';
import { createKeyProxy } from '../../src/proxy/index.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';
import { installRuntimes } from '../runtimes/install.js';

type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

/** As much of Express as these tests use. */
interface Express {
  (): RequestListener & { use(...middleware: readonly (string | Middleware)[]): void };
  json(options?: object): Middleware;
  text(options: object): Middleware;
  raw(options: object): Middleware;
  urlencoded(options: object): Middleware;
}

/** As much of Fastify as these tests use. */
type Fastify = (options: {
  readonly serverFactory: (listener: RequestListener) => ReturnType<typeof createServer>;
}) => {
  all(
    path: string,
    handler: (
      request: { readonly raw: IncomingMessage; readonly body: unknown },
      reply: { readonly raw: ServerResponse; hijack(): void },
    ) => void,
  ): void;
  ready(): Promise<unknown>;
};

const frameworkFrom = async <Framework>(file: string): Promise<Framework> =>
  ((await import(join(installRuntimes(), file))) as { default: Framework }).default;

const listen = async (server: ReturnType<typeof createServer>): Promise<string> => {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return `http://127.0.0.1:${port}`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
};

const verdict = {
  email: 'jane@shop.example',
  code: '5',
  role: 'false',
  free_email: 'false',
  result: 'Safe to Send',
  reason: 'Deliverable',
  send_transactional: '1',
  did_you_mean: '',
};

/** Reads a body to its end and leaves it nowhere. */
const swallow: Middleware = (incoming, _outgoing, next) => void incoming.on('end', next).resume();

describe('the listener for node:http, after middleware that reads bodies,', () => {
  let upstream: Loopback;
  const ends: (() => unknown)[] = [];
  before(async () => {
    upstream = await startLoopback(json({ service: verdict, success: '1' }));
  });
  after(async () => {
    for (const end of ends) await end();
    await upstream.end();
  });

  const listener = () =>
    toNodeListener(createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, cache: false }));
  const serve = async (server: ReturnType<typeof createServer>) => {
    const url = await listen(server);
    ends.push(() => (server.closeAllConnections(), server.close()));
    return async (body: string, type = 'application/json') => {
      const response = await fetch(`${url}/email-check/validate`, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': type },
        body,
      });
      const answered = (await response.json()) as { error?: string; service?: { email?: string } };
      return { status: response.status, error: answered.error ?? '', email: answered.service?.email };
    };
  };
  const behind = async (...parsers: readonly ((express: Express) => Middleware)[]) => {
    const express = await frameworkFrom<Express>('express/index.js');
    const app = express();
    app.use(...parsers.map((parser) => parser(express)));
    app.use('/email-check', listener());
    return serve(createServer(app));
  };

  for (const [title, parser] of [
    ['express.json()', (express: Express) => express.json()],
    ['express.text()', (express: Express) => express.text({ type: '*/*' })],
    ['express.raw()', (express: Express) => express.raw({ type: '*/*' })],
  ] as const)
    it(`reads the body that ${title} has parsed`, async () => {
      const post = await behind(parser);
      assert.deepEqual(await post('{"email":"jane+ä@shop.example"}'), {
        status: 200,
        error: '',
        email: 'jane+ä@shop.example',
      });
      assert.equal((await post('{"email":["jane@shop.example"]}')).status, 400);
      const long = await post(JSON.stringify({ email: 'a'.repeat(5_000) }));
      assert.deepEqual([long.status, /4096/.test(long.error)], [413, true]);
    });

  it('refuses a body of another type, though it was parsed', async () => {
    const post = await behind((express) => express.urlencoded({ extended: false }));
    const { status, error } = await post('email=jane@shop.example', 'application/x-www-form-urlencoded');
    assert.deepEqual([status, /application\/json/.test(error)], [415, true]);
  });

  it('reports a body that was read and not kept', async () => {
    const post = await behind(() => swallow);
    const { status, error } = await post('{"email":"jane@shop.example"}');
    assert.deepEqual([status, /read before the key proxy got it/.test(error)], [503, true]);
  });

  it('reports a parsed body that JSON cannot express', async () => {
    const reviver = (_: string, value: unknown): unknown => (typeof value === 'number' ? BigInt(value) : value);
    const post = await behind((express) => express.json({ reviver }));
    const { status, error } = await post('{"email":"jane@shop.example","since":5}');
    assert.deepEqual([status, /read before the key proxy got it/.test(error)], [503, true]);
  });

  it('reads a body parsed by Fastify if it is passed on, and reports a missing one if it is not', async () => {
    const fastify = await frameworkFrom<Fastify>('fastify/fastify.js');
    const start = async (handsOn: boolean) => {
      let server: ReturnType<typeof createServer> | undefined;
      const app = fastify({ serverFactory: (handler) => (server = createServer(handler)) });
      const mounted = listener();
      app.all('/email-check/*', ({ raw, body }, reply) => {
        reply.hijack();
        mounted(handsOn ? Object.assign(raw, { body }) : raw, reply.raw);
      });
      await app.ready();
      return serve(server!);
    };
    assert.equal((await (await start(true))('{"email":"jane@shop.example"}')).status, 200);
    const { status, error } = await (await start(false))('{"email":"jane@shop.example"}');
    assert.deepEqual([status, /read before the key proxy got it/.test(error)], [503, true]);
  });
});
