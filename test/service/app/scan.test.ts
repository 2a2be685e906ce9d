import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { onFreePort } from '../../../demo/world/loopback.js';
import { keyHash } from '../../../src/service/accounts/keys.js';
import { openAccounts } from '../../../src/service/index.js';
import { createLog } from '../../../src/service/log/index.js';
import { createMetrics } from '../../../src/service/metrics/index.js';
import { startServing } from '../../cli/serving.js';
import { keptCall } from '../../kept-call.js';
import { secret, shop, startService, stubEngine } from './fixture.js';

const address = 'jane.hidden@secret-shop.example';
const token = 'the token of the admin API';

const paths = [
  ...['/v1', '/v1/', '/v1/balance/', '/v1/usage/', '/v1/reverse/', '/v1/upload/', '/v1/status/', '/v1/nothing/'],
  ...[
    '/disposable/',
    `/logo/${address}`,
    '/logo/',
    '/email-check.js',
    '/email-check.css',
    '/locales/de.js',
    '/healthz',
    '/readyz',
    '/metrics',
    '/nowhere',
  ],
];
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PROPFIND'];

/** What may stand beside a key: parameters of all calls, odd ones and none. */
const oddQueries: readonly Record<string, string>[] = [
  {
    email: address,
    append: 'true',
    photo: 'true',
    start: '20-09-01',
    end: '20-09-02',
    url: 'https://a.example/list.csv',
    list_id: '1',
  },
  { email: address },
  { email: `${address}\u0000\u001b[31m`, start: address, end: '99-99-99' },
  { start: '26-01-01', end: '20-01-01' },
  {},
];

/** An answer as it came: its head, and its body apart, since two calls echo the address that they were asked about. */
interface Heard {
  readonly what: string;
  readonly head: string;
  readonly body: string;
  readonly mayEcho: boolean;
}

const hear = async (what: string, url: string, response: Response): Promise<Heard> => {
  const path = new URL(url).pathname;
  const mayEcho = response.status === 200 && /^\/v1(\/(reverse\/)?)?$/.test(path);
  return {
    what,
    mayEcho,
    head: `${response.status} ${response.statusText} ${JSON.stringify([...response.headers])}`,
    body: await response.text(),
  };
};

/** What is no request at all, sent as it stands. */
const rawRequests = (key: string): string[] => {
  const query = `?api=${key}&email=${address}`;
  return [
    `dance ${query}\r\n\r\n`,
    `GET /v1/${query} HTTP/9.9\r\nHost: a\r\n\r\n`,
    `GET /v1/${query} HTTP/1.1\r\n\r\n`,
    `GET /v1/${query} HTTP/1.1\r\nHost: a b\r\n\r\n`,
    `GET http://[/v1/${query} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET /v1/${query}${'x'.repeat(30_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET /v1/${query} HTTP/1.1\r\nHost: a\r\nX-Long: ${key.repeat(3_000)}\r\n\r\n`,
    `GET /v1/${query} HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n`,
  ];
};

const walk = async (url: string, keys: readonly string[]): Promise<Heard[]> => {
  const heard: Heard[] = [];
  for (const path of paths)
    for (const method of methods)
      for (const api of method === 'GET' ? [...keys, 'AbCdEfGhIjKlM', `${keys[0]}x`, ''] : keys.slice(0, 1))
        for (const query of method === 'GET' ? oddQueries : oddQueries.slice(0, 1)) {
          const asked = `${url}${path}?${new URLSearchParams({ ...query, api }).toString()}`;
          const headers = { Origin: shop, Referer: asked, Cookie: `key=${api}`, Authorization: `Bearer ${api}` };
          heard.push(await hear(`${method} ${path}`, asked, await keptCall(asked, { method, headers })));
        }
  for (const sent of rawRequests(keys[0] ?? '')) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.end(sent);
    heard.push({ what: sent.slice(0, 30), mayEcho: false, head: '', body: await text(socket).catch(() => '') });
  }
  return heard;
};

/** A place in code, of this project or of what it uses. */
const STACK = /\n\s*at .*:\d+:\d+|node_modules|file:\/\/|\/src\/service\//;

const assertClean = (heard: readonly Heard[], hidden: readonly string[]): void => {
  for (const { what, head, body, mayEcho } of heard) {
    for (const each of hidden)
      assert.ok(!head.includes(each) && !body.includes(each), `${what} shows ${each}: ${head} ${body}`);
    assert.doesNotMatch(head + body, STACK, what);
    assert.ok(
      !head.includes(address) && (mayEcho || !body.includes(address)),
      `${what} shows the address: ${head} ${body}`,
    );
  }
};

/** All that nobody may see: keys, their hashes, the secret and the token. */
const hiddenOf = (keys: readonly string[]): string[] => [
  ...keys,
  ...keys.map((key) => keyHash(secret, key)),
  secret,
  token,
  'a-password',
];

/** Beside those: whom an answer is about, and where in the code. */
const assertCleanLines = (lines: string, hidden: readonly string[]): void => {
  assert.equal(STACK.exec(lines)?.[0], undefined);
  for (const each of [...hidden, address, encodeURIComponent(address), 'secret-shop'])
    assert.ok(!lines.includes(each), `a line shows ${each}`);
};

describe('no key, hash, secret, address or stack is shown', () => {
  const start = async (more: Parameters<typeof startService>[0] = {}) => {
    const lines: string[] = [];
    const log = createLog({ level: 'info', write: (line) => lines.push(line), secrets: [secret, token] });
    const metrics = createMetrics();
    const fixture = await startService({ metrics, metricsFor: 'all', onCall: log.call, onFault: log.fault, ...more });
    return { fixture, lines, metrics, keys: Object.values(fixture.keys) };
  };
  const end = async ({ fixture, lines, metrics, keys }: Awaited<ReturnType<typeof start>>, heard: readonly Heard[]) => {
    const hidden = hiddenOf(keys);
    const { text: figures } = await metrics.page();
    await fixture.end();
    assertClean(heard, hidden);
    assertCleanLines(figures + lines.join('\n'), hidden);
    for (const line of lines) JSON.parse(line);
  };

  it('by any route, to any key and input', async () => {
    const started = await start();
    await end(started, await walk(started.fixture.url, started.keys));
  });

  it('by an engine that fails with all of it in its words', async () => {
    const known: { key?: string } = {};
    const fail = () => {
      const { key = '' } = known;
      const cause = new Error(`${address} with ${keyHash(secret, key)}\n    at ${key} (/v1/?api=${key}:1:1)`);
      return Promise.reject(
        Object.assign(new Error(`GET /v1/?api=${key}&email=${address} under ${secret}`, { cause }), {
          key,
          email: address,
        }),
      );
    };
    const started = await start({ engine: { ...stubEngine(), verify: fail } });
    known.key = started.fixture.keys.private;
    const heard = await walk(started.fixture.url, started.keys);
    assert.ok(heard.some(({ head }) => head.startsWith('500')));
    assert.ok(started.lines.some((line) => line.includes('"fault"') && line.includes('[address]')));
    await end(started, heard);
  });

  it('by a store that fails', async () => {
    const started = await start();
    const { fixture, keys } = started;
    const damage = new Database(fixture.database);
    damage.exec('ALTER TABLE keys RENAME TO gone');
    const heard = await walk(fixture.url, keys);
    damage.exec('ALTER TABLE gone RENAME TO keys');
    damage.close();
    assert.ok(heard.some(({ what, head }) => what === 'GET /v1/' && head.startsWith('500')));
    await end(started, heard);
  });

  it('by a service that is closed in the middle of a call', async () => {
    const started = await start();
    const { fixture, keys } = started;
    const call = fixture.get('/v1/', { api: fixture.keys.private, email: `waiting.${address}` });
    await fixture.gate.reached(1);
    const closed = fixture.service.close();
    fixture.gate.open();
    const heard = [await hear('GET /v1/', `${fixture.url}/v1/`, await call)];
    await closed;
    for (const path of paths) {
      const asked = new Request(`http://a.example${path}?api=${keys[0]}&email=${address}`);
      const response = await fixture.service.fetch(asked, { address: '127.0.0.1' });
      heard.push({
        what: path,
        mayEcho: false,
        head: `${response.status} ${JSON.stringify([...response.headers])}`,
        body: await response.text(),
      });
    }
    assert.ok(heard.some(({ head }) => head.startsWith('503')));
    await end(started, heard);
  });

  it('by the admin API, except a new key to its owner', async () => {
    const started = await start();
    const { fixture, keys } = started;
    const { url } = await onFreePort((port) => fixture.service.listenForAdmin({ host: '127.0.0.1', port, token }));
    const heard: Heard[] = [];
    for (const path of [
      '/admin/accounts',
      '/admin/accounts/1',
      '/admin/accounts/9',
      '/admin/accounts/1/usage',
      '/admin/keys',
      '/admin/keys/1',
      '/admin/contacts',
      '/admin/nothing',
      `/admin/keys/${keys[0]}`,
    ])
      for (const bearer of [token, keys[0], '', 'x'.repeat(token.length)])
        for (const [method, body] of [
          ['GET'],
          ['POST', `{"account": "${keys[0]}", "name": `],
          ['POST', JSON.stringify({ account: keys[0], email: address })],
        ] as const) {
          const asked = `${url}${path}?account=${keys[0]}&email=${address}`;
          const headers = { Authorization: `Bearer ${bearer}` };
          heard.push(
            await hear(
              `${method} ${path}`,
              asked,
              await keptCall(asked, { method, headers, ...(body !== undefined && { body }) }),
            ),
          );
        }
    await end(started, heard);
  });

  it('by the command, in its log at debug level', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'email-check-scan-'));
    const database = join(folder, 'scan.sqlite');
    const { accounts, close } = await openAccounts({ database, secret });
    const { id: account } = await accounts.createAccount({ name: 'Shop', credits: 1_000 });
    const keys = [
      (await accounts.createKey({ account, kind: 'private' })).key,
      (await accounts.createKey({ account, kind: 'public', origins: [shop] })).key,
    ];
    await close();
    const proxy = 'socks5://someone:a-password@127.0.0.1:9';
    const serving = await startServing({
      database,
      secret,
      'log-level': 'debug',
      probing: 'off',
      'dns-servers': '127.0.0.1:9',
      canary: 'off',
      'dns-timeout': '100',
      socks5: proxy,
    });
    const heard = await walk(serving.url, keys);
    const figures = await (await fetch(`${serving.url}/metrics`)).text();
    serving.child.kill();
    await serving.exited;
    rmSync(folder, { recursive: true });
    assertClean(heard, hiddenOf(keys));
    const { logged, said } = { logged: serving.logged(), said: serving.said() };
    assertCleanLines(figures + logged + said, hiddenOf(keys));
    assert.doesNotMatch(logged, /127\.0\.0\.1(?!:\d+")/, 'nor who called');
    assert.ok(logged.trim().split('\n').length > 100);
  });
});
