import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy } from '../../src/proxy/index.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';

describe("a list's callback", () => {
  let upstream: Loopback;
  before(async () => (upstream = await startLoopback()));
  after(() => upstream.end());

  /** What the service was told; the status if it was not asked. */
  const toldFor = async (callback: string, method: 'GET' | 'POST'): Promise<string | number | null> => {
    upstream.answer(json({ service: { list_id: '7', list_name: 'May' }, success: '1' }));
    const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, authorize: () => true });
    const query = new URLSearchParams({ callback, ...(method === 'GET' && { url: 'https://lists.shop.com/may.csv' }) });
    const { status } = await proxy(
      new Request(`http://localhost/email-check/lists/upload?${query}`, {
        method,
        headers: { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1', 'Content-Type': 'text/csv' },
        ...(method === 'POST' && { body: 'jane@shop.com' }),
      }),
    );
    const [asked] = upstream.asked;
    return asked === undefined ? status : new URL(asked, upstream.url).searchParams.get('callback');
  };

  for (const method of ['GET', 'POST'] as const) {
    it(`is passed on with a ${method}, as parsed`, async () => {
      assert.equal(await toldFor('https://shop.com/hook?a=1&b=2', method), 'https://shop.com/hook?a=1&b=2');
      assert.equal(await toldFor('https://shop.com\\@10.0.0.1/', method), 'https://shop.com/@10.0.0.1/');
      assert.equal(await toldFor('', method), null);
    });

    it(`is refused with a ${method} if it is no public https URL`, async () => {
      for (const callback of [
        'http://shop.com/',
        'shop.com',
        'https://10.0.0.1/',
        'https://u:p@shop.com/',
        'https://shop.com/#a',
      ])
        assert.equal(await toldFor(callback, method), 400, callback);
    });
  }
});
