import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import Database from 'better-sqlite3';
import { createClient } from '../../../src/client/index.js';
import { keyHash } from '../../../src/service/accounts/keys.js';
import { wireDay } from '../../../src/wire/index.js';
import { listenSomewhere, secret, shop, startService, type Fixture } from './fixture.js';

const token = 'a-token-of-the-test-alone';

let fixture: Fixture;
let admin: string;
before(async () => {
  fixture = await startService();
  admin = (await listenSomewhere({ listen: (place) => fixture.service.listenForAdmin({ ...place, token }) })).url;
});
after(() => fixture.end());

interface Sent {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const ask = async (method: string, path: string, { body, headers = {} }: Sent = {}) => {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${admin}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...type, ...headers },
    ...(text !== undefined && { body: text }),
  });
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('access-control-allow-origin'), null);
  const answer = method === 'HEAD' ? '{}' : await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(answer) as Record<string, unknown>,
    text: answer,
  };
};

/** The words of a refusal. */
const refused = async (status: number, ...request: Parameters<typeof ask>) => {
  const answer = await ask(...request);
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(Object.keys(answer.body), ['error']);
  return String(answer.body['error']);
};

describe('the admin API', () => {
  it('opens accounts, adds credits and shows both', async () => {
    const made = await ask('POST', '/admin/accounts', { body: { name: ' Baker ', credits: 5 } });
    assert.equal(made.status, 201);
    const { id, createdAt } = made.body as { id: number; createdAt: string };
    assert.deepEqual(made.body, { id, name: 'Baker', balance: 5, createdAt });
    assert.ok(Number.isFinite(Date.parse(createdAt)) && createdAt.endsWith('Z'));
    assert.equal(made.headers.get('location'), `/admin/accounts/${id}`);
    assert.deepEqual((await ask('POST', `/admin/accounts/${id}/credits`, { body: { credits: 7 } })).body, {
      ...made.body,
      balance: 12,
    });
    assert.deepEqual((await ask('GET', `/admin/accounts/${id}`)).body, { ...made.body, balance: 12 });
    const { accounts } = (await ask('GET', '/admin/accounts')).body as {
      accounts: { name: string; balance: number }[];
    };
    assert.deepEqual(
      accounts.map(({ name }) => name),
      ['Shop', 'Baker'],
    );
    assert.equal((await ask('POST', '/admin/accounts', { body: { name: 'Poor' } })).body['balance'], 0);
  });

  it('accepts the body of a caller that waits for 100 Continue', { timeout: 10_000 }, async () => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Expect: '100-continue' };
    const sent = request({ port: new URL(admin).port, path: '/admin/accounts', method: 'POST', headers });
    sent.flushHeaders();
    await once(sent, 'continue');
    sent.end('{"name": "Patient"}');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 201, await text(response));
  });

  it('makes keys that open the service at once, rotates them and ends them', async () => {
    const made = await ask('POST', '/admin/keys', { body: { account: fixture.account, kind: 'private' } });
    assert.equal(made.status, 201);
    const { id, key, createdAt } = made.body as { id: number; key: string; createdAt: string };
    assert.match(key, /^[A-Za-z0-9]{13}$/);
    assert.deepEqual(made.body, {
      id,
      account: fixture.account,
      kind: 'private',
      hint: key.slice(-4),
      origins: [],
      showsBalance: true,
      createdAt,
      revokedAt: null,
      key,
    });
    const opens = (apiKey: string) =>
      createClient({ baseUrl: fixture.url, apiKey })
        .balance()
        .then(
          () => true,
          () => false,
        );
    assert.equal(await opens(key), true);

    const next = await ask('POST', `/admin/keys/${id}/rotate`);
    assert.equal(next.status, 201);
    const { id: nextId, key: nextKey, follows } = next.body as { id: number; key: string; follows: unknown };
    assert.deepEqual(follows, { id, isRevoked: false });
    assert.deepEqual([await opens(key), await opens(nextKey)], [true, true]);

    const last = await ask('POST', `/admin/keys/${nextId}/rotate`, { body: { revokesOld: true } });
    const { id: lastId, key: lastKey } = last.body as { id: number; key: string };
    assert.deepEqual(last.body['follows'], { id: nextId, isRevoked: true });
    assert.deepEqual([await opens(key), await opens(nextKey), await opens(lastKey)], [true, false, true]);

    assert.deepEqual((await ask('DELETE', `/admin/keys/${lastId}`)).body, { id: lastId, isRevoked: true });
    assert.equal(await opens(lastKey), false);
    assert.match(await refused(404, 'DELETE', `/admin/keys/${lastId}`), new RegExp(`There is no valid key ${lastId}`));
    assert.match(
      await refused(404, 'POST', `/admin/keys/${lastId}/rotate`),
      new RegExp(`There is no valid key ${lastId}`),
    );
  });

  it('revokes no old key if the answer with the new one cannot be written', async () => {
    const { id } = (await ask('POST', '/admin/keys', { body: { account: fixture.account, kind: 'private' } })).body as {
      id: number;
    };
    const keys = async () => (await ask('GET', '/admin/keys')).body['keys'] as { id: number; revokedAt: unknown }[];
    const other = new Database(fixture.database);
    other.exec('BEGIN IMMEDIATE');
    const socket = connect(Number(new URL(admin).port), '127.0.0.1');
    const body = '{"revokesOld": true}';
    socket.write(
      `POST /admin/keys/${id}/rotate HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await once(socket, 'connect');
    // The other's request has been read when one that was sent later is answered; and so has its end.
    await keys();
    socket.resetAndDestroy();
    const { length } = await keys();
    other.exec('COMMIT');
    other.close();
    while ((await keys()).length === length);
    await keys();
    assert.equal((await keys()).find((each) => each.id === id)?.revokedAt, null);
  });

  it("copies a public key's origins and settings to its successor", async () => {
    const order = {
      account: fixture.account,
      kind: 'public',
      origins: ['HTTPS://*.Example.com', shop],
      showsBalance: true,
      ...{ dailyLimit: 5, dailyBudget: 'off', answers: 'domain' },
    };
    const { body } = await ask('POST', '/admin/keys', { body: order });
    const next = await ask('POST', `/admin/keys/${String(body['id'])}/rotate`, { body: {} });
    for (const each of [body, next.body]) {
      const { account, kind, origins, showsBalance, dailyLimit, dailyBudget, answers, key } = each;
      assert.deepEqual(
        { account, kind, origins, showsBalance, dailyLimit, dailyBudget, answers },
        { ...order, origins: ['https://*.example.com', shop] },
      );
      assert.match(String(key), /^public_/);
    }
  });

  it('lists the keys of all accounts or of one, each once', async () => {
    const { body: other } = await ask('POST', '/admin/accounts', { body: { name: 'Other' } });
    const { body: made } = await ask('POST', '/admin/keys', { body: { account: other['id'], kind: 'private' } });
    const { text: all } = await ask('GET', '/admin/keys');
    const ofOther = await ask('GET', `/admin/keys?account=${String(other['id'])}`);
    const { key, ...shown } = made;
    assert.deepEqual(ofOther.body, { keys: [shown] });
    assert.deepEqual((await ask('GET', '/admin/keys?account=999')).body, { keys: [] });
    for (const each of [String(key), fixture.keys.private, fixture.keys.public])
      for (const said of [all, ofOther.text]) {
        assert.equal(said.includes(each), false);
        assert.equal(said.includes(keyHash(secret, each)), false);
      }
  });

  it("returns an account's usage by UTC day", async () => {
    const { id: account } = await fixture.service.accounts.createAccount({ name: 'User', credits: 9 });
    const { key } = await fixture.service.accounts.createKey({ account, kind: 'private' });
    const today = wireDay(Date.now());
    await createClient({ baseUrl: fixture.url, apiKey: key }).validate('deliverable@shop.example');
    const { body } = await ask('GET', `/admin/accounts/${account}/usage?start=20-08-14&end=${today}`);
    assert.deepEqual(body, {
      start: '20-08-14',
      end: today,
      calls: 1,
      timezone: 'UTC',
      days: [{ day: today, calls: 1, credits: 1 }],
    });
    assert.match(
      await refused(400, 'GET', `/admin/accounts/${account}/usage?start=20-08-14`),
      /The field "end" is missing: write a day as YY-MM-DD\./,
    );
    assert.match(
      await refused(400, 'GET', `/admin/accounts/${account}/usage?start=20-08-13&end=${today}`),
      /"start" is before 20-08-14/,
    );
    assert.match(
      await refused(404, 'GET', `/admin/accounts/999/usage?start=20-08-14&end=${today}`),
      /There is no account 999/,
    );
  });

  it('forgets an address', async () => {
    await fixture.service.contacts.keep([{ address: 'jane+a/b@shop.example', fields: { fullname: 'Jane' } }]);
    assert.deepEqual((await ask('DELETE', `/admin/addresses/${encodeURIComponent('Jane+a/b@shop.example')}`)).body, {
      contacts: 1,
    });
    assert.equal(await fixture.service.contacts.count(), 0);
    assert.deepEqual((await ask('DELETE', '/admin/addresses/jane@shop.example')).body, { contacts: 0 });
    assert.match(await refused(400, 'DELETE', '/admin/addresses/nobody'), /This is not an address/);
  });
});

describe('the admin API of lists', () => {
  const upload = async (name: string) => {
    const { id: account } = await fixture.service.accounts.createAccount({ name: 'Listed', credits: 9 });
    const { key } = await fixture.service.accounts.createKey({ account, kind: 'private' });
    const { listId } = await createClient({ baseUrl: fixture.url, apiKey: key }).uploadList({
      url: `https://lists.shop.example/secret-${name}?token=hidden`,
      name,
    });
    return { account, id: listId };
  };

  it('returns those of all accounts or of one, latest first, and never their URLs', async () => {
    const [may, june] = [await upload('may.csv'), await upload('june.csv')];
    const all = await ask('GET', '/admin/lists');
    const { lists } = all.body as { lists: Record<string, unknown>[] };
    const { createdAt } = lists[1] as { createdAt: string };
    assert.deepEqual(
      lists.map(({ id }) => id),
      [june.id, may.id],
    );
    assert.deepEqual(lists[1], {
      id: may.id,
      account: may.account,
      name: 'may.csv',
      state: 'queued',
      reason: '',
      lines: 0,
      addresses: 0,
      done: 0,
      createdAt,
      endedAt: null,
    });
    assert.ok(Number.isFinite(Date.parse(createdAt)) && createdAt.endsWith('Z'));
    const ofOne = await ask('GET', `/admin/lists?account=${may.account}`);
    assert.deepEqual(ofOne.body, { lists: [lists[1]] });
    assert.deepEqual((await ask('GET', '/admin/lists?account=999')).body, { lists: [] });
    for (const { text } of [all, ofOne]) assert.doesNotMatch(text, /https|token|hidden/);
    assert.match(
      await refused(400, 'GET', '/admin/lists?account=Shop'),
      /The field "account" is not usable: write its number, in digits\./,
    );
    assert.match(await refused(400, 'GET', '/admin/lists?accounts=1'), /Unknown field "accounts"/);
  });

  it('cancels a list of an account once, and reports an unknown list', async () => {
    const [july, other] = [await upload('july.csv'), await upload('other.csv')];
    fixture.entries.length = 0;
    const path = `/admin/accounts/${july.account}/lists/${july.id}`;
    const none = new RegExp(
      `^Account ${july.account} has no unfinished list with this id: GET /admin/lists\\?account=${july.account} lists them\\.$`,
    );
    assert.match(await refused(404, 'DELETE', `/admin/accounts/${july.account}/lists/${other.id}`), none);
    assert.deepEqual((await ask('DELETE', path)).body, { id: july.id, isCancelled: true });
    assert.match(await refused(404, 'DELETE', path), none);
    assert.match(await refused(404, 'DELETE', `/admin/accounts/${july.account}/lists/x`), none);
    assert.match(await refused(400, 'DELETE', `/admin/accounts/Shop/lists/${july.id}`), /The field "id" is not usable/);
    const { lists } = (await ask('GET', `/admin/lists?account=${july.account}`)).body as {
      lists: { state: string; endedAt: string }[];
    };
    assert.deepEqual(
      lists.map(({ state, endedAt }) => [state, Number.isFinite(Date.parse(endedAt))]),
      [['cancelled', true]],
    );
    assert.equal((await fixture.service.lists.find(other.account, other.id))?.state, 'queued');
    assert.deepEqual(
      [...new Set(fixture.entries.map(({ path }) => path))],
      ['DELETE /admin/accounts/{id}/lists/{list}', 'GET /admin/lists'],
      'an observer is told of no id',
    );
    for (const method of ['GET', 'POST']) assert.equal((await ask(method, path)).headers.get('allow'), 'DELETE');
    assert.equal((await ask('DELETE', '/admin/lists')).headers.get('allow'), 'GET');
  });

  it('shows a hundred at most', async (t) => {
    const asked = t.mock.method(fixture.service.lists, 'latest');
    await ask('GET', '/admin/lists');
    assert.deepEqual(asked.mock.calls[0]?.arguments, [100, undefined]);
  });
});

describe('the admin API refuses', () => {
  const bodies: [path: string, body: unknown, words: RegExp][] = [
    ['/admin/accounts', {}, /^The field "name" is missing: write a text of 1 to 200 characters\.$/],
    ['/admin/accounts', { name: ' ' }, /^The field "name" is not usable/],
    ['/admin/accounts', { name: 7 }, /^The field "name" is not usable/],
    ['/admin/accounts', { name: 'x'.repeat(201) }, /^The field "name" is not usable/],
    ['/admin/accounts', { name: 'a\tb' }, /a name by which you recognise it, on one line/],
    [
      '/admin/accounts',
      { name: 'A', credits: '5' },
      /^The field "credits" is not usable: write a whole number from 0 to 1000000000000, without quotes\.$/,
    ],
    ['/admin/accounts', { name: 'A', credits: -1 }, /^The field "credits"/],
    ['/admin/accounts', { name: 'A', credits: 1.5 }, /^The field "credits"/],
    ['/admin/accounts', { name: 'A', credits: null }, /^The field "credits"/],
    ['/admin/accounts', '{"name":"A","credits":1e999}', /^The field "credits"/],
    ['/admin/accounts', { name: 'A', balance: 9 }, /^Unknown field "balance": use only these: credits, name\.$/],
    ['/admin/accounts', '{"name":"A","__proto__":{"credits":5}}', /^Unknown field "__proto__"/],
    ['/admin/accounts', { name: 'A', constructor: 1 }, /^Unknown field "constructor"/],
    ['/admin/accounts/1/credits', { credits: 0 }, /^The field "credits" is not usable: write a whole number from 1/],
    ['/admin/accounts/1/credits', undefined, /^The field "credits" is missing/],
    ['/admin/accounts/one/credits', { credits: 1 }, /^The field "id" is not usable: write its number, in digits\.$/],
    [
      '/admin/keys',
      { account: '1', kind: 'private' },
      /^The field "account" is not usable: write its number, without quotes\.$/,
    ],
    ['/admin/keys', { account: 1, kind: 'secret' }, /^The field "kind" is not usable: write "private" or "public"\.$/],
    ['/admin/keys', { account: 1, kind: 'public' }, /needs the origins/],
    [
      '/admin/keys',
      { account: 1, kind: 'public', origins: 'https://a.example' },
      /^The field "origins" is not usable: write a list/,
    ],
    ['/admin/keys', { account: 1, kind: 'public', origins: [7] }, /^The field "origins"/],
    ['/admin/keys', { account: 1, kind: 'public', origins: ['a.example'] }, /"a\.example" is not an origin/],
    ['/admin/keys', { account: 1, kind: 'public', origins: ['https://*.com'] }, /many owners/],
    ['/admin/keys', { account: 1, kind: 'private', origins: [shop] }, /A private key belongs on a server/],
    [
      '/admin/keys',
      { account: 1, kind: 'public', origins: [shop], showsBalance: 'yes' },
      /^The field "showsBalance" is not usable: write true or false\.$/,
    ],
    ['/admin/keys/1/rotate', { revokesOld: 1 }, /^The field "revokesOld"/],
    ['/admin/keys/1/rotate', { revokeOld: true }, /^Unknown field "revokeOld": use only these: revokesOld\.$/],
    ['/admin/accounts', '{"name": "A"', /^The body is not JSON: write an object/],
    ['/admin/accounts', '[]', /^The body is not a JSON object/],
    ['/admin/accounts', 'null', /^The body is not a JSON object/],
    ['/admin/accounts', '"x"', /^The body is not a JSON object/],
  ];
  for (const [path, body, words] of bodies)
    it(`${typeof body === 'string' ? body : (JSON.stringify(body) ?? 'no body').slice(0, 60)} at ${path}`, async () =>
      assert.match(await refused(400, 'POST', path, { body }), words));

  it('accounts that there are not', async () => {
    assert.match(await refused(404, 'GET', '/admin/accounts/999'), /There is no account 999/);
    assert.match(
      await refused(404, 'POST', '/admin/accounts/999/credits', { body: { credits: 1 } }),
      /There is no account 999/,
    );
    assert.match(
      await refused(404, 'POST', '/admin/keys', { body: { account: 999, kind: 'private' } }),
      /There is no account 999/,
    );
  });

  it('an unknown query', async () => {
    assert.match(
      await refused(400, 'GET', '/admin/keys?acount=1'),
      /Unknown field "acount": use only these: account\./,
    );
    assert.match(
      await refused(400, 'GET', '/admin/keys?account=-1'),
      /The field "account" is not usable: write its number, in digits\./,
    );
  });

  it('addresses and methods that there are not', async () => {
    for (const path of ['/', '/admin', '/admin/accounts/', '/v1/', '/metrics', '/admin/keys/1/rotate/x'])
      assert.match(await refused(404, 'GET', path), /nothing at this address/);
    const rows: [string, string, string][] = [
      ['PUT', '/admin/accounts', 'GET, POST'],
      ['DELETE', '/admin/accounts/1', 'GET'],
      ['GET', '/admin/accounts/1/credits', 'POST'],
      ['GET', '/admin/keys/1', 'DELETE'],
      ['GET', '/admin/keys/1/rotate', 'POST'],
      ['GET', '/admin/addresses/a@b.example', 'DELETE'],
      ['OPTIONS', '/admin/keys', 'GET, POST'],
    ];
    for (const [method, path, allowed] of rows) {
      const answer = await ask(method, path);
      assert.equal(answer.status, 405, `${method} ${path}`);
      assert.equal(answer.headers.get('allow'), allowed);
      assert.match(String(answer.body['error']), new RegExp(`use ${allowed}\\.$`));
    }
  });

  it('bodies of another type, or too long', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])
      assert.match(
        await refused(415, 'POST', '/admin/accounts', { body: { name: 'A' }, headers: { 'Content-Type': type } }),
        /send JSON, and "Content-Type: application\/json"/,
      );
    assert.equal(
      (
        await ask('POST', '/admin/accounts', {
          body: { name: 'A' },
          headers: { 'Content-Type': 'Application/JSON; charset=utf-8' },
        })
      ).status,
      201,
    );
    assert.match(
      await refused(413, 'POST', '/admin/accounts', { body: { name: 'x'.repeat(16_384) } }),
      /The body is too long: 16384 octets at most\./,
    );
    const { port } = new URL(admin);
    const endless = request({
      port,
      path: '/admin/accounts',
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    endless.on('error', () => undefined);
    const answered = once(endless, 'response') as Promise<[IncomingMessage]>;
    endless.write('"');
    for (let count = 0; count < 20; count++) endless.write('x'.repeat(1_000));
    const [response] = await answered;
    assert.equal(response.statusCode, 413);
    assert.match(await text(response), /too long/);
    endless.destroy();
  });

  it('callers without the token', async () => {
    const none = await fetch(`${admin}/admin/accounts`);
    assert.equal(none.status, 401);
    assert.equal(none.headers.get('www-authenticate'), 'Bearer realm="email-check admin"');
    assert.match(await none.text(), /Authorization: Bearer/);
    for (const given of [
      'Bearer',
      'Bearer wrong',
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token} ${token}`,
      `Basic ${token}`,
      token,
      `Bearer ${'x'.repeat(9_000)}`,
    ]) {
      for (const path of ['/admin/accounts', '/admin/nowhere']) {
        const response = await fetch(`${admin}${path}`, { headers: { Authorization: given } });
        assert.equal(response.status, 401, given.slice(0, 40));
        assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer realm="email-check admin"/);
        assert.equal((await response.text()).includes(token), false);
      }
    }
    assert.equal(
      (await fetch(`${admin}/admin/accounts`, { headers: { Authorization: 'Bearer wrong' } })).headers.get(
        'www-authenticate',
      ),
      'Bearer realm="email-check admin", error="invalid_token"',
    );
    assert.equal(
      (await fetch(`${admin}/admin/accounts`, { headers: { Authorization: `bearer  ${token}` } })).status,
      200,
    );
    assert.equal(
      (await fetch(`${admin}/admin/accounts?token=${token}&access_token=${token}`)).status,
      401,
      'in a query it would be logged',
    );
  });

  it('pages, with the token or without', async () => {
    for (const origin of [shop, admin, 'null'])
      for (const method of ['GET', 'POST', 'OPTIONS'])
        assert.match(await refused(403, method, '/admin/accounts', { headers: { Origin: origin } }), /answers no page/);
  });

  it('malformed requests, with an answer that pages can read', async () => {
    for (const sent of [
      'dance\r\n\r\n',
      'GET http://[/admin/accounts HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    ]) {
      const socket = connect(Number(new URL(admin).port), '127.0.0.1');
      socket.write(sent);
      const answer = await text(socket);
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.doesNotMatch(answer, /access-control/i);
    }
  });

  it("to answer at the service's own port", async () => {
    assert.equal(
      (await fetch(`${fixture.url}/admin/accounts`, { headers: { Authorization: `Bearer ${token}` } })).status,
      404,
    );
  });
});

describe('what an operator sees of the admin API', () => {
  it('is each call with its method and route, and no key, address or token', async () => {
    fixture.entries.length = 0;
    const { body } = await ask('POST', '/admin/keys', { body: { account: fixture.account, kind: 'private' } });
    await ask('DELETE', '/admin/addresses/jane@shop.example');
    await ask('GET', `/admin/accounts/${fixture.account}`);
    await fetch(`${admin}/admin/accounts`);
    assert.deepEqual(
      fixture.entries.map(({ path, status, credits }) => [path, status, credits]),
      [
        ['POST /admin/keys', 201, 0],
        ['DELETE /admin/addresses/{address}', 200, 0],
        ['GET /admin/accounts/{id}', 200, 0],
        ['/admin/*', 401, 0],
      ],
    );
    for (const each of [String(body['key']), 'jane', token])
      assert.equal(inspect(fixture.entries).includes(each), false);
  });

  it('has no details of an internal fault', async (t) => {
    t.mock.method(fixture.service.accounts, 'listAccounts', () => Promise.reject(new Error('Inside information.')));
    assert.doesNotMatch(await refused(500, 'GET', '/admin/accounts'), /Inside/);
    assert.match(String(fixture.faults.at(-1)), /Inside information/);
  });
});
