import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { onFreePort } from '../../demo/world/loopback.js';
import { createKeyProxy, createNonces, type KeyProxyOptions } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/adapters/node.js';
import { errorRows } from '../../src/proxy/openapi/errors.js';
import { json, raw, refusal, startLoopback, type Answer, type Loopback } from '../client/loopback.js';
import { startService, type Fixture } from '../service/app/fixture.js';
import { assertDescribed, description, faultsBy, operationsOf, type Placed } from './described.js';

const apiKey = 'Kq7ZwX2mVt9Lp';
const described = description();
const fromPage = { 'Sec-Fetch-Site': 'same-origin', 'X-Person': 'owner', 'email-check': '1' };
const opened: Partial<KeyProxyOptions> = {
  authorize: ({ headers }) => headers.get('x-person') === 'owner',
  allow: ['append', 'photo', 'workspace'],
  cache: false,
  dailyPerVisitor: 1_000,
  trustedHops: 1,
};

/** What is found of a person, so that every field is in an answer. */
const enriched = {
  fullname: 'Jane Doe',
  firstname: 'Jane',
  lastname: 'Doe',
  photo: 'https://shop.example/jane.png',
  inferred: 'firstname,lastname',
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
  ...enriched,
};
const anyCall = json({
  service: {
    ...verdict,
    calls: '3',
    days: [
      { day: '21-01-01', calls: '3', credits: '2.5' },
      { day: '21-01-02', calls: '0' },
    ],
    list_id: '7',
    list_name: 'May',
    status: 'validating',
    percentage: 12.5,
    download_link: '',
  },
  ...{ success: '1', balance: '3198.6', disposable: 'true', data: { fullname: 'Jane Doe', age: 40 } },
});
const png: Answer = (response) =>
  response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from('89504e470d0a1a0a', 'hex'));
const call: Answer = (response, request) => (request.url?.startsWith('/logo/') ? png : anyCall)(response, request);

/** One good request of each operation. */
const goodQueries: Readonly<Record<string, string>> = {
  '/validate': 'email=jane@shop.example',
  '/disposable': 'email=shop.example',
  '/reverse': 'email=jane@shop.example',
  '/usage': 'start=20-08-14&end=20-08-15',
  '/lists/upload': 'url=https://lists.shop.com/a.csv&name=May',
  '/lists/status': 'list_id=7',
};
const goodBody = { email: 'jane@shop.example' };

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

describe('what the key proxy answers is in its description', () => {
  let service: Fixture;
  let upstream: Loopback;
  let server: Server | undefined;
  let base = '';
  let visitors = 0;
  /** Statuses and codes that were seen. */
  const seen = new Set<string>();

  before(async () => {
    [service, upstream] = [await startService(), await startLoopback()];
  });
  const close = async (): Promise<void> => {
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    server = undefined;
  };
  afterEach(close);
  after(async () => {
    await service.end();
    await upstream.end();
  });

  /** Mounts a key proxy in place of the last one. */
  const open = async (options: Partial<KeyProxyOptions> = {}): Promise<void> => {
    await close();
    const listener = toNodeListener(createKeyProxy({ apiKey, baseUrl: upstream.url, ...opened, ...options }));
    await onFreePort(async (port) => {
      server = createServer(listener).listen(port, '127.0.0.1');
      await once(server, 'listening');
      base = `http://127.0.0.1:${port}/email-check`;
    });
  };

  /** Asks as one of many visitors, and holds the answer against the description. */
  const ask = async (path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<string> => {
    const visitor = { 'X-Forwarded-For': `198.51.${(visitors >> 8) & 255}.${visitors++ & 255}` };
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...fromPage, ...visitor, ...headers },
      ...(body !== undefined && { body }),
    });
    const code = await assertDescribed(described, path.replace(/\?.*/, ''), method, response);
    seen.add(`${response.status} ${code}`.trim());
    return `${response.status} ${code}`.trim();
  };

  const pathOf = ({ path }: Placed): string => path.replace('{domain}', 'shop.example');
  const askWell = (placed: Placed, query = goodQueries[placed.path] ?? ''): Promise<string> =>
    placed.method === 'get'
      ? ask(`${pathOf(placed)}?${query}`)
      : ask(pathOf(placed), {
          method: 'POST',
          ...(placed.operation.requestBody?.content['text/csv']
            ? { headers: { 'Content-Type': 'text/csv' }, body: 'jane@shop.example' }
            : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(goodBody) }),
        });
  /** All but the proxy's own call. */
  const operations = operationsOf(described).filter(({ path }) => path !== '/nonce');

  it('before our own service', async () => {
    await open({
      apiKey: service.keys.private,
      baseUrl: service.url,
      receiptSecret: 'a secret of the test, of thirty-two octets',
    });
    for (const placed of operations)
      assert.equal(await askWell(placed), placed.path === '/lists/status' ? '200 0' : '200', placed.path);
    for (const first of ['syntax', 'spam-trap', 'disposable', 'accept-all', 'bounce', 'unknown', 'role'])
      assert.equal(await ask(`/validate?email=${first}@shop.example&append=true&photo=true`), '200');
    assert.equal(await ask('/disposable/?email=jane@mailinator.example'), '200');
    const { id: poor } = await service.service.accounts.createAccount({ name: 'Poor', credits: 0 });
    const { key } = await service.service.accounts.createKey({ account: poor, kind: 'private' });
    await open({ apiKey: key, baseUrl: service.url });
    assert.equal(await askWell(operations[0]!), '402 0');
    await open({ baseUrl: service.url });
    for (const placed of operations.filter(({ path }) => !/logo|disposable|lists/.test(path)))
      assert.equal(await askWell(placed), '401 0');
  });

  it('before a service that has everything', async () => {
    upstream.answer(call);
    await open();
    for (const placed of operations) assert.equal(await askWell(placed), '200', placed.path);
    assert.equal(await ask('/validate?email=jane@shop.example&append=true&photo=1&workspace=0'), '200');
    for (const status of ['queued', 'preparing', 'completed', 'failed', 'cancelled']) {
      upstream.answer(json({ service: { status, percentage: '100' }, success: '1' }));
      assert.equal(await ask('/lists/status?list_id=7'), '200', status);
    }
  });

  it('if the service refuses', async () => {
    await open({ timeout: 1_000 });
    for (const [message, status, expected] of [
      ['Bad', 400, '400 0'],
      ['Wrong API', 401, '401 0'],
      ['Credits Low', 402, '402 0'],
      ['No', 403, '403 0'],
      ['Too many calls per day', 429, '429 none'],
    ] as const) {
      upstream.answer(refusal(message, status));
      for (const placed of operations)
        assert.equal(
          await askWell(placed),
          placed.path.startsWith('/logo') ? '502 upstream-bad-answer' : expected,
          placed.path,
        );
    }
    upstream.answer(refusal('Maximum concurrent calls reached', 429));
    assert.equal(await ask('/lists/upload?url=https://lists.shop.com/a.csv'), '429 0');
    upstream.answer(refusal('List ID is not valid.'));
    assert.equal(await ask('/lists/status?list_id=8'), '200 0');
    upstream.answer(refusal('URL parameter is not valid.', 400));
    assert.equal(await ask('/lists/upload?url=https://lists.shop.com/a.csv'), '400 0');
  });

  it('if the service fails', async () => {
    const answers: readonly (readonly [Answer, string])[] = [
      [(response) => response.destroy(), '502 upstream-unreachable'],
      [raw('<h1>Not here</h1>', 404), '502 upstream-bad-answer'],
      [raw('Oh', 500), '502 upstream-failed'],
      [raw('Full', 503), '503 upstream-unavailable'],
      [
        (response) => response.writeHead(302, { Location: 'https://elsewhere.example/' }).end(),
        '502 upstream-redirect',
      ],
    ];
    await open();
    for (const [answer, expected] of answers) {
      upstream.answer(answer);
      for (const placed of operations) assert.equal(await askWell(placed), expected, placed.path);
    }
    upstream.answer(() => {});
    await open({ timeout: 400 });
    for (const placed of operations) assert.equal(await askWell(placed), '504 upstream-timeout', placed.path);
    await open({ timeout: 1_500 });
    const answered = await Promise.all(
      Array.from({ length: 6 }, (_, index) => ask(`/validate?email=a${index}@shop.example`)),
    );
    assert.deepEqual(answered.sort(), [
      ...Array<string>(1).fill('503 queue-timeout'),
      ...Array<string>(5).fill('504 upstream-timeout'),
    ]);
  });

  it('if the proxy refuses', async () => {
    upstream.answer(call);
    await open({ timeout: 500 });
    for (const placed of operations) {
      const path = pathOf(placed);
      const posted = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
      const isFile = placed.operation.requestBody?.content['text/csv'] !== undefined;
      const isOpenToAnyQuery =
        placed.method === 'get' && !placed.operation.parameters?.some((each) => each.in === 'query' && each.required);
      assert.equal(
        await ask(`${path}?api=1`, placed.method === 'get' ? {} : { ...posted, body: '{}' }),
        isOpenToAnyQuery ? '200' : isFile ? '415 0' : '400 0',
        path,
      );
      assert.equal(
        await ask(path, { method: placed.method.toUpperCase(), headers: { 'Sec-Fetch-Site': 'cross-site' } }),
        '403 0',
        path,
      );
      assert.equal(
        await ask(`${path}?email=${'a'.repeat(9_000)}`, { method: placed.method.toUpperCase() }),
        '414 0',
        path,
      );
      assert.equal(await ask(path, { method: 'DELETE' }), '405 0', path);
      if (isFile) {
        const large = { 'Content-Type': 'text/csv' };
        assert.equal(await ask(path, { ...posted, headers: large, body: 'x'.repeat(20_000_000) }), '413 0');
      }
      if (placed.method === 'get' || isFile) continue;
      assert.equal(await ask(path, { ...posted, body: JSON.stringify({ email: 'a'.repeat(5_000) }) }), '413 0');
      assert.equal(await ask(path, { ...posted, headers: { 'Content-Type': 'text/plain' }, body: '{}' }), '415 0');
      const slow = httpRequest(`${base}${path}`, {
        method: 'POST',
        headers: { ...fromPage, 'Content-Type': 'application/json', 'Content-Length': 40 },
      });
      slow.on('error', () => {}).write('{');
      const [{ statusCode = 0, headers }] = (await once(slow, 'response')) as [
        { statusCode?: number; headers: Record<string, string> },
      ];
      await assertDescribed(
        described,
        path,
        'POST',
        new Response('{"service":{"error":"","code":"0"},"success":"0","error":""}', { status: statusCode, headers }),
      );
      seen.add(`${statusCode} 0`);
      slow.destroy();
    }
    assert.equal(await ask('/nothing'), '404 0');
    await open({ dailyPerVisitor: 0 });
    assert.equal(await ask('/validate?email=jane@shop.example'), '429 none');
    await open({ trustedHops: 0 });
    for (let count = 0; count < 120; count++) await ask('/logo/shop.example');
    for (const placed of operations) assert.equal(await askWell(placed), '429 0');
  });

  it('and so is the answer with a nonce', async () => {
    upstream.answer(call);
    const posted = { method: 'POST' };
    await open();
    assert.equal(await ask('/nonce', posted), '404 0', 'without the option there is no such call');
    await open({ nonces: createNonces() });
    assert.equal(await ask('/nonce', posted), '200');
    assert.equal(await ask('/nonce/', posted), '200');
    assert.equal(await ask('/nonce'), '405 0');
    assert.equal(await ask('/nonce', { ...posted, headers: { 'Sec-Fetch-Site': 'cross-site' } }), '403 0');
    assert.equal(await ask('/nonce', { ...posted, headers: { 'Sec-Fetch-Dest': 'image' } }), '403 0');
    assert.equal(await ask(`/nonce?a=${'a'.repeat(9_000)}`, posted), '414 0');
    const down = (): Promise<never> => Promise.reject(new Error('down'));
    await open({ nonces: { keep: down, take: down } });
    assert.equal(await ask('/nonce', posted), '503 nonces-unavailable');
    await open({ nonces: { keep: () => new Promise(() => {}), take: down }, timeout: 400 });
    assert.equal(await ask('/nonce', posted), '504 upstream-timeout');
    await open({ nonces: createNonces(), trustedHops: 0 });
    for (let count = 0; count < 120; count++) assert.equal(await ask('/nonce', posted), '200');
    assert.equal(await ask('/nonce', posted), '429 0');
  });

  it('if the proxy itself fails, or its caller has left', async () => {
    const limiter = { consume: () => Promise.reject(new Error('down')) };
    await open({ limiter });
    for (const placed of operations) assert.equal(await askWell(placed), '503 limiter-unavailable', placed.path);
    await open({ now: () => Number.NaN });
    assert.equal(await ask('/validate?email=jane@shop.example'), '503 proxy-failed');
    const left = await createKeyProxy({ apiKey, baseUrl: upstream.url })(
      new Request('http://localhost/email-check/validate?email=jane@shop.example', {
        headers: fromPage,
        signal: AbortSignal.abort(),
      }),
    );
    await assertDescribed(described, '/validate', 'GET', left);
    seen.add(`${left.status} 0`);
  });

  it('and everything in the description was seen', () => {
    const ways = errorRows.map(({ status, code }) => `${status} ${code ?? 'none'}`);
    assert.deepEqual(
      ways.filter((way) => !seen.has(way)),
      [],
    );
  });

  describe('and what it takes', () => {
    const texts = [
      'jane@shop.example',
      'jane',
      'shop.example',
      `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
      'true',
      'false',
      '1',
      '0',
      'maybe',
      '20-08-14',
      '20-08-15',
      '2020-08-15',
      'https://lists.shop.com/a.csv',
      'https://lists.shop.com/a.txt?b=1',
      'http://lists.shop.com/a.csv',
      'https://lists.shop.com/a.xls',
      `https://lists.shop.com/${'a'.repeat(2_000)}.csv`,
      '7',
      'a'.repeat(200),
      'a'.repeat(201),
      'a\u0007b',
    ];

    for (const placed of operations.filter(({ method }) => method === 'get'))
      it(`in the query of ${placed.path}, and ignores others`, async () => {
        upstream.answer(call);
        await open();
        const parameters = (placed.operation.parameters ?? []).filter((each) => each.in === 'query');
        for (const { name, required, schema } of parameters) {
          let taken = 0;
          for (const text of texts) {
            const query = new URLSearchParams(goodQueries[placed.path]);
            query.set(name, text);
            if ((await ask(`${pathOf(placed)}?${query}`)) === '200') {
              assert.deepEqual(faultsBy(schema, text), [], `${name}=${text} is taken`);
              taken++;
            }
          }
          assert.ok(taken > 0 && taken < texts.length, name);
          const without = new URLSearchParams(goodQueries[placed.path]);
          without.delete(name);
          assert.equal(await ask(`${pathOf(placed)}?${without}`), required ? '400 0' : '200', name);
        }
        for (const name of [
          'email',
          'photo',
          'append',
          'workspace',
          'start',
          'end',
          'url',
          'name',
          'list_id',
          'task_id',
          'api',
          'api_key',
          'balance',
        ].filter((each) => parameters.every((parameter) => parameter.name !== each))) {
          assert.equal(
            await ask(
              `${pathOf(placed)}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(goodQueries[placed.path])), [name]: '1' })}`,
            ),
            '200',
            name,
          );
          assert.doesNotMatch(upstream.asked.at(-1) ?? '', new RegExp(`[?&]${name}=1(?:&|$)`));
        }
      });

    for (const placed of operations.filter(({ operation }) => operation.requestBody?.content['application/json']))
      it(`in the body of ${placed.path}, and nothing else`, async () => {
        upstream.answer(call);
        await open();
        const schema = placed.operation.requestBody!.content['application/json']!.schema;
        const mayEnrich = 'append' in (schema.properties ?? {});
        const rows: readonly (readonly [unknown, boolean])[] = [
          ...([
            [goodBody, true],
            [{}, false],
            [[], false],
            ['jane@shop.example', false],
            [null, false],
            [{ email: 1 }, false],
            [{ email: ['jane@shop.example'] }, false],
            [{ ...goodBody, api: '1' }, false],
          ] as const),
          ...[true, false, 'true', 'false', '1', '0'].map((append) => [{ ...goodBody, append }, mayEnrich] as const),
          ...[1, null, 'maybe', []].map((photo) => [{ ...goodBody, photo }, false] as const),
        ];
        for (const [body, isTaken] of rows) {
          const sent = await ask(pathOf(placed), {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          });
          assert.equal(sent, isTaken ? '200' : '400 0', JSON.stringify(body));
          assert.equal(faultsBy(schema, body).length === 0, isTaken, JSON.stringify(body));
        }
      });
  });
});
