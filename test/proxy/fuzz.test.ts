import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy, type KeyProxy } from '../../src/proxy/index.js';
import { startLoopback, type Loopback } from '../client/loopback.js';
import { seeded } from '../random.js';
import { seed, trials } from '../soak.js';

const apiKey = 'Kq7ZwX2mVt9Lp';
const RUNS = trials(20_000);

const encodedKey = [...apiKey].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
/** The key as a service may let it slip. */
const disguises = [
  apiKey,
  encodedKey,
  encodedKey.replaceAll('%', '%25'),
  `a${encodedKey.slice(0, 18)}z`,
  apiKey.slice(0, 6),
  apiKey.slice(-5),
  apiKey.toUpperCase(),
  `https://x.example/?api=${apiKey}&a=1`,
];

const percentDecoded = (text: string): string =>
  text.replace(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));

/** Calls as they should be. */
const good = [
  'validate?email=jane%40shop.example',
  'validate?email=jane%40shop.example&append=true',
  'disposable?email=shop.example',
  'reverse?email=jane%40shop.example',
  'balance',
  'usage?start=20-08-14&end=21-01-01',
  'lists/upload?url=https%3A%2F%2Flists.shop.com%2Fa.csv',
  'lists/status?list_id=7',
];
const methods = ['GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'get', 'ODD'];
const paths = [
  'validate',
  'disposable',
  'logo/shop.example',
  'logo/%',
  'logo/%00',
  'logo/..%2f',
  'reverse',
  'balance',
  'usage',
  'lists/upload',
  'lists/status',
  '',
  '../',
  '__proto__',
  'constructor',
  'validate/validate',
  '%76alidate',
  'validate/',
  '//',
  'ä',
];
const values = [
  'jane@shop.example',
  'jane',
  '@',
  '',
  'true',
  '20-08-14',
  '21-01-01',
  '20-13-40',
  'https://lists.shop.com/a.csv',
  'https://[::1]/a.csv',
  'http://',
  '%',
  '%zz',
  '\u0000',
  '🙂@🙂.example',
  'a'.repeat(300),
  `"\\""@shop.example`,
  "jane'--@shop.example",
  '\ud800',
  '[object Object]',
  apiKey.slice(0, 4),
];
const names = [
  'email',
  'photo',
  'append',
  'workspace',
  'start',
  'end',
  'url',
  'name',
  'list_id',
  'api',
  'api_key',
  '__proto__',
  'toString',
  'ä',
];
const headers: readonly (readonly [string, string])[] = [
  ['Sec-Fetch-Site', 'same-origin'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Origin', 'https://shop.example'],
  ['email-check', '1'],
  ['email-check', '2'],
  ['Origin', 'null'],
  ['Origin', ''],
  ['Content-Type', 'application/json'],
  ['Content-Type', 'text/plain'],
  ['Content-Length', '99999'],
  ['Content-Length', '-1'],
  ['X-Forwarded-For', '1.2.3.4, [::1]:9'],
  ['X-Forwarded-For', ',,,'],
  ['Forwarded', 'for="[2001:db8::1]:80";proto=https, for=_x'],
  ['Forwarded', 'for="'],
  ['X-Person', 'owner'],
  ['Accept-Encoding', 'gzip'],
  ['Content-Encoding', 'br'],
  ['Host', 'evil.example'],
  ['Cookie', 'a=b'],
];
const bodies: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  '',
  '{}',
  '[]',
  'null',
  '{"email":',
  '{"email":"jane@shop.example"}',
  '{"email":{"a":1}}',
  '{"__proto__":{"email":"jane@shop.example"}}',
  '{"email":"jane@shop.example","append":true}',
  '{"email":1e999}',
  '['.repeat(2_000),
  new Uint8Array([0xff, 0xfe, 0x7b]),
  'x'.repeat(5_000),
];

describe('whatever is sent to the key proxy', () => {
  let upstream: Loopback;
  let proxy: KeyProxy;
  let next: () => number;
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;

  before(async () => {
    upstream = await startLoopback((response, { url = '' }) => {
      const disguise = one(disguises);
      const said = {
        email: url,
        code: '5',
        result: 'Safe to Send',
        reason: url,
        did_you_mean: disguise,
        fullname: disguise,
        api: apiKey,
        calls: '3',
        start: url,
        list_id: disguise,
        list_name: disguise,
        status: 'queued',
        download_link: url,
      };
      const body = JSON.stringify({
        service: said,
        success: '1',
        balance: '5',
        disposable: 'false',
        data: { [url]: url, [disguise]: [disguise, { deep: url }] },
      });
      const hostility = next();
      response.setHeader('X-Key', apiKey);
      if (hostility < 0.05)
        response
          .writeHead(302, { Location: one([`http://evil.example/?${apiKey}`, `/${apiKey}`, disguise, '//', '']) })
          .end(disguise);
      else if (hostility < 0.08)
        response.writeHead(200, { 'Content-Length': body.length + 9 }).write(body, () => response.destroy());
      else if (hostility < 0.12) response.end(body.slice(0, Math.floor(next() * body.length)));
      else if (hostility < 0.16) response.writeHead(one([200, 404, 503])).end(`<h1>${url} ${disguise}</h1>`);
      else if (hostility < 0.2)
        response.writeHead(one([200, 400, 401, 402, 403, 429])).end(
          JSON.stringify({
            service: { error: `per day ${disguise}`, code: disguise },
            success: '0',
            error: url,
            message: url,
          }),
        );
      else response.writeHead(next() < 0.05 ? 500 : 200).end(body);
    });
    proxy = createKeyProxy({
      ...{
        apiKey,
        baseUrl: upstream.url,
        origins: ['https://shop.example'],
        trustedHops: 1,
        allow: ['append', 'photo'],
      },
      ...{
        dailyPerVisitor: 1_000_000,
        budgetPerDay: 1_000_000,
        timeout: 5_000,
        limiter: { consume: () => Promise.resolve(0) },
      },
      authorize: ({ headers: sent }) => sent.get('x-person') === 'owner',
    });
  });
  after(() => upstream.end());

  const randomRequest = (): Request => {
    if (next() < 0.2)
      return new Request(`http://localhost/email-check/${one(good)}`, {
        headers: [
          ['Sec-Fetch-Site', 'same-origin'],
          ['X-Person', 'owner'],
          ['email-check', '1'],
          [...one(headers)] as [string, string],
        ],
      });
    const method = one(methods);
    const query = Array.from(
      { length: Math.floor(next() * 4) },
      () =>
        `${encodeURIComponent(one(names))}=${next() < 0.1 ? one(['%', '%e4', '+']) : encodeURIComponent(one(values).replace('\ud800', ''))}`,
    );
    const sent = new Headers([['Sec-Fetch-Site', 'same-origin']]);
    for (let count = Math.floor(next() * 4); count > 0; count--) sent.set(...(one(headers) as [string, string]));
    const isBodiless = /^(?:get|head)$/i.test(method);
    if (!isBodiless && next() < 0.8) sent.set('Content-Type', 'application/json');
    return new Request(`http://localhost/email-check/${one(paths)}${query.length ? '?' : ''}${query.join('&')}`, {
      method,
      headers: sent,
      ...(!isBodiless && { body: one(bodies) }),
    });
  };

  it(`${RUNS} requests cause no internal failure, and no answer contains the key`, async () => {
    next = seeded(seed);
    const statuses = new Map<number, number>();
    for (let run = 0; run < RUNS; run++) {
      const request = randomRequest();
      const what = `SEED=${seed}, run ${run}: ${request.method} ${request.url}`;
      const response = await proxy(
        request,
        one([{ address: '127.0.0.1' }, { address: 'odd' }, undefined, 'odd' as never]),
      );
      const text = await response.text();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      assert.ok(response.status < 500 || /"code":"upstream-/.test(text), `${what}: ${response.status} ${text}`);
      const plain = `${text} ${JSON.stringify([...response.headers])}`;
      const shown = `${plain} ${percentDecoded(plain)} ${percentDecoded(percentDecoded(plain))}`.toLowerCase();
      // A visitor may be shown what it sent itself: a start of the key of four characters.
      for (let at = 0; at + 5 <= apiKey.length; at++)
        assert.ok(!shown.includes(apiKey.slice(at, at + 5).toLowerCase()), `${what}: ${shown}`);
    }
    for (const status of [200, 400, 403, 404, 405])
      assert.ok((statuses.get(status) ?? 0) > 0, `no ${status} among ${JSON.stringify([...statuses])}`);
  });
});
