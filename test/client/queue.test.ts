import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createClient, type ClientOptions } from '../../src/client/index.js';
import { createQueue } from '../../src/client/queue.js';
import { realClock } from '../../src/client/wait-for-list.js';
import { startService, type Fixture } from '../service/app/fixture.js';
import { json, refusal, startLoopback, type Answer, type Loopback } from './loopback.js';

const verdict: Answer = json({ service: { result: 'Risky', code: '4' }, success: '1' });
const busy = refusal('Maximum concurrent calls reached', 429);

describe('many calls at once', () => {
  let upstream: Loopback;
  let service: Fixture;
  before(async () => ([upstream, service] = [await startLoopback(), await startService()]));
  after(async () => {
    await upstream.end();
    await service.end();
  });
  const open = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: upstream.url, apiKey: 'abc1234567890', ...options });
  const addresses = Array.from({ length: 50 }, (_, at) => `a${at}@example.com`);

  it('all succeed with our own service, which allows five at once', async () => {
    const client = createClient({ baseUrl: service.url, apiKey: service.keys.private });
    const all = await Promise.all(
      addresses.map((each) => client.validate(each.replace('example.com', 'shop.example'))),
    );
    assert.equal(all.length, 50);
  });

  it('all succeed with two clients that share a key', async () => {
    const clients = [1, 2].map(() => createClient({ baseUrl: service.url, apiKey: service.keys.private }));
    const all = await Promise.all(
      addresses.map((each, at) => clients[at % 2]!.validate(each.replace('example.com', 'shop.example'))),
    );
    assert.equal(all.length, 50);
  });

  for (const [concurrency, most] of [
    [undefined, 5],
    [2, 2],
    [50, 50],
  ] as const)
    it(`run in order, ${most} at once, with detector calls beside them`, async () => {
      const held: ServerResponse[] = [];
      let mostHeld = 0;
      upstream.answer((response, request) => {
        if (request.url?.startsWith('/disposable')) return json({ disposable: 'false' })(response, request);
        held.push(response);
        mostHeld = Math.max(mostHeld, held.length);
      });
      const client = open({ concurrency });
      const order: string[] = [];
      const all = Promise.all(addresses.map((each) => client.validate(each).then(() => order.push(each))));
      while (order.length < 50) {
        // All that may be under way has arrived when one beside it is answered again and again.
        if (held.length < Math.min(most, 50 - order.length)) await client.isDisposable('example.com');
        else verdict(held.shift()!, undefined as never);
        await new Promise(setImmediate);
      }
      await all;
      assert.equal(mostHeld, most);
      const asked = upstream.asked.filter((url) => url.startsWith('/v1/')).map((url) => Number(/a(\d+)/.exec(url)![1]));
      if (most === 2) for (const [at, number] of asked.entries()) assert.ok(Math.abs(at - number) < 2, asked.join());
    });

  it('are ended while they wait, and leave their turn to the next', async () => {
    const held: ServerResponse[] = [];
    upstream.answer((response) => void held.push(response));
    const client = open({ concurrency: 1 });
    const first = client.balance();
    const leaving = new AbortController();
    const left = client.balance({ signal: leaving.signal }).catch((error: { code: string }) => error.code);
    const third = client.balance();
    leaving.abort();
    assert.equal(await left, 'aborted');
    while (!held.length) await new Promise(setImmediate);
    json({ balance: '1' })(held.shift()!, undefined as never);
    assert.deepEqual(await first, { balance: 1 });
    while (!held.length) await new Promise(setImmediate);
    json({ balance: '3' })(held.shift()!, undefined as never);
    assert.deepEqual(await third, { balance: 3 });
    assert.equal(upstream.asked.length, 2);
  });

  it('are retried within their timeout if the service is too busy', async () => {
    upstream.answer((response, request) => (upstream.asked.length < 4 ? busy : verdict)(response, request));
    assert.equal((await open().validate('jane@example.com')).result, 'Risky');
    assert.equal(upstream.asked.length, 4);
  });

  it('are not retried if they are uploads or detector calls', async () => {
    upstream.answer(busy);
    for (const call of [
      () => open().uploadList({ url: 'https://lists.example.com/a.csv' }),
      () => open().isDisposable('example.com'),
    ]) {
      const before = upstream.asked.length;
      await assert.rejects(call, { code: 'busy' });
      assert.equal(upstream.asked.length, before + 1);
    }
  });

  it('are ended while they wait to be sent again', async () => {
    const leaving = new AbortController();
    upstream.answer((response, request) => {
      busy(response, request);
      leaving.abort();
    });
    await assert.rejects(open().balance({ signal: leaving.signal }), { code: 'aborted' });
  });
});

describe('a queue', () => {
  it('is not blocked by a call that a runtime ended silently', async () => {
    let at = 0;
    const queue = createQueue(1, { ...realClock, now: () => at });
    assert.ok(await queue.enter(1_000, undefined));
    // Never leaves, and the second never looks again: its timer is held back by a clock that has jumped.
    const gone = queue.enter(1_000, undefined);
    at = 60_000;
    const leave = await queue.enter(1_000, undefined);
    assert.ok(leave);
    leave();
    assert.ok(await gone, 'which only slept');
  });
});
