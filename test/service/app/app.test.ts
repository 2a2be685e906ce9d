import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import Database from 'better-sqlite3';
import { decodeBalance, decodeRefusal, decodeValidation, refusalRows } from '../../../src/wire/index.js';
import type { CallEntry, VerdictEngine } from '../../../src/service/index.js';
import { Gate, shop, startService, stubEngine, visiting, type Fixture } from './fixture.js';

const email = 'deliverable@shop.example';
const allowed = (response: Response) => response.headers.get('access-control-allow-origin');
const errorOf = async (response: Response) => {
  const body = (await response.json()) as { service: { error: string }; success: string; error: string };
  assert.equal(body.success, '0');
  assert.equal(body.service.error, body.error);
  return body.error;
};

describe('validation over HTTP', () => {
  let fixture: Fixture;
  before(async () => (fixture = await startService()));
  after(() => fixture.end());
  const ask = (query: Record<string, string>, headers: Record<string, string> = {}, method?: string) =>
    fixture.get('/v1/', query, headers, method);

  it("answers a private key in the interface's body, with the balance and without CORS", async () => {
    const response = await ask({ api: fixture.keys.private, email }, { Origin: shop });
    assert.equal(response.status, 200);
    assert.equal(allowed(response), null);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    const body = (await response.json()) as { balance: string };
    assert.equal(body.balance, '999');
    const decoded = decodeValidation(200, body, 'service');
    assert.ok(decoded?.ok);
    assert.deepEqual(
      { ...decoded.value, balance: 0 },
      {
        email,
        result: 'Safe to Send',
        code: 5,
        reasons: ['Deliverable'],
        role: false,
        freeEmail: false,
        sendTransactional: true,
        didYouMean: '',
        balance: 0,
      },
    );
  });

  it('answers a public key only for its origins, and with the balance only if the key allows it', async () => {
    for (const origin of [shop, 'https://a.example.com']) {
      const response = await ask({ api: fixture.keys.public, email }, { Origin: origin });
      assert.equal(response.status, 200);
      assert.equal(allowed(response), origin);
      assert.equal(response.headers.get('vary'), 'Origin');
      assert.equal('balance' in ((await response.json()) as object), false);
    }
    const showing = await ask({ api: fixture.keys.showing, email }, { Origin: shop });
    assert.equal('balance' in ((await showing.json()) as object), true);
  });

  it('recognises a page on its own origin by the header of its browser', async () => {
    const { key } = await fixture.service.accounts.createKey({
      account: fixture.account,
      kind: 'public',
      origins: [fixture.url],
    });
    assert.equal((await ask({ api: key, email }, { 'Sec-Fetch-Site': 'same-origin' })).status, 200);
    for (const headers of [{}, { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'none' }])
      assert.equal((await ask({ api: key, email }, headers)).status, 403);
  });

  it('charges nothing for Unknown and for an internal failure, and shows no caller the failure', async () => {
    const balance = async () =>
      ((await (await fixture.get('/v1/balance/', { api: fixture.keys.private })).json()) as { balance: string })
        .balance;
    const at = await balance();
    assert.equal((await ask({ api: fixture.keys.private, email: 'unknown@shop.example' })).status, 200);
    const failed = await ask({ api: fixture.keys.public, email: 'broken@shop.example' }, { Origin: shop });
    assert.equal(failed.status, 500);
    assert.equal(allowed(failed), shop, 'the page must be able to read it');
    assert.doesNotMatch(await errorOf(failed), /Inside/);
    assert.match(String(fixture.faults.at(-1)), /Inside information/);
    for (let count = 0; count < 6; count++)
      assert.equal(
        (await ask({ api: fixture.keys.private, email: 'broken@shop.example' })).status,
        500,
        'nothing stays taken',
      );
    assert.equal(await balance(), at);
  });

  it('answers /v1 like /v1/ and api_key like api, and uses the first of a repeated parameter', async () => {
    assert.equal((await fixture.get('/v1', { api_key: fixture.keys.private, email })).status, 200);
    const twice = await fetch(
      `${fixture.url}/v1/?api=${fixture.keys.private}&api=wrong&email=risky@a.example&email=b@b.example`,
    );
    assert.equal(((await twice.json()) as { service: { email: string } }).service.email, 'risky@a.example');
  });

  describe('refuses', () => {
    interface Row {
      readonly name: string;
      readonly query: () => Record<string, string>;
      readonly headers?: Record<string, string>;
      readonly kind: 'wrong-key' | 'forbidden' | 'bad-request';
      readonly allows: string | null;
      readonly words?: RegExp;
    }
    const rows: Row[] = [
      { name: 'a call without a key', query: () => ({ email }), kind: 'wrong-key', allows: '*' },
      {
        name: 'a key that there is not',
        query: () => ({ api: 'AbCdEfGhIjKlM', email }),
        kind: 'wrong-key',
        allows: '*',
      },
      {
        name: 'a key in other capitals',
        query: () => ({ api: fixture.keys.public.toUpperCase(), email }),
        kind: 'wrong-key',
        allows: '*',
      },
      { name: 'a call without key and address', query: () => ({}), kind: 'wrong-key', allows: '*' },
      {
        name: 'a public key outside a page',
        query: () => ({ api: fixture.keys.public, email }),
        kind: 'forbidden',
        allows: '*',
        words: /no origin/,
      },
      {
        name: 'a public key on another page',
        query: () => ({ api: fixture.keys.public, email }),
        headers: { Origin: 'https://evil.example' },
        kind: 'forbidden',
        allows: '*',
        words: /https:\/\/evil\.example is not among/,
      },
      {
        name: 'a public key on a page of no origin',
        query: () => ({ api: fixture.keys.public, email }),
        headers: { Origin: 'null' },
        kind: 'forbidden',
        allows: '*',
      },
      {
        name: 'append to a public key',
        query: () => ({ api: fixture.keys.public, email, append: 'true' }),
        headers: { Origin: shop },
        kind: 'forbidden',
        allows: '*',
        words: /append/,
      },
      {
        name: 'photo to a public key',
        query: () => ({ api: fixture.keys.public, email, photo: '1' }),
        headers: { Origin: shop },
        kind: 'forbidden',
        allows: '*',
        words: /photo/,
      },
      {
        name: 'a private key without an address',
        query: () => ({ api: fixture.keys.private }),
        kind: 'bad-request',
        allows: null,
        words: /"email" is missing: add email=/,
      },
      {
        name: 'a public key without an address',
        query: () => ({ api: fixture.keys.public, email: '' }),
        headers: { Origin: shop },
        kind: 'bad-request',
        allows: shop,
      },
    ];
    for (const { name, query, headers, kind, allows, words } of rows)
      it(name, async () => {
        const response = await ask(query(), headers);
        assert.equal(response.status, refusalRows[kind].status);
        assert.equal(allowed(response), allows);
        const body: unknown = await response.json();
        assert.equal('balance' in (body as object), false);
        const refusal = decodeRefusal(response.status, body, 'service');
        assert.equal(refusal?.kind, kind);
        assert.match(
          refusal?.message ?? '',
          words ?? new RegExp(`^${kind === 'wrong-key' ? refusalRows[kind].message : ''}`),
        );
      });

    for (const path of ['/v1/balance/', '/v1/usage/', '/v1/reverse', '/v1/upload/', '/v1/status/'])
      it(`a public key at ${path}`, async () => {
        const response = await fixture.get(
          path,
          {
            api: fixture.keys.public,
            email,
            start: '20-09-01',
            end: '20-09-02',
            url: 'https://a.example/l.csv',
            list_id: '1',
          },
          { Origin: shop },
        );
        assert.equal(response.status, 403);
        assert.equal(allowed(response), '*');
        assert.match(await errorOf(response), /private key/);
      });

    it('other methods than GET, with the list of allowed methods', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const response = await ask({ api: fixture.keys.private, email }, {}, method);
        assert.equal(response.status, 405);
        assert.equal(response.headers.get('allow'), 'GET, OPTIONS');
        assert.equal(allowed(response), '*', 'who wrote the page reads why');
        assert.match(await errorOf(response), /GET/);
      }
      assert.equal(allowed(await fixture.get('/v1/verify/', { api: fixture.keys.private }, { Origin: shop })), '*');
      assert.equal(
        (await fixture.get('/disposable/', { email }, {}, 'POST')).headers.get('allow'),
        'GET, HEAD, OPTIONS',
      );
    });

    it('other methods than GET and POST at the upload of a list', async () => {
      for (const path of ['/v1/upload', '/v1/upload/']) {
        const response = await fixture.get(path, { api: fixture.keys.private }, {}, 'PUT');
        assert.equal(response.status, 405);
        assert.equal(response.headers.get('allow'), 'GET, POST, OPTIONS');
        assert.match(await errorOf(response), /POST/);
      }
    });

    it('HEAD requests, which would cost as much as a GET', async () => {
      fixture.entries.length = 0;
      for (const path of ['/v1', '/v1/', '/v1/balance/', '/v1/reverse/']) {
        const response = await fixture.get(path, { api: fixture.keys.private, email }, {}, 'HEAD');
        assert.equal(response.status, 405, path);
        assert.equal(response.headers.get('allow'), 'GET, OPTIONS');
      }
      assert.deepEqual(
        fixture.entries.map(({ credits }) => credits),
        [0, 0, 0, 0],
      );
    });
  });

  it('answers the balance', async () => {
    const response = await fixture.get('/v1/balance', { api: fixture.keys.private });
    assert.equal(allowed(response), null);
    assert.ok(decodeBalance(response.status, await response.json(), 'service')?.ok);
    assert.equal((await fixture.get('/v1/balance/')).status, 401);
  });

  it('answers any text for an address', async () => {
    const texts = [
      'x'.repeat(8_000),
      '\u0000\u0007\u001b[31m@a.example',
      '<img src=x onerror=alert(1)>@a.example',
      '\u202emoc.elpmaxe@a',
      '"; DROP TABLE accounts; --',
      '💥@💥.💥',
      ' ',
      '%',
      'a+b&c=d@x.example',
    ];
    for (const text of texts) {
      const response = await ask({ api: fixture.keys.private, email: text });
      assert.equal(response.status, 200, JSON.stringify(text.slice(0, 20)));
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      await response.json();
    }
    const malformed = await fetch(`${fixture.url}/v1/?api=${fixture.keys.private}&email=%E0%A4%A@a.example&email=%`);
    assert.equal(malformed.status, 200);
    await malformed.json();
  });

  it('answers preflights without looking up a key', async () => {
    const closed = await startService();
    await closed.service.close();
    const asked = new Request('http://a.example/v1/?api=whatever', { method: 'OPTIONS', headers: { Origin: shop } });
    assert.equal((await closed.service.fetch(asked)).status, 204, 'even with the store closed');
    await closed.end();
    const response = await ask(
      { api: 'whatever', email },
      { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' },
      'OPTIONS',
    );
    assert.equal(response.status, 204);
    assert.equal(allowed(response), '*');
    assert.match(response.headers.get('access-control-allow-methods') ?? '', /GET/);
    assert.equal(await response.text(), '');
  });

  it('reports each call to the observer, without addresses and keys', async () => {
    fixture.entries.length = 0;
    await ask({ api: fixture.keys.private, email });
    await fixture.get(`/logo/${encodeURIComponent(email)}`);
    await fixture.get(`/nowhere/${email}`);
    const [paid, logo, nowhere] = fixture.entries;
    assert.ok(paid && logo && nowhere);
    assert.deepEqual(
      { ...paid, at: 0, milliseconds: 0, balance: 0, pseudonym: '' },
      {
        at: 0,
        path: '/v1/',
        status: 200,
        credits: 1,
        balance: 0,
        milliseconds: 0,
        result: 'Safe to Send',
        timings: { total: 1 },
        pseudonym: '',
      },
    );
    assert.match(paid.pseudonym ?? '', /^[0-9a-f]{16}$/);
    assert.equal(logo.path, '/logo/{domain}');
    assert.deepEqual([nowhere.path, nowhere.status, nowhere.credits], ['*', 404, 0]);
    assert.doesNotMatch(JSON.stringify(fixture.entries), /shop\.example/);
  });
});

describe('a private key', () => {
  it('is in no answer, no entry, no fault and no log', async (t) => {
    const fixture = await startService();
    const logs = (['log', 'info', 'warn', 'error'] as const).map(
      (level) => t.mock.method(console, level, () => {}).mock,
    );
    const said: string[] = [];
    const key = fixture.keys.private;
    for (const [path, method, address] of [
      ['/v1/', 'GET', email],
      ['/v1/', 'GET', 'broken@shop.example'],
      ['/v1/', 'GET', ''],
      ['/v1/balance/', 'GET'],
      ['/v1/usage/', 'GET'],
      ['/v1/', 'POST'],
      ['/v1/', 'OPTIONS'],
      ['/disposable/', 'GET'],
      [`/${key}/`, 'GET'],
      [`/v1/${key}`, 'GET'],
    ] as const) {
      const response = await fixture.get(path, { api: key, ...(address && { email: address }) }, {}, method);
      said.push(await response.text(), JSON.stringify([...response.headers]));
    }
    const { port } = new URL(fixture.url);
    for (const host of ['a b', '[', 'a.example/?']) {
      const malformed = request({ port, path: `/v1/?api=${key}&email=${email}`, headers: { Host: host } }).end();
      const [response] = (await once(malformed, 'response')) as [IncomingMessage];
      said.push(await text(response));
    }
    const wrong = request({ port, path: `http://[/v1/?api=${key}` }).end();
    const [response] = (await once(wrong, 'response')) as [IncomingMessage];
    said.push(await text(response));
    await fixture.end();
    assert.ok(fixture.faults.length > 0 && fixture.entries.length > 0);
    const all = [
      ...said,
      inspect(fixture.entries, { depth: 9 }),
      inspect(fixture.faults, { depth: 9, showHidden: true }),
      inspect(
        logs.map(({ calls }) => calls.map((call) => call.arguments)),
        { depth: 9 },
      ),
    ];
    for (const each of all) assert.ok(!each.includes(key), each);
  });
});

describe('limits over HTTP', () => {
  it('answers exactly 20 of 30 calls at once from one network, and all again the next day', async () => {
    let now = Date.UTC(2026, 4, 5, 12);
    const fixture = await startService({ now: () => now });
    const ask = () => fixture.get('/v1/', { api: fixture.keys.public, email: 'waiting@a.example' }, visiting);
    const calls = Array.from({ length: 30 }, ask);
    let early = 0;
    const tenRefused = new Promise<void>((resolve) =>
      calls.forEach((call) => void call.then(() => ++early === 10 && resolve())),
    );
    await Promise.race([tenRefused, fixture.gate.reached(21)]);
    fixture.gate.open();
    const responses = await Promise.all(calls);
    const refused = responses.filter(({ status }) => status === 429);
    assert.equal(responses.filter(({ status }) => status === 200).length, 20);
    assert.equal(refused.length, 10);
    for (const response of refused) {
      assert.equal(allowed(response), shop);
      assert.equal(decodeRefusal(429, await response.json(), 'service')?.kind, 'daily-limit');
    }
    assert.equal(
      (await fixture.get('/v1/', { api: fixture.keys.showing, email }, visiting)).status,
      200,
      'each key counts for itself',
    );
    for (let days = 0; days < 2; days++) {
      now += 86_400_000;
      assert.equal((await ask()).status, 200);
    }
    const database = new Database(fixture.database, { readonly: true });
    assert.deepEqual(database.prepare('SELECT DISTINCT day FROM daily_calls').pluck().all(), [
      '2026-05-06',
      '2026-05-07',
    ]);
    assert.doesNotMatch(JSON.stringify(database.prepare('SELECT * FROM daily_calls').all()), /127\.0\.0/);
    database.close();
    await fixture.end();
  });

  it('allows 20 more calls at midnight UTC to the millisecond, and none after the clock steps back over it', async () => {
    const midnight = Date.UTC(2026, 4, 6);
    let now = midnight - 1;
    const fixture = await startService({ now: () => now });
    const ask = async () => (await fixture.get('/v1/', { api: fixture.keys.public, email }, visiting)).status;
    const askUntilRefused = async () => {
      for (let answered = 0; ; answered++) if ((await ask()) !== 200) return answered;
    };
    assert.equal(await askUntilRefused(), 20);
    now = midnight;
    assert.equal(await askUntilRefused(), 20);
    now = midnight - 1;
    assert.equal(await ask(), 429);
    now = midnight + 86_400_000 - 1;
    assert.equal(await ask(), 429);
    now++;
    assert.equal(await ask(), 200);
    await fixture.end();
  });

  it('does not count refused calls', async () => {
    const fixture = await startService();
    for (let count = 0; count < 25; count++)
      assert.equal(
        (await fixture.get('/v1/', { api: fixture.keys.public, email }, { Origin: 'https://evil.example' })).status,
        403,
      );
    assert.equal((await fixture.get('/v1/', { api: fixture.keys.public, email }, visiting)).status, 200);
    await fixture.end();
  });

  it('runs five calls of a private key at once and refuses the sixth, which a page cannot read', async () => {
    const fixture = await startService();
    const ask = (more: Record<string, string> = {}) =>
      fixture.get('/v1/', { api: fixture.keys.private, email: 'waiting@a.example', ...more });
    const enriched = [ask({ append: 'true' }), ask({ photo: 'true' })];
    await fixture.gate.reached(2);
    assert.equal((await ask({ append: 'true' })).status, 429);
    const plain = [ask(), ask(), ask()];
    await fixture.gate.reached(5);
    const sixth = await ask();
    assert.equal(sixth.status, 429);
    assert.equal(allowed(sixth), null);
    assert.equal(decodeRefusal(429, await sixth.json(), 'service')?.kind, 'busy');
    fixture.gate.open();
    for (const each of await Promise.all([...enriched, ...plain])) assert.equal(each.status, 200);
    assert.equal((await ask()).status, 200);
    await fixture.end();
  });

  it('charges 200 calls at once on 50 credits exactly 50 times', async () => {
    const fixture = await startService();
    const { id: account } = await fixture.service.accounts.createAccount({ name: 'Small', credits: 50 });
    const keys = await Promise.all(
      Array.from({ length: 40 }, () => fixture.service.accounts.createKey({ account, kind: 'private' })),
    );
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => fixture.get('/v1/', { api: keys[index % 40]?.key ?? '', email })),
    );
    const balances = await Promise.all(
      responses
        .filter(({ status }) => status === 200)
        .map(async (each) => Number(((await each.json()) as { balance: string }).balance)),
    );
    assert.deepEqual(
      balances.sort((a, b) => b - a),
      Array.from({ length: 50 }, (_, index) => 49 - index),
    );
    for (const each of responses.filter(({ status }) => status !== 200)) {
      assert.equal(each.status, 402);
      assert.equal(await errorOf(each), refusalRows['no-credits'].message);
    }
    await fixture.end();
  });

  it('lets a page read that there are no credits left', async () => {
    const fixture = await startService();
    const { id: account } = await fixture.service.accounts.createAccount({ name: 'Empty' });
    const { key } = await fixture.service.accounts.createKey({ account, kind: 'public', origins: [shop] });
    const response = await fixture.get('/v1/', { api: key, email }, visiting);
    assert.equal(response.status, 402);
    assert.equal(allowed(response), shop);
    await fixture.end();
  });

  describe('a caller that leaves before the answer', () => {
    /** A call that was called off stays counted at the gate. */
    const leave = async (fixture: Fixture, key: string, before = 0, headers: Record<string, string> = {}) => {
      const told = new Promise<CallEntry>((resolve) => (fixture.told = resolve));
      const leaving = request(`${fixture.url}/v1/?api=${key}&email=waiting@a.example`, { headers }).on(
        'error',
        () => {},
      );
      leaving.end();
      await fixture.gate.reached(before + 1);
      leaving.destroy();
      const { status, credits } = await told;
      assert.deepEqual([status, credits], [499, 0]);
    };

    it('is not charged', async () => {
      const fixture = await startService();
      await leave(fixture, fixture.keys.private);
      assert.deepEqual((await fixture.service.accounts.listAccounts())[0]?.balance, 1_000);
      await fixture.end();
    });

    it('with a public key still counts towards the day of its network', async () => {
      const fixture = await startService();
      for (let count = 0; count < 20; count++) await leave(fixture, fixture.keys.public, count, visiting);
      const refused = await fixture.get('/v1/', { api: fixture.keys.public, email }, visiting);
      assert.equal(decodeRefusal(refused.status, await refused.json(), 'service')?.kind, 'daily-limit');
      assert.deepEqual((await fixture.service.accounts.listAccounts())[0]?.balance, 1_000);
      await fixture.end();
    });
  });
});

describe('free addresses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-script-'));
  const scriptFile = join(folder, 'email-check.js');
  let fixture: Fixture;
  before(async () => {
    writeFileSync(scriptFile, 'export {};');
    fixture = await startService({ scriptFile });
  });
  after(async () => {
    await fixture.end();
    rmSync(folder, { recursive: true });
  });

  it('detect disposable domains, by address or by name, for any page', async () => {
    const rows: [string, string][] = [
      ['a@mailinator.example', 'true'],
      ['mailinator.example', 'true'],
      ['  MAILINATOR.example ', 'true'],
      ['a@müll.example', 'true'],
      ['a@shop.example', 'false'],
      ['@mailinator.example', 'true'],
      ['mailinator.example.', 'true'],
      ['a@mailinator.example.', 'true'],
    ];
    for (const path of ['/disposable/', '/disposable'])
      for (const [asked, disposable] of rows) {
        const response = await fixture.get(path, { email: asked }, { Origin: 'https://any.example' });
        assert.equal(allowed(response), '*');
        assert.deepEqual(await response.json(), { disposable }, asked);
      }
    for (const neither of ['<nonsense>', 'a@', '@', '.', 'a b', 'a@b@c.example', 'shop..example']) {
      const refused = await fixture.get('/disposable/', { email: neither });
      assert.equal(refused.status, 400, neither);
      assert.equal(allowed(refused), '*');
      assert.match(await errorOf(refused), /neither an address nor a domain/);
    }
    const missing = await fixture.get('/disposable/');
    assert.equal(missing.status, 400);
    assert.equal(allowed(missing), '*');
    assert.match(await errorOf(missing), /"email" is missing/);
  });

  it('draw a logo for any domain', async () => {
    for (const domain of ['shop.example', '..', '%00', 'a'.repeat(3_000), 'b%FFcher.example', '日本.jp']) {
      const response = await fetch(`${fixture.url}/logo/${domain === '..' ? '%2e%2e%2f' : domain}`);
      assert.equal(response.status, 200, domain.slice(0, 20));
      assert.equal(response.headers.get('content-type'), 'image/png');
      assert.equal(allowed(response), '*');
      assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.match(response.headers.get('cache-control') ?? '', /max-age=\d+/);
      assert.equal(
        Buffer.from(await response.arrayBuffer())
          .subarray(1, 4)
          .toString(),
        'PNG',
      );
    }
  });

  it('serve the script to any page, by its ETag, and again when it is rebuilt', async () => {
    const first = await fixture.get('/email-check.js');
    assert.equal(first.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(allowed(first), '*');
    assert.equal(first.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(first.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(await first.text(), 'export {};');
    const etag = first.headers.get('etag') ?? '';
    const again = await fixture.get('/email-check.js', {}, { 'If-None-Match': `"other", W/${etag}` });
    assert.equal(again.status, 304);
    assert.equal(allowed(again), '*');
    writeFileSync(scriptFile, 'export { };');
    utimesSync(scriptFile, 5, 5);
    const anew = await fixture.get('/email-check.js', {}, { 'If-None-Match': etag });
    assert.equal(await anew.text(), 'export { };');
    rmSync(scriptFile);
    assert.equal((await fixture.get('/email-check.js')).status, 404);
  });

  it('serve the texts of a language and the late style beside the script, and English for missing texts', async () => {
    mkdirSync(join(folder, 'locales'));
    writeFileSync(join(folder, 'locales', 'de.js'), "export const catalogue = { safe: 'Gut' };");
    writeFileSync(join(folder, 'secret.js'), 'export {};');
    writeFileSync(join(folder, 'email-check.css'), 'email-check { color: red }');
    const german = await fixture.get('/locales/de.js');
    assert.equal(german.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(allowed(german), '*');
    assert.match(await german.text(), /Gut/);
    for (const none of ['sw.js', 'de', '..%2fsecret.js', '%2e%2e%2fsecret.js', 'de.js%00', `${'a'.repeat(3000)}.js`]) {
      const response = await fixture.get(`/locales/${none}`);
      assert.equal(response.status, 200, none);
      assert.equal(await response.text(), 'export const catalogue = {};\n', none);
    }
    const style = await fixture.get('/email-check.css');
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.match(await style.text(), /red/);
  });

  it('report that the service runs and is ready, and 404 elsewhere', async () => {
    for (const path of ['/healthz', '/readyz']) assert.equal((await fixture.get(path)).status, 200);
    for (const path of ['/nothing', '/v1/nothing/', '/logo/', '/logo/a/b', '/v2/']) {
      const response = await fixture.get(path);
      assert.equal(response.status, 404, path);
      await errorOf(response);
    }
    const head = await fixture.get('/healthz', {}, {}, 'HEAD');
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
  });
});

describe('a service', () => {
  it('finishes calls in progress when it closes, and accepts no new ones', async () => {
    const fixture = await startService();
    assert.equal((await fixture.get('/healthz')).status, 200, 'leaves a connection that is kept alive');
    const underWay = fixture.get('/v1/', { api: fixture.keys.private, email: 'waiting@a.example' });
    await fixture.gate.reached(1);
    const closed = fixture.service.close();
    assert.equal((await fixture.service.fetch(new Request('http://a.example/readyz'))).status, 503);
    await assert.rejects(fixture.get('/healthz'));
    fixture.gate.open();
    assert.equal((await underWay).status, 200);
    const since = performance.now();
    await closed;
    assert.ok(performance.now() - since < 2_000, 'connections are not kept alive to their time-out');
    await fixture.end();
  });

  it('refuses calls once it closes, in an answer that pages can read, without a charge', async () => {
    const fixture = await startService();
    const ask = (path: string) =>
      fixture.service.fetch(new Request(`http://a.example${path}?api=${fixture.keys.private}&email=${email}`));
    const underWay = ask('/v1/');
    const closed = fixture.service.close();
    const refusals = [await ask('/v1/'), await ask('/v1/balance/')];
    assert.equal((await underWay).status, 200);
    await closed;
    refusals.push(await ask('/v1'), await ask('/v1/reverse/'));
    for (const refused of refusals) {
      assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [503, '*']);
      assert.match(await refused.text(), /The service is closing: /);
    }
    assert.deepEqual(fixture.entries.map(({ credits }) => credits).filter(Boolean), [1]);
    assert.deepEqual(fixture.faults, []);
    await fixture.end();
  });

  it('reports every exception as its own fault, without its details', async () => {
    const thrown = 'no error at all';
    const engine = stubEngine();
    const verify: VerdictEngine['verify'] = (...asked) => {
      AbortSignal.abort(thrown).throwIfAborted();
      return engine.verify(...asked);
    };
    const fixture = await startService({ engine: { ...engine, verify } });
    for (let count = 0; count < 6; count++)
      assert.equal((await fixture.get('/v1/', { api: fixture.keys.private, email })).status, 500);
    assert.deepEqual(
      fixture.faults.map((fault) => (fault as Error).cause),
      Array(6).fill(thrown),
    );
    assert.deepEqual(
      fixture.entries.map(({ path, status }) => `${path} ${status}`),
      Array(6).fill('/v1/ 500'),
    );
    await fixture.end();
  });

  it('calls verdicts off that do not end in time', async () => {
    const gate = new Gate();
    const fixture = await startService({
      drainMilliseconds: 1,
      engine: { ...stubEngine(gate), close: () => Promise.resolve(gate.open()) },
    });
    const underWay = fixture.get('/v1/', { api: fixture.keys.private, email: 'waiting@a.example' });
    await gate.reached(1);
    await fixture.service.close();
    assert.equal((await underWay).status, 200);
    await fixture.end();
  });

  it('uses the names of its host', async () => {
    let asked: unknown;
    const engine = stubEngine();
    const fixture = await startService({
      names: { envelope: 'result', workspaceParam: 'ws' },
      engine: { ...engine, verify: (text, options) => ((asked = options?.workspace), engine.verify(text, options)) },
    });
    const response = await fixture.get('/v1/', { api: fixture.keys.private, email, ws: 'true' });
    assert.ok('result' in ((await response.json()) as object));
    assert.equal(asked, true);
    await fixture.end();
  });
});
