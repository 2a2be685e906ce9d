import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { wireDay } from '../../../src/wire/index.js';
import { shop, startService, type Fixture } from './fixture.js';

const email = 'deliverable@shop.example';

let fixture: Fixture;
let idn: string;
before(async () => {
  fixture = await startService();
  const origins = ['https://bücher.example', 'http://localhost:8080'];
  idn = (await fixture.service.accounts.createKey({ account: fixture.account, kind: 'public', origins })).key;
});
after(() => fixture.end());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with headers as they are written: `fetch` does not send every one, nor one twice. */
const send = async (
  path: string,
  headers: readonly [name: string, value: string][],
  method = 'GET',
): Promise<Answer> => {
  const sent = request(`${fixture.url}${path}`, {
    method,
    setHost: false,
    headers: [['Host', new URL(fixture.url).host], ...headers].flat(),
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
};

const validate = (key: string, origins: readonly string[], more = '') =>
  send(
    `/v1/?api=${key}&email=${email}${more}`,
    origins.map((origin) => ['Origin', origin]),
  );

const isSilent = ({ headers }: Answer) => {
  assert.equal(headers['access-control-allow-credentials'], undefined);
  assert.equal(headers['access-control-allow-private-network'], undefined);
};

describe('a page of a public key', () => {
  const rows: [name: string, key: () => string, origins: readonly string[], status: number, allows: string][] = [
    ['an approved origin', () => fixture.keys.public, [shop], 200, shop],
    [
      'a subdomain of an approved domain',
      () => fixture.keys.public,
      ['https://a.b.example.com'],
      200,
      'https://a.b.example.com',
    ],
    ['capitals', () => fixture.keys.public, ['HTTPS://Shop.EXAMPLE'], 200, shop],
    ['the default port', () => fixture.keys.public, ['https://shop.example:443'], 200, shop],
    ['punycode', () => idn, ['https://xn--bcher-kva.example'], 200, 'https://xn--bcher-kva.example'],
    ['another port', () => idn, ['http://localhost:8080'], 200, 'http://localhost:8080'],
    ['a port that is not approved', () => fixture.keys.public, ['https://shop.example:8443'], 403, '*'],
    ['the default port of another scheme', () => fixture.keys.public, ['https://shop.example:80'], 403, '*'],
    ['another scheme', () => fixture.keys.public, ['http://shop.example'], 403, '*'],
    ['the domain of approved subdomains', () => fixture.keys.public, ['https://example.com'], 403, '*'],
    ['a domain that ends like an approved one', () => fixture.keys.public, ['https://evil-example.com'], 403, '*'],
    [
      'a domain that begins like an approved one',
      () => fixture.keys.public,
      ['https://shop.example.evil.example'],
      403,
      '*',
    ],
    ['a dot at the end', () => fixture.keys.public, ['https://shop.example.'], 403, '*'],
    ['null', () => fixture.keys.public, ['null'], 403, '*'],
    ['none', () => fixture.keys.public, [], 403, '*'],
    ['an empty one', () => fixture.keys.public, [''], 403, '*'],
    ['two, the first of them approved', () => fixture.keys.public, [shop, 'https://evil.example'], 403, '*'],
    ['two, the last of them approved', () => fixture.keys.public, ['https://evil.example', shop], 403, '*'],
    ['two in one header', () => fixture.keys.public, [`${shop} https://evil.example`], 403, '*'],
    ['a path behind it', () => fixture.keys.public, [`${shop}/page`], 403, '*'],
    ['someone before it', () => fixture.keys.public, ['https://shop.example@evil.example'], 403, '*'],
    ['nonsense', () => fixture.keys.public, ['x'.repeat(2_000)], 403, '*'],
    ['a key that there is not', () => 'public_AbCdEfGhIjKlMnOpQrStUv', [shop], 401, '*'],
  ];
  for (const [name, key, origins, status, allows] of rows)
    it(`${status === 200 ? 'may read' : 'may read no more than why not'}: ${name}`, async () => {
      const answer = await validate(key(), origins);
      assert.equal(answer.status, status);
      assert.equal(answer.headers['access-control-allow-origin'], allows);
      assert.equal(answer.headers.vary, 'Origin');
      isSilent(answer);
    });

  for (const more of ['&append=true', '&photo=true'])
    it(`is refused ${more.slice(1)} in words`, async () => {
      const { status, headers, body } = await validate(fixture.keys.public, [shop], more);
      assert.equal(status, 403);
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.match(
        body,
        /A public key does not allow append and photo: leave them out, or call from a server, with a private key\./,
      );
    });

  for (const path of ['/v1/reverse/', '/v1/balance/', '/v1/usage/', '/v1/upload/', '/v1/status/'])
    it(`is refused ${path} in words`, async () => {
      const { status, headers, body } = await send(`${path}?api=${fixture.keys.public}&email=${email}`, [
        ['Origin', shop],
      ]);
      assert.equal(status, 403);
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal(headers.vary, 'Origin');
      assert.match(body, /A public key allows only single validations: call from a server, with a private key\./);
    });
});

describe('a page with a private key', () => {
  it('cannot read the answer of any call', async () => {
    for (const path of ['/v1/', '/v1/balance/', '/v1/usage/']) {
      const answer = await send(`${path}?api=${fixture.keys.private}&email=${email}&start=26-01-01&end=26-01-01`, [
        ['Origin', shop],
      ]);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
      assert.equal(answer.headers.vary, 'Origin');
    }
  });
});

describe('a preflight', () => {
  it('is answered at once to any page, is free, and allows neither credentials nor private networks', async () => {
    fixture.entries.length = 0;
    const spent = async () => [
      await fixture.service.accounts.listAccounts(),
      await fixture.service.accounts.usage(fixture.account, { start: '20-08-14', end: wireDay(Date.now()) }),
    ];
    const before = await spent();
    for (const path of ['/v1/', '/v1', '/v1/balance/', '/disposable/', '/logo/shop.example', '/nowhere']) {
      for (let count = 0; count < 25; count++) {
        const answer = await send(
          `${path}?api=${fixture.keys.public}&email=${email}`,
          [
            ['Origin', shop],
            ['Access-Control-Request-Method', 'GET'],
            ['Access-Control-Request-Headers', 'x-anything'],
            ['Access-Control-Request-Private-Network', 'true'],
          ],
          'OPTIONS',
        );
        assert.equal(answer.status, 204);
        assert.equal(answer.body, '');
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        assert.match(answer.headers['access-control-allow-methods'] ?? '', /GET/);
        assert.ok(Number(answer.headers['access-control-max-age']) > 0);
        isSilent(answer);
      }
    }
    assert.ok(fixture.entries.every(({ credits }) => credits === 0));
    assert.deepEqual(await spent(), before);
  });
});

describe('the detector and the logo', () => {
  it("are any page's, also one of no origin", async () => {
    for (const path of [
      '/disposable/?email=a@shop.example',
      '/disposable/?email=',
      '/disposable/?email=a%20b',
      '/logo/shop.example',
    ])
      for (const origin of ['https://any.example', 'null']) {
        const answer = await send(path, [['Origin', origin]]);
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        isSilent(answer);
      }
  });
});
