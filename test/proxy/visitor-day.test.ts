import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy, type KeyProxyOptions } from '../../src/proxy/index.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';

describe("a visitor's day", () => {
  let upstream: Loopback;
  before(
    async () =>
      (upstream = await startLoopback(
        json({ service: { result: 'Safe to Send', code: '5', reason: 'Deliverable' }, success: '1' }),
      )),
  );
  after(() => upstream.end());

  const open = (options: Partial<KeyProxyOptions>) => {
    const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, ...options });
    return async (address: string, name: string) => {
      const response = await proxy(
        new Request(`http://localhost/email-check/validate?email=${name}@shop.example`, {
          headers: { 'Sec-Fetch-Site': 'same-origin' },
        }),
        { address },
      );
      return { status: response.status, headers: [...response.headers], body: await response.text() };
    };
  };
  const [mallory, jane, joe] = ['198.51.100.1', '198.51.100.2', '198.51.100.3'] as const;

  it('has cached answers in it', async () => {
    const ask = open({ dailyPerVisitor: 2 });
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await ask(mallory, 'jane')).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  it('does not reveal, when used up, which addresses others have just checked', async () => {
    const ask = open({ dailyPerVisitor: 1 });
    assert.equal((await ask(mallory, 'mallory')).status, 200);
    assert.equal((await ask(jane, 'jane')).status, 200);
    const checked = await ask(mallory, 'jane');
    assert.equal(checked.status, 429);
    assert.deepEqual(checked, await ask(mallory, 'nobody'));
    assert.deepEqual(checked, await ask(mallory, 'mallory'), 'though the address be their own');
  });

  it("has cached answers in it, which the site's budget has not", async () => {
    const ask = open({ budgetPerDay: 1 });
    assert.equal((await ask(jane, 'jane')).status, 200);
    assert.equal((await ask(joe, 'jane')).status, 200);
    assert.equal((await ask(joe, 'joe')).status, 429);
  });
});
