import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { Hono, type Handler } from 'hono';
import { createKeyProxy } from '../../src/proxy/index.js';
import { verifyReceipt } from '../../src/proxy/receipt.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';
import { bundledMount } from '../runtimes/bundle.js';
import { startBare, startMount, type Environment, type Mounted, type MountName } from '../runtimes/start-mount.js';

const apiKey = 'Kq7ZwX2mVt9Lp';
const secret = 'a secret of the test, of thirty-two octets';
const verdict = {
  email: 'jane@shop.example',
  code: '5',
  role: 'false',
  free_email: 'false',
  result: 'Safe to Send',
  reason: 'Deliverable',
  send_transactional: '1',
  did_you_mean: '',
  api: apiKey,
};

/** Whom a call comes from: an address of this machine, or what stands in a header that the place of the mount sets. */
interface Visitor {
  readonly localAddress?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** All that was answered, headers too. */
  readonly shown: string;
}

type Ask = (path: string, visitor?: Visitor) => Promise<Answered>;

const fromPage = { 'Sec-Fetch-Site': 'same-origin' };

/** Asks a server, from any address of loopback. */
const asker = (url: string): Ask => {
  const agents = new Map<string, Agent>();
  return async (path, { localAddress = '127.0.0.1', headers = {} } = {}) => {
    const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, localAddress });
    agents.set(localAddress, agent);
    const request = httpRequest(`${url}/email-check/${path}`, { agent, headers: { ...fromPage, ...headers } }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const answered = await text(response);
    return {
      status: response.statusCode ?? 0,
      body: JSON.parse(answered) as Record<string, unknown>,
      shown: `${answered} ${JSON.stringify(response.rawHeaders)}`,
    };
  };
};

const here: Visitor = {};
const there: Visitor = { localAddress: '127.0.0.2' };

/** More calls than one network may make in a minute. */
const MANY = 121;

/** How one visitor is answered who has asked too often, and then another one. */
const afterMany = async (ask: Ask, one: Visitor, other: Visitor): Promise<readonly [one: number, other: number]> => {
  let { status } = await ask('balance', one);
  for (let count = 1; count < MANY; count++) ({ status } = await ask('balance', one));
  return [status, (await ask('balance', other)).status];
};

describe('the key proxy, mounted as in the documentation,', () => {
  let upstream: Loopback;
  let environment: Environment;
  const mounts: Mounted[] = [];
  before(async () => {
    upstream = await startLoopback(json({ service: verdict, success: '1' }));
    environment = { EMAIL_CHECK_KEY: apiKey, EMAIL_CHECK_URL: upstream.url, RECEIPT_SECRET: secret };
  });
  afterEach(async () => {
    for (const each of mounts.splice(0)) await each.end();
  });
  after(() => upstream.end());

  const opened = async (mounting: Promise<Mounted>): Promise<{ ask: Ask; mounted: Mounted }> => {
    const mounted = await mounting;
    mounts.push(mounted);
    return { ask: asker(mounted.url), mounted };
  };

  /** One good call and one of another site, with the key in neither answer. */
  const check = async (ask: Ask): Promise<void> => {
    const good = await ask('validate?email=jane@shop.example');
    assert.equal(good.status, 200);
    const verified = await verifyReceipt(String(good.body['receipt']), { email: 'jane@shop.example', secret });
    assert.equal(verified.ok && verified.found.result, 'Safe to Send');
    const refused = await ask('validate?email=jane@shop.example', { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    assert.equal(refused.status, 403);
    for (const { shown } of [good, refused]) assert.ok(!shown.includes(apiKey), shown);
  };

  const cloudflare = (address: string): Visitor => ({ headers: { 'CF-Connecting-IP': address } });
  const rows: Readonly<Record<MountName, readonly [one: Visitor, other: Visitor]>> = {
    node: [here, there],
    express: [here, there],
    fastify: [here, there],
    hono: [here, there],
    bun: [here, there],
    deno: [here, there],
    workers: [cloudflare('198.51.100.1'), cloudflare('198.51.100.2')],
  };
  for (const [name, [one, other]] of Object.entries(rows) as [MountName, (typeof rows)[MountName]][])
    it(`in ${name}.ts answers the site's pages, hides the key, and counts each visitor separately`, async () => {
      const { ask, mounted } = await opened(startMount(name, environment));
      await check(ask);
      assert.deepEqual(await afterMany(ask, one, other), [429, 403]);
      // What a visitor says of itself is no one's address.
      assert.equal(
        (await ask('balance', { ...one, headers: { ...one.headers, 'X-Forwarded-For': '203.0.113.7' } })).status,
        429,
      );
      assert.ok(!mounted.output().includes(apiKey), mounted.output());
    });

  it("in next.ts answers the site's pages, hides the key, and counts each visitor separately", async () => {
    // A build loads the file where no key is.
    const route = (await import(
      `data:text/javascript,${encodeURIComponent(await bundledMount('next', 'source'))}`
    )) as Record<'GET' | 'POST', (request: Request, context: object) => Promise<Response>>;
    Object.assign(process.env, environment);
    const ask: Ask = async (path, { headers = {} } = {}) => {
      const request = new Request(`http://localhost/email-check/${path}`, { headers: { ...fromPage, ...headers } });
      const response = await route.GET(request, { params: Promise.resolve({ path: [path] }) });
      const answered = await response.text();
      return {
        status: response.status,
        body: JSON.parse(answered) as Record<string, unknown>,
        shown: `${answered} ${JSON.stringify([...response.headers])}`,
      };
    };
    await check(ask);
    const posted = await route.POST(
      // On the edge runtime, Next.js adds the segments of the path to the query.
      new Request('http://localhost/email-check/validate?path=validate', {
        method: 'POST',
        headers: { ...fromPage, 'Content-Type': 'application/json' },
        body: '{"email":"jane@shop.example"}',
      }),
      {},
    );
    assert.equal(posted.status, 200);
    const behind = (address: string): Visitor => ({ headers: { 'X-Forwarded-For': `203.0.113.7, ${address}` } });
    assert.deepEqual(await afterMany(ask, behind('198.51.100.1'), behind('198.51.100.2')), [429, 403]);
  });

  describe('or itself given as a handler,', () => {
    for (const [runtime, other, what] of [
      ['deno', 403, 'reads the address that Deno hands over'],
      ['bun', 429, 'takes nothing from the server that Bun hands over'],
      ['workers', 429, 'takes nothing from the bindings that Workers hand over'],
    ] as const)
      it(what, async () => {
        const { ask } = await opened(startBare(runtime, environment));
        assert.equal((await ask('validate?email=jane@shop.example')).status, 200);
        assert.deepEqual(await afterMany(ask, here, there), [429, other]);
      });

    it('ignores the parameters that Next.js passes', async () => {
      const proxy = createKeyProxy({ apiKey, baseUrl: upstream.url });
      const handler = proxy as (request: Request, context: object) => Promise<Response>;
      const response = await handler(
        new Request('http://localhost/email-check/validate?email=jane@shop.example', { headers: fromPage }),
        { params: Promise.resolve({ path: ['validate'] }) },
      );
      assert.equal(response.status, 200);
    });

    it("reads the request's signal at once, since Deno watches for a caller who leaves only from then on", async () => {
      const request = new Request('http://localhost/email-check/nothing', { headers: fromPage });
      const { signal } = request;
      let looks = 0;
      Object.defineProperty(request, 'signal', { get: () => (looks++, signal) });
      const answering = createKeyProxy({ apiKey, baseUrl: upstream.url })(request);
      assert.equal(looks, 1);
      assert.equal((await answering).status, 404);
    });

    it('answers with an error if Hono passes no request', async () => {
      const app = new Hono().all(
        '/email-check/*',
        createKeyProxy({ apiKey, baseUrl: upstream.url }) as unknown as Handler,
      );
      const response = await app.request('/email-check/validate?email=jane@shop.example', { headers: fromPage });
      assert.equal(response.status, 503);
      assert.match(await response.text(), /"success":"0"/);
    });
  });
});
