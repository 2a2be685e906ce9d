import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createWebPoster, type WebPoster } from '../../../src/service/net/web-post.js';
import { openStore, type Store } from '../../../src/service/store/index.js';
import {
  SecretSealer,
  startDeliveries,
  Webhooks,
  type DeliveryReport,
  type DeliveryWork,
  type DeliveryWorker,
} from '../../../src/service/webhook/index.js';
import { secret } from '../app/fixture.js';
import { startReceiver, until, type Answer, type Receiver, type Received } from './receiver.js';

let store: Store;
let poster: WebPoster;
let receiver: Receiver;
let webhooks: Webhooks;
let account: number;
let workers: DeliveryWorker[];
/** Added to the clock of the service and of the receiver. */
let ahead: number;
let secrets: string[];
let reports: DeliveryReport[];
let faults: unknown[];
let answer: (received: Received) => Answer;

const now = (): number => Date.now() + ahead;
const start = (options: Partial<DeliveryWork> = {}): DeliveryWorker => {
  const worker = startDeliveries({
    ...{ store: store.webhooks, sealer: new SecretSealer(secret), now, random: () => 0.5, pollMs: 10 },
    post: (url, post) => poster.post(url, post),
    onDelivery: (report) => reports.push(report),
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  workers.push(worker);
  return worker;
};
const newAccount = async (path = '/hook'): Promise<number> => {
  const { id } = await store.accounts.createAccount({ name: 'Shop', balance: 10, createdAt: now() });
  secrets.push((await webhooks.set(id, `${receiver.url}${path}`)).secret ?? '');
  return id;
};
const deliveryOf = async (id: number, of = account) =>
  (await webhooks.deliveries(of)).find((each) => each.id === id) ?? assert.fail();

describe('the delivery of events', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    store = await openStore({ database: ':memory:', purpose: 'service' });
    poster = createWebPoster({ addressesOf: () => Promise.resolve([]), internalHosts: ['127.0.0.1'] });
    webhooks = new Webhooks({ store: store.webhooks, secret, now, internalHosts: ['127.0.0.1'] });
    [workers, ahead, secrets, reports, faults] = [[], 0, [], [], []];
    answer = () => 204;
    receiver = await startReceiver({ secrets: () => secrets, now, answer: (received) => answer(received) });
    account = await newAccount('/hook?token=1');
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    poster.close();
    await store.close();
    await receiver.close();
    assert.deepEqual(receiver.refused, []);
  });

  it('sends an event once, signed, and keeps the answer', async () => {
    const { id, event } = await webhooks.sendTest(account);
    start();
    await until(() => reports.length > 0);
    const [{ event: got, headers, path, body } = assert.fail(), another] = receiver.received;
    assert.equal(another, undefined);
    assert.deepEqual([got.id, got.type, got.data.account, path], [event, 'test', account, '/hook?token=1']);
    assert.deepEqual([headers['webhook-id'], headers['content-type']], [event, 'application/json']);
    assert.ok(body.startsWith('{"type":"test",'));
    const { state, tries, lastAnswer, nextTryAt } = await deliveryOf(id);
    assert.deepEqual([state, tries, lastAnswer, nextTryAt], ['delivered', 1, 'Status 204', undefined]);
  });

  it('reports a try without the query of its URL', async () => {
    const { event } = await webhooks.sendTest(account);
    start();
    await until(() => reports.length > 0);
    const [{ milliseconds, ...report } = assert.fail()] = reports;
    assert.ok(milliseconds > 0);
    assert.deepEqual(report, {
      ...{ outcome: 'delivered', accountId: account, event, type: 'test', tries: 1, answer: 'Status 204' },
      url: `${receiver.url}/hook`,
    });
  });

  it('sends it again until it is delivered, with the same id and body and a new time', async () => {
    const answers = [500, 301, 404, 200];
    answer = () => answers.shift() ?? 599;
    const { id } = await webhooks.sendTest(account);
    const worker = start({ retryDelays: [60_000, 60_000, 60_000] });
    for (let tries = 1; tries <= 4; tries++) {
      await until(() => reports.length === tries);
      ahead += 61_000;
      worker.checkNow();
    }
    assert.deepEqual(
      reports.map(({ outcome, tries }) => [outcome, tries]),
      [
        ['failed', 1],
        ['failed', 2],
        ['failed', 3],
        ['delivered', 4],
      ],
    );
    assert.equal(new Set(receiver.received.map(({ event }) => event.id)).size, 1);
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size, 4);
    assert.equal((await deliveryOf(id)).state, 'delivered');
  });

  it('waits as long as the receiver asks', async () => {
    const asks = [1];
    answer = () => (asks.pop() ? (response) => response.writeHead(503, { 'Retry-After': '3600' }).end() : 204);
    const { id } = await webhooks.sendTest(account);
    const worker = start();
    await until(() => reports.length === 1);
    ahead += 3_500_000;
    worker.checkNow();
    const { nextTryAt = 0, lastTriedAt = 0 } = await deliveryOf(id);
    assert.equal(Math.round((nextTryAt - lastTriedAt) / 1_000), 3_600);
    ahead += 200_000;
    worker.checkNow();
    await until(() => reports.length === 2);
    assert.deepEqual(
      reports.map(({ outcome }) => outcome),
      ['failed', 'delivered'],
    );
  });

  it('gives up when the delays are over, and at once if the receiver is gone for good', async () => {
    answer = ({ path }) => (path === '/gone' ? 410 : 500);
    const { id } = await webhooks.sendTest(account);
    const other = await newAccount('/gone');
    const { id: gone } = await webhooks.sendTest(other);
    start({ retryDelays: [1] });
    await until(() => reports.filter(({ outcome }) => outcome === 'given-up').length === 2);
    const [first, second] = [await deliveryOf(id), await deliveryOf(gone, other)];
    assert.deepEqual([first.state, first.tries, first.lastAnswer], ['failed', 2, 'Status 500']);
    assert.deepEqual([second.state, second.tries], ['failed', 1]);
    assert.match(second.lastAnswer ?? '', /^Status 410: /);
  });

  it('tries an account that nobody answers for again, and says why', async () => {
    await webhooks.set(account, 'https://127.0.0.1:20001/');
    const { id } = await webhooks.sendTest(account);
    start();
    await until(() => reports.length === 1);
    const { lastAnswer = '', state } = await deliveryOf(id);
    assert.match(lastAnswer, /could not be reached/);
    assert.equal(state, 'waiting');
  });

  it('signs with the former secret too while it is replaced, and no longer', async () => {
    const { secret: next } = await webhooks.rotate(account);
    await webhooks.sendTest(account);
    const worker = start();
    await until(() => reports.length === 1);
    assert.equal(reports[0]?.outcome, 'delivered', 'the receiver has the former secret alone');
    assert.equal(String(receiver.received[0]?.headers['webhook-signature']).split(' ').length, 2);
    ahead += 86_400_001;
    secrets = [next];
    await webhooks.sendTest(account);
    worker.checkNow();
    await until(() => reports.length === 2);
    assert.equal(reports[1]?.outcome, 'delivered');
    assert.equal(String(receiver.received[1]?.headers['webhook-signature']).split(' ').length, 1);
  });

  it('sends one event of an account at a time, and of others at the same time, up to a number', async () => {
    const held: (() => void)[] = [];
    answer = () => (response) => void held.push(() => response.writeHead(204).end());
    const accounts = [account, await newAccount(), await newAccount(), await newAccount()];
    for (const each of accounts) for (let count = 0; count < 2; count++) await webhooks.sendTest(each);
    start({ most: 3 });
    await until(() => held.length === 3);
    let done = 0;
    let widest = 0;
    while (done < 8) {
      await until(() => held.length > 0);
      widest = Math.max(widest, receiver.waiting());
      const waiting = receiver.received.slice(done).map(({ event }) => event.data.account);
      assert.equal(new Set(waiting).size, waiting.length, 'two of one account');
      held.shift()?.();
      done += 1;
      await until(() => reports.length === done);
    }
    assert.equal(widest, 3);
    assert.equal(receiver.received.length, 8);
  });

  it('is not taken by two workers, and is taken over when one is gone', async () => {
    const held: (() => void)[] = [];
    answer = () => (response) => void held.push(() => response.writeHead(204).end());
    await webhooks.sendTest(account);
    start({ leaseMs: 60_000 });
    await until(() => held.length === 1);
    const other = start({ leaseMs: 60_000 });
    await new Promise((resolve) => setImmediate(resolve));
    other.checkNow();
    assert.equal(receiver.received.length, 1);
    ahead += 60_001;
    other.checkNow();
    await until(() => held.length === 2);
    for (const each of held) each();
    await until(() => reports.length === 2);
    const [one, again] = receiver.received;
    assert.equal(one?.event.id, again?.event.id);
  });

  it(
    'ends at once if nothing is in progress, and after five seconds at most if something is',
    { timeout: 20_000 },
    async () => {
      answer = () => () => undefined;
      const { id } = await webhooks.sendTest(account);
      const worker = start();
      await until(() => receiver.received.length === 1);
      const since = performance.now();
      await worker.close();
      assert.ok(performance.now() - since < 8_000);
      const { state, tries, lastAnswer, nextTryAt = 0 } = await deliveryOf(id);
      assert.deepEqual([state, tries], ['waiting', 0], 'it does not count');
      assert.match(lastAnswer ?? '', /was stopped/);
      assert.ok(nextTryAt <= now());
      const idle = start();
      answer = () => 204;
      await until(() => reports.length === 2);
      await idle.close();
    },
  );

  it('goes on after faults of the store, which it reports', async () => {
    let failures = 3;
    const { webhooks: real } = store;
    start({
      store: {
        leaseDelivery: (...asked) =>
          failures-- > 0 ? Promise.reject(new Error('broken')) : real.leaseDelivery(...asked),
        keepTry: (...asked) => real.keepTry(...asked),
      },
    });
    await webhooks.sendTest(account);
    await until(() => reports.length === 1);
    assert.equal(faults.length, 3);
  });

  it('tries again with a secret that cannot be read, and reports it', async () => {
    const { id } = await webhooks.sendTest(account);
    start({ sealer: new SecretSealer('another secret') });
    await until(() => reports.length === 1);
    assert.equal(faults.length, 1);
    const { state, lastAnswer } = await deliveryOf(id);
    assert.equal(state, 'waiting');
    assert.match(lastAnswer ?? '', /could not sign/);
    await webhooks.remove(account);
  });
});
