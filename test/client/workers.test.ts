import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { startClientWorker, type Mounted } from '../runtimes/start-mount.js';
import { json, startLoopback, type Loopback } from './loopback.js';

describe('a client in a worker', () => {
  let upstream: Loopback;
  let worker: Mounted;
  before(async () => {
    upstream = await startLoopback();
    worker = await startClientWorker({ EMAIL_CHECK_KEY: 'Kq7ZwX2mVt9Lp', EMAIL_CHECK_URL: upstream.url });
  });
  after(async () => {
    await worker.end();
    await upstream.end();
  });

  it('makes a call', async () => {
    upstream.answer(json({ balance: '7' }));
    const response = await fetch(worker.url);
    assert.equal(await response.text(), '{"balance":7}', worker.output());
  });

  it('queues calls of several requests, each within its own request', async () => {
    const held: ServerResponse[] = [];
    upstream.answer((response) => void held.push(response));
    const all = Promise.all(
      Array.from({ length: 5 }, async () => {
        const response = await fetch(worker.url);
        return response.ok ? ((await response.json()) as unknown) : response.text();
      }),
    );
    let answered = 0;
    void all.catch(() => {}).finally(() => (answered = 5));
    while (answered < 5) {
      const response = held.shift();
      if (response) json({ balance: String(++answered) })(response, undefined as never);
      await new Promise(setImmediate);
    }
    assert.deepEqual(
      new Set((await all).map((each) => (each as { balance: number }).balance)),
      new Set([1, 2, 3, 4, 5]),
      worker.output(),
    );
    assert.doesNotMatch(worker.output(), /different request|cross-request/i);
  });
});
