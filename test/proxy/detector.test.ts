import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createClient } from '../../src/client/index.js';
import { createKeyProxy, type KeyProxyOptions } from '../../src/proxy/index.js';
import { verifyReceipt } from '../../src/proxy/receipt.js';
import { json, raw, startLoopback, type Answer, type Loopback } from '../client/loopback.js';
import { startService, type Fixture } from '../service/app/fixture.js';

const secret = 'a secret of the test, of thirty-two octets';

const open = (options: Pick<KeyProxyOptions, 'apiKey' | 'baseUrl'> & Partial<KeyProxyOptions>) => {
  const proxy = createKeyProxy({ receiptSecret: secret, ...options });
  return async (path: string, email?: string) => {
    const response = await proxy(
      new Request(`http://localhost/email-check/${path}`, {
        method: email === undefined ? 'GET' : 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
        ...(email !== undefined && { body: JSON.stringify({ email }) }),
      }),
      { address: '198.51.100.1' },
    );
    const body = (await response.json()) as { service?: Record<string, string>; receipt?: string };
    return { status: response.status, ...body };
  };
};

describe('an address that the disposable detector knows', () => {
  let service: Fixture;
  before(async () => (service = await startService()));
  after(() => service.end());

  it('is answered before our own service for free, and has a receipt', async () => {
    const connection = { baseUrl: service.url, apiKey: service.keys.private };
    const client = createClient(connection);
    const email = 'jane@mailinator.example';
    const { balance } = await client.balance();
    const post = open(connection);
    for (const answered of [await post('validate', email), await post(`validate?email=${email}`)]) {
      assert.equal(answered.status, 200);
      const verified = await verifyReceipt(answered.receipt, { email, secret });
      assert.deepEqual(verified.ok && [verified.found.result, verified.found.code], ['Invalid', 3]);
      assert.equal((await client.balance()).balance, balance);
    }
    const { service: own } = await post('validate', email);
    assert.deepEqual(own, {
      ...{ email, code: '3', role: 'false', free_email: 'false' },
      ...{ result: 'Invalid', reason: 'Disposable', send_transactional: '0', did_you_mean: '' },
    });
    await client.validate(email);
    assert.equal((await client.balance()).balance, balance - 1, 'by itself the service is not free');
  });
});

describe('the detector, before a verdict', () => {
  const apiKey = 'Kq7ZwX2mVt9Lp';
  const verdict: Answer = json({ service: { result: 'Safe to Send', code: '5', reason: 'Deliverable' }, success: '1' });
  let upstream: Loopback;
  let detector: Answer;
  before(async () => (upstream = await startLoopback()));
  beforeEach(() => {
    detector = json({ disposable: 'true' });
    upstream.answer((response, request) =>
      (request.url?.startsWith('/disposable') ? detector : verdict)(response, request),
    );
  });
  after(() => upstream.end());

  it('is asked once for the domain, without key and address, and not if a page has just asked it', async () => {
    const post = open({ apiKey, baseUrl: upstream.url });
    await post('validate', 'jane@TRASH.example');
    await post('validate', 'joe@trash.example');
    assert.deepEqual(upstream.asked, ['/disposable/?email=trash.example']);
    await post('disposable?email=other.example');
    assert.equal((await post('validate', 'joe@other.example')).service?.['reason'], 'Disposable');
    assert.equal(upstream.asked.length, 2);
  });

  it("uses none of the site's budget, and counts towards the visitor's day", async () => {
    const post = open({ apiKey, baseUrl: upstream.url, budgetPerDay: 0, dailyPerVisitor: 2 });
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await post('validate', 'jane@trash.example')).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  const silent: Readonly<Record<string, Answer>> = {
    'knows nothing of the domain': json({ disposable: 'false' }),
    'is not there': raw('<h1>Not here</h1>', 404),
    'refuses so many questions': json({ success: '0', error: 'Too many' }, 429),
    'hangs up': (response) => response.destroy(),
    'never answers': () => {},
  };
  for (const [what, answer] of Object.entries(silent))
    it(`falls back to a validation if it ${what}, and is not asked again`, async () => {
      detector = answer;
      const post = open({ apiKey, baseUrl: upstream.url, cache: false });
      for (const email of ['jane@shop.example', 'joe@shop.example'])
        assert.equal((await post('validate', email)).service?.['result'], 'Safe to Send');
      assert.deepEqual(
        upstream.asked.map((url) => url.split('?', 1)[0]),
        ['/disposable/', '/v1/', '/v1/'],
      );
    });
});
