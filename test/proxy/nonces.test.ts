import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createKeyProxy,
  createNonces,
  KeyProxyOptionError,
  type KeyProxyOptions,
  type Nonces,
} from '../../src/proxy/index.js';
import { createRedisNonces } from '../../src/proxy/adapters/redis.js';
import { noncesContract } from '../suites/nonces-contract.js';
import { clients } from '../suites/redis-clients.js';
import { redisForTests } from '../suites/redis-server.js';

noncesContract('in memory', () => {
  const nonces = createNonces();
  return Promise.resolve({ each: [nonces, nonces], end: () => Promise.resolve() });
});

const { skip, server } = redisForTests();
if (skip) describe('nonces in Redis', { skip });
else
  noncesContract('in Redis', async () => {
    const connected = [await clients.ioredis(server().url), await clients['node-redis'](server().url)] as const;
    const [one, other] = connected.map(({ client }) => createRedisNonces({ client, prefix: 'nonces-test' }));
    return { each: [one!, other!], end: () => Promise.resolve(connected.forEach(({ close }) => close())) };
  });

describe('nonces in memory', () => {
  it('of more than are remembered, the oldest is forgotten', async () => {
    const nonces = createNonces({ size: 2, now: () => 0 });
    for (const name of ['a', 'b', 'c']) await nonces.keep(name, 's', 10);
    assert.deepEqual(
      [await nonces.take('a', 's'), await nonces.take('b', 's'), await nonces.take('c', 's')],
      [false, true, true],
    );
  });

  it('expire by the clock that was handed in', async () => {
    let now = 0;
    const nonces = createNonces({ now: () => now });
    await nonces.keep('a', 's', 1_800_000);
    await nonces.keep('b', 's', 1_800_000);
    now = 1_799_999;
    assert.equal(await nonces.take('a', 's'), true);
    now = 1_800_000;
    assert.equal(await nonces.take('b', 's'), false);
  });

  for (const size of [0, 1.5, Number.NaN])
    it(`of size ${size} are refused`, () => assert.throws(() => createNonces({ size }), /`size` must be/));
});

describe('nonces in Redis', () => {
  it('need a client', () =>
    assert.throws(() => createRedisNonces({ client: {} as never }), /createRedisNonces: "client" must be a client/));
  it('need a prefix', () => {
    const client = { status: 'ready', eval: () => Promise.resolve(0) };
    assert.throws(() => createRedisNonces({ client, prefix: '' }), /"prefix" must be a text/);
  });
});

const proxyWith = (options: Partial<KeyProxyOptions>) =>
  createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: 'http://127.0.0.1:1', ...options });

const ask = (nonces: Nonces, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  proxyWith({ nonces })(
    new Request('http://shop.example/email-check/nonce', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
    }),
  );

describe('the call for a nonce', () => {
  it('gives 128 random bits, and binds them to a new session by a cookie that no script can read', async () => {
    const kept: unknown[][] = [];
    const nonces: Nonces = {
      keep: (...all) => Promise.resolve(void kept.push(all)),
      take: () => Promise.resolve(true),
    };
    const response = await ask(nonces);
    const { nonce, success } = (await response.json()) as { nonce: string; success: string };
    assert.equal(success, '1');
    assert.match(nonce, /^[\w-]{22}$/);
    const [, session = ''] =
      /^email-check-session=([\w-]{22}); Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict$/.exec(
        response.headers.get('Set-Cookie') ?? '',
      ) ?? [];
    assert.notEqual(session, '');
    assert.notEqual(session, nonce);
    assert.deepEqual(
      kept.map(([name, of]) => [name, of]),
      [[nonce, session]],
    );
    assert.equal(response.headers.get('Cache-Control'), 'no-store');
  });

  it('sets a cookie of this host alone if the page is at https', async () => {
    const response = await ask(createNonces(), { Origin: 'https://shop.example' });
    assert.match(
      response.headers.get('Set-Cookie') ?? '',
      /^__Host-email-check-session=[\w-]{22}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('keeps the session that a browser has, so that two forms of a page are of one', async () => {
    const session = 'abcdefghijklmnopqrstuv';
    for (const [cookie, Origin] of [
      [`a=b; email-check-session=${session}`, 'http://localhost:8780'],
      [`__Host-email-check-session=${session}; c=d`, 'https://shop.example'],
    ] as const) {
      const response = await ask(createNonces(), { Cookie: cookie, Origin });
      assert.ok(response.headers.get('Set-Cookie')?.includes(`=${session};`), cookie);
    }
  });

  it('gives a new session to a browser whose cookie under https another host could have planted', async () => {
    const planted = 'abcdefghijklmnopqrstuv';
    const response = await ask(createNonces(), {
      Cookie: `email-check-session=${planted}`,
      Origin: 'https://shop.example',
    });
    assert.match(response.headers.get('Set-Cookie') ?? '', /^__Host-email-check-session=[\w-]{22};/);
    assert.ok(!response.headers.get('Set-Cookie')?.includes(planted));
  });

  for (const cookie of [
    'email-check-session=short',
    'email-check-session=',
    `email-check-session=${'x'.repeat(22)}x`,
    'email-check-session=abcdefghijklmnopqrst\u00e9v',
  ])
    it(`gives a new session instead of ${JSON.stringify(cookie)}`, async () => {
      const set = (await ask(createNonces(), { Cookie: cookie })).headers.get('Set-Cookie') ?? '';
      assert.match(set, /^email-check-session=[\w-]{22};/);
      assert.ok(!set.includes('xxxxxxxxxxxxxxxxxxxxxx'));
    });

  it('never gives the same twice', async () => {
    const nonces = createNonces();
    const given = await Promise.all(
      Array.from({ length: 100 }, async () => ((await (await ask(nonces)).json()) as { nonce: string }).nonce),
    );
    assert.equal(new Set(given).size, 100);
  });

  it('tells the site if nonces cannot be kept', async () => {
    const faults: string[] = [];
    const nonces: Nonces = { keep: () => Promise.reject(new Error('down')), take: () => Promise.resolve(false) };
    const response = await proxyWith({ nonces, onError: (_, fault) => void faults.push(fault) })(
      new Request('http://shop.example/email-check/nonce', {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      }),
    );
    assert.equal(response.status, 503);
    assert.deepEqual(faults, ['nonces']);
  });

  it('needs nonces that have both methods', () => {
    assert.throws(
      () => proxyWith({ nonces: { keep: () => Promise.resolve() } as never }),
      (error) => error instanceof KeyProxyOptionError && error.option === 'nonces',
    );
  });
});
