import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy, type KeyProxyOptions } from '../../src/proxy/index.js';
import { json, refusal, startLoopback, type Loopback } from '../client/loopback.js';

describe('to the service', () => {
  let upstream: Loopback;
  before(async () => (upstream = await startLoopback()));
  after(() => upstream.end());

  const open = (options: Partial<KeyProxyOptions> = {}) => {
    const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, ...options });
    return async (call: string, signal?: AbortSignal) => {
      const response = await proxy(
        new Request(`http://localhost/email-check/${call}`, {
          headers: { 'Sec-Fetch-Site': 'same-origin' },
          ...(signal && { signal }),
        }),
      );
      return [response.status, await response.text()] as const;
    };
  };

  it('nothing is sent for a caller who left, whether or not the call was sent before', async () => {
    const leaving = new AbortController();
    upstream.answer((response, request) => {
      refusal('Maximum concurrent calls reached', 429)(response, request);
      // It leaves while its call waits to be sent again.
      response.once('finish', () => setImmediate(() => leaving.abort()));
    });
    assert.ok([429, 499].includes((await open()('validate?email=jane@shop.example', leaving.signal))[0]));
    assert.equal(upstream.asked.length, 1);
    upstream.answer(json({ disposable: 'false' }));
    assert.equal((await open()('disposable?email=shop.example', leaving.signal))[0], 499);
    assert.equal(upstream.asked.length, 0);
  });

  it('a detector call is retried if too many run at once, and not if its rate limit is reached', async () => {
    upstream.answer(refusal('Too many requests', 429));
    assert.equal((await open()('disposable?email=shop.example'))[0], 429);
    assert.equal(upstream.asked.length, 1);
  });

  it('an answer that breaks off is reported as an unreachable service, not as a foreign answer', async () => {
    upstream.answer(
      (response) =>
        void response.writeHead(200, { 'Content-Length': 100 }).write('{"service":', () => response.destroy()),
    );
    const [status, text] = await open()('validate?email=jane@shop.example');
    assert.equal(status, 502);
    assert.match(text, /"code":"upstream-unreachable"/);
  });

  it('nothing is sent after the timeout, whatever replaces fetch', async () => {
    const sent: string[] = [];
    let letGo = () => {};
    const held = new Promise<number>((resolve) => (letGo = () => resolve(0)));
    const ask = open({
      timeout: 50,
      limiter: { consume: (name) => (name.startsWith('budget:') ? held : Promise.resolve(0)) },
      // The detector is asked before, for free.
      fetch: (input) =>
        Promise.reject(new Error(String((input as string).includes('/disposable/') || sent.push('sent')))),
    });
    assert.equal((await ask('validate?email=jane@shop.example'))[0], 504);
    letGo();
    await held;
    await new Promise(setImmediate);
    assert.deepEqual(sent, []);
  });
});
