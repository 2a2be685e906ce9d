import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { NewKeyOptions, VerdictEngine } from '../../../src/service/index.js';
import { decodeRefusal } from '../../../src/wire/index.js';
import { shop, startService, stubEngine, type Fixture } from './fixture.js';

const email = 'deliverable@shop.example';

let fixture: Fixture;
afterEach(() => fixture.end());

/** What a public key's call comes to: its status, or the word for its refusal. */
const ask = async (headers: Record<string, string>, key = fixture.keys.public) => {
  const response = await fixture.get('/v1/', { api: key, email }, { Origin: shop, ...headers });
  return decodeRefusal(response.status, await response.json(), 'service')?.kind ?? response.status;
};

const spend = async (headers: (count: number) => Record<string, string>) => {
  for (let count = 0; count < 20; count++) assert.equal(await ask(headers(count)), 200);
};

describe("the day's limit over HTTP", () => {
  it('counts the caller named by the trusted hop, whatever precedes that entry', async () => {
    fixture = await startService({ trustedHops: 1 });
    await spend((count) => ({ 'X-Forwarded-For': `198.51.100.${count}, 192.0.2.7` }));
    assert.equal(await ask({ 'X-Forwarded-For': '192.0.2.7' }), 'daily-limit');
    assert.equal(await ask({ Forwarded: 'for=192.0.2.7;proto=https' }), 'daily-limit');
    assert.equal(await ask({ 'X-Forwarded-For': '::ffff:192.0.2.7' }), 'daily-limit');
    assert.equal(await ask({ 'X-Forwarded-For': '192.0.2.8' }), 200);
  });

  it('counts an IPv6 caller by its /64', async () => {
    fixture = await startService({ trustedHops: 1 });
    await spend((count) => ({ Forwarded: `for="[2001:db8:0:1::${count + 1}]:4711"` }));
    assert.equal(await ask({ Forwarded: 'for="[2001:db8:0:1:ffff::1]"' }), 'daily-limit');
    assert.equal(await ask({ Forwarded: 'for="[2001:db8:0:2::1]"' }), 200);
  });

  it('believes no header without trusted hops', async () => {
    fixture = await startService();
    await spend((count) => ({ 'X-Forwarded-For': `192.0.2.${count}` }));
    assert.equal(await ask({ 'X-Forwarded-For': '203.0.113.9', Forwarded: 'for=203.0.113.9' }), 'daily-limit');
  });

  it("counts callers that no hop names as one network, the hop's", async () => {
    fixture = await startService({ trustedHops: 2 });
    await spend((count) => (count % 2 ? {} : { 'X-Forwarded-For': 'nonsense', Forwarded: 'for=_hidden' }));
    assert.equal(await ask({ 'X-Forwarded-For': '192.0.2.7', Forwarded: 'for=198.51.100.1' }), 'daily-limit');
  });
});

describe('a network that is not counted', () => {
  /** The refusals of so many calls from this machine. */
  const refusals = async (count: number, key: string, headers: Record<string, string> = {}) => {
    const answers: unknown[] = [];
    for (let each = 0; each < count; each++) answers.push(await ask(headers, key));
    return answers.filter((each) => each !== 200);
  };

  it('is that of a caller on this machine through no proxy, whatever the origin of its page', async () => {
    fixture = await startService();
    const origins = ['http://localhost:*'];
    const { key } = await fixture.service.accounts.createKey({ account: fixture.account, kind: 'public', origins });
    const page = { Origin: 'http://localhost:5173' };
    assert.deepEqual(await refusals(25, key, page), []);
    assert.deepEqual(await refusals(25, fixture.keys.public), []);
    for (const header of ['Via', 'X-Forwarded-For', 'CF-Connecting-IP'])
      assert.equal((await refusals(1, key, { ...page, [header]: '203.0.113.9' })).length, 0);
    assert.deepEqual(await refusals(18, key, { ...page, Via: '1.1 proxy' }), ['daily-limit']);
  });

  it('is not that of another caller, whatever origin the request names', async () => {
    fixture = await startService();
    const origins = ['http://localhost:*'];
    const { key } = await fixture.service.accounts.createKey({ account: fixture.account, kind: 'public', origins });
    const url = `http://check.example/v1/?${new URLSearchParams({ api: key, email }).toString()}`;
    const statusFrom = async (address: string) =>
      (await fixture.service.fetch(new Request(url, { headers: { Origin: 'http://localhost:80' } }), { address }))
        .status;
    for (let count = 0; count < 20; count++) assert.equal(await statusFrom('10.0.0.7'), 200);
    assert.equal(await statusFrom('10.0.0.7'), 429);
  });
});

describe("a public key's own limits", () => {
  const keyWith = async (more: Partial<NewKeyOptions>) => {
    const { accounts } = fixture.service;
    return (await accounts.createKey({ account: fixture.account, kind: 'public', origins: [shop], ...more })).key;
  };
  /** A caller of another /64 each, all of one /48. */
  const from = (network: number) => ({ 'X-Forwarded-For': `2001:db8:7:${network.toString(16)}::1` });

  it('include a budget that also holds for callers on this machine', async () => {
    fixture = await startService();
    const key = await keyWith({ dailyBudget: 2 });
    for (const expected of [200, 200, 'daily-limit']) assert.equal(await ask({}, key), expected);
  });

  it('cap all networks together by its budget', async () => {
    fixture = await startService({ trustedHops: 1 });
    const key = await keyWith({ dailyBudget: 30 });
    for (let count = 0; count < 30; count++) assert.equal(await ask(from(count), key), 200);
    const over = await fixture.get('/v1/', { api: key, email }, { Origin: shop, ...from(99) });
    const body = (await over.json()) as { service: { reason?: string } };
    assert.equal(decodeRefusal(over.status, body, 'service')?.kind, 'daily-limit');
    assert.match(body.service.reason ?? '', /budget for the day/);
    assert.equal(await ask(from(99)), 200, 'another key has a budget of its own');
    assert.deepEqual((await fixture.service.accounts.listAccounts())[0]?.balance, 1_000 - 31);
  });

  it('can be set per network, with the shared budget off', async () => {
    fixture = await startService({ trustedHops: 1 });
    const key = await keyWith({ dailyLimit: 2, dailyBudget: 'off' });
    for (let count = 0; count < 2; count++) assert.equal(await ask(from(1), key), 200);
    assert.equal(await ask(from(1), key), 'daily-limit');
    assert.equal(await ask(from(2), key), 200);
  });

  it("apply to /56 and /48 networks by the operator's factors", async () => {
    fixture = await startService({ trustedHops: 1, dailyFactors: { 56: 2, 48: 3 } });
    const key = await keyWith({ dailyLimit: 2 });
    const asked: unknown[] = [];
    // The first octet of an address's fourth group is the last of its /56.
    for (const network of [0x00, 0x01, 0x02, 0x02, 0x01_00, 0x01_01, 0x01_02])
      asked.push(await ask(from(network), key));
    assert.deepEqual(asked, [200, 200, 200, 200, 200, 200, 'daily-limit']);
    assert.equal(await ask(from(0x03), key), 'daily-limit');
    assert.equal(await ask({ 'X-Forwarded-For': '2001:db8:8::1' }, key), 200);
  });

  it('skip mailbox checks for a key that answers only about domains', async () => {
    const asked: unknown[] = [];
    const engine: VerdictEngine = {
      ...stubEngine(),
      verify: (address, options) => {
        asked.push(options?.isDomainOnly);
        return stubEngine().verify(address, options);
      },
    };
    fixture = await startService({ engine });
    assert.equal(await ask({}, await keyWith({ answers: 'domain' })), 200);
    assert.equal(await ask({}), 200);
    assert.deepEqual(asked, [true, false]);
  });
});

describe('the page of the service itself', () => {
  it('uses https if a trusted hop says so', async () => {
    fixture = await startService({ trustedHops: 1 });
    const secure = fixture.url.replace('http:', 'https:');
    const { key } = await fixture.service.accounts.createKey({
      account: fixture.account,
      kind: 'public',
      origins: [secure],
    });
    const own = async (headers: Record<string, string>) => {
      const response = await fixture.get('/v1/', { api: key, email }, { 'Sec-Fetch-Site': 'same-origin', ...headers });
      return [response.status, response.headers.get('access-control-allow-origin')];
    };
    assert.deepEqual(await own({ 'X-Forwarded-Proto': 'https' }), [200, secure]);
    assert.deepEqual(await own({ Forwarded: 'for=192.0.2.7;proto=https' }), [200, secure]);
    assert.deepEqual(await own({}), [403, '*']);
    assert.deepEqual(await own({ 'X-Forwarded-Proto': 'javascript' }), [403, '*']);
  });
});
