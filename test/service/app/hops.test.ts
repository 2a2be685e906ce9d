import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { decodeRefusal } from '../../../src/wire/index.js';
import { shop, startService, type Fixture } from './fixture.js';

const email = 'deliverable@shop.example';

let it_: Fixture;
afterEach(() => it_.end());

/** What a public key's call comes to: its status, or the word for its refusal. */
const ask = async (headers: Record<string, string>, key = it_.keys.public) => {
  const response = await it_.get('/v1/', { api: key, email }, { Origin: shop, ...headers });
  return decodeRefusal(response.status, await response.json(), 'service')?.kind ?? response.status;
};

const spend = async (headers: (count: number) => Record<string, string>) => {
  for (let count = 0; count < 20; count++) assert.equal(await ask(headers(count)), 200);
};

describe("the day's limit over HTTP", () => {
  it('counts who called the trusted hop, whatever stands before its word', async () => {
    it_ = await startService({ trustedHops: 1 });
    await spend((count) => ({ 'X-Forwarded-For': `198.51.100.${count}, 192.0.2.7` }));
    assert.equal(await ask({ 'X-Forwarded-For': '192.0.2.7' }), 'daily-limit');
    assert.equal(await ask({ Forwarded: 'for=192.0.2.7;proto=https' }), 'daily-limit');
    assert.equal(await ask({ 'X-Forwarded-For': '::ffff:192.0.2.7' }), 'daily-limit');
    assert.equal(await ask({ 'X-Forwarded-For': '192.0.2.8' }), 200);
  });

  it('counts an IPv6 caller by its /64', async () => {
    it_ = await startService({ trustedHops: 1 });
    await spend((count) => ({ Forwarded: `for="[2001:db8:0:1::${count + 1}]:4711"` }));
    assert.equal(await ask({ Forwarded: 'for="[2001:db8:0:1:ffff::1]"' }), 'daily-limit');
    assert.equal(await ask({ Forwarded: 'for="[2001:db8:0:2::1]"' }), 200);
  });

  it('believes no header without trusted hops', async () => {
    it_ = await startService();
    await spend((count) => ({ 'X-Forwarded-For': `192.0.2.${count}` }));
    assert.equal(await ask({ 'X-Forwarded-For': '203.0.113.9', Forwarded: 'for=203.0.113.9' }), 'daily-limit');
  });

  it("counts callers that no hop names as one network, the hop's", async () => {
    it_ = await startService({ trustedHops: 2 });
    await spend((count) => (count % 2 ? {} : { 'X-Forwarded-For': 'nonsense', Forwarded: 'for=_hidden' }));
    assert.equal(await ask({ 'X-Forwarded-For': '192.0.2.7', Forwarded: 'for=198.51.100.1' }), 'daily-limit');
  });
});

describe('the page of the service itself', () => {
  it('is on https where a trusted hop says so', async () => {
    it_ = await startService({ trustedHops: 1 });
    const secure = it_.url.replace('http:', 'https:');
    const { key } = await it_.service.accounts.createKey({ account: it_.account, kind: 'public', origins: [secure] });
    const own = async (headers: Record<string, string>) => {
      const response = await it_.get('/v1/', { api: key, email }, { 'Sec-Fetch-Site': 'same-origin', ...headers });
      return [response.status, response.headers.get('access-control-allow-origin')];
    };
    assert.deepEqual(await own({ 'X-Forwarded-Proto': 'https' }), [200, secure]);
    assert.deepEqual(await own({ Forwarded: 'for=192.0.2.7;proto=https' }), [200, secure]);
    assert.deepEqual(await own({}), [403, '*']);
    assert.deepEqual(await own({ 'X-Forwarded-Proto': 'javascript' }), [403, '*']);
  });
});
