import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createClient, type Client } from '../../../src/client/index.js';
import { readHostedList } from '../../../src/service/bulk/index.js';
import { createMetrics } from '../../../src/service/metrics/index.js';
import { createWebPoster, type WebPoster } from '../../../src/service/net/web-post.js';
import type { ListWorkOptions } from '../../../src/service/bulk/list-workers.js';
import type { WebhookEvent } from '../../../src/webhook/index.js';
import { serverForTests } from '../../suites/postgres-server.js';
import { startReceiver, until, type Receiver } from '../webhook/receiver.js';
import { Gate, startService, stubEngine, type Fixture } from './fixture.js';

const LIST = 'https://lists.shop.com/may.csv';
const { skip, server } = serverForTests();

for (const [store, database] of [
  ['SQLite', undefined],
  ['PostgreSQL', () => server().newDatabase()],
] as const)
  describe(`webhooks of lists: ${store}`, { skip: database ? skip : false, timeout: 60_000 }, () => {
    let fixture: Fixture;
    let receiver: Receiver;
    let poster: WebPoster;
    let client: Client;
    let secrets: string[];
    let gate: Gate;
    let file: string;
    let metrics: ReturnType<typeof createMetrics>;

    beforeEach(async () => {
      [secrets, gate, file] = [[], new Gate(), 'deliverable@shop.example\nbounce@shop.example\n'];
      receiver = await startReceiver({ secrets: () => secrets });
      poster = createWebPoster({ addressesOf: () => Promise.resolve([]), internalHosts: ['127.0.0.1'] });
      metrics = createMetrics();
      const engine = stubEngine(gate);
      const listWork: ListWorkOptions = {
        fetch: () => readHostedList(Buffer.from(file)),
        verify: (address) => engine.verify(address),
        pollMs: 10,
      };
      fixture = await startService({
        ...{ engine, listWork, metrics, webhookHosts: ['127.0.0.1'] },
        webhookWork: { post: (url, post) => poster.post(url, post), pollMs: 10 },
        ...(database && { database: await database() }),
      });
      client = createClient({ baseUrl: fixture.url, apiKey: fixture.keys.private });
    });
    afterEach(async () => {
      gate.open();
      await fixture.end();
      poster.close();
      await receiver.close();
      assert.deepEqual(receiver.refused, []);
      assert.deepEqual(fixture.faults, []);
    });

    const setWebhook = async (url?: string): Promise<void> => {
      secrets.push((await fixture.service.webhooks.set(fixture.account, url)).secret ?? assert.fail());
    };
    const arrived = async (count: number): Promise<readonly WebhookEvent[]> => {
      await until(() => receiver.received.length >= count);
      return receiver.received.map(({ event }) => event);
    };

    it('are sent to the callback of an upload, by URL and as a file, when the list ends', async () => {
      await setWebhook();
      const byUrl = await client.uploadList({ url: LIST, callback: `${receiver.url}/by-url?a=1` });
      const byFile = await client.uploadList({ file, name: 'June', callback: `${receiver.url}/by-file` });
      await arrived(2);
      const told = receiver.received.map(({ path, event }) => [
        path,
        event.type,
        'list_id' in event.data && event.data.list_id,
        'list_id' in event.data && [event.data.list_name, event.data.status, event.data.done],
      ]);
      assert.deepEqual(told.sort(), [
        ['/by-file', 'list.completed', byFile.listId, ['June', 'completed', 2]],
        ['/by-url?a=1', 'list.completed', byUrl.listId, ['may.csv', 'completed', 2]],
      ]);
    });

    it("are sent to the account's URL and the callback under one id, and once if they are the same", async () => {
      await setWebhook(`${receiver.url}/account`);
      await client.uploadList({ file, callback: `${receiver.url}/own` });
      const [first, second] = await arrived(2);
      assert.deepEqual(receiver.received.map(({ path }) => path).sort(), ['/account', '/own']);
      assert.deepEqual(first, second);
      await client.uploadList({ file, callback: `${receiver.url}/account` });
      await arrived(3);
      await fixture.service.webhooks.sendTest(fixture.account);
      assert.deepEqual(
        (await arrived(4)).slice(2).map(({ type }) => type),
        ['list.completed', 'test'],
      );
    });

    it('say that a list failed, was cancelled, or waits for credits', async () => {
      await setWebhook(`${receiver.url}/`);
      file = 'nothing here\n';
      await client.uploadList({ url: LIST });
      const [failed] = await arrived(1);
      assert.ok(failed?.type === 'list.failed' && failed.data.status === 'failed' && failed.data.reason !== '');

      const { listId } = await client.uploadList({ file: 'waiting@shop.example\n' });
      await gate.reached(1);
      assert.equal(await fixture.service.lists.cancel(fixture.account, listId), true);
      const [, cancelled] = await arrived(2);
      assert.ok(cancelled?.type === 'list.cancelled' && cancelled.data.status === 'cancelled');
      gate.open();

      const lines = Array.from({ length: 1_001 }, (_, index) => `deliverable-${index}@shop.example\n`).join('');
      await client.uploadList({ file: lines });
      const [, , paused] = await arrived(3);
      assert.ok(paused?.type === 'list.paused' && paused.data.status === 'processing' && paused.data.done === 1_000);
      assert.match(paused.data.reason, /credits/);
      const sequences = receiver.received.map(({ event }) => event.data.sequence);
      assert.deepEqual(
        sequences,
        [...sequences].sort((one, other) => one - other),
      );
    });

    it('are counted', async () => {
      await setWebhook(`${receiver.url}/`);
      await client.uploadList({ file });
      await arrived(1);
      const counted = /^email_check_webhook_deliveries_total\{outcome="delivered"\} 1$/m;
      await until(async () => counted.test((await metrics.page()).text));
    });

    const refusals: readonly (readonly [callback: string, hasSecret: boolean, sentence: RegExp])[] = [
      ['https://shop.com/hook', false, /no webhook secret.*webhooks set/],
      ['http://shop.com/hook', true, /must begin with https/],
      ['hook', true, /must be valid/],
      ['https://user:password@shop.com/', true, /user or password/],
      ['https://shop.com/#part', true, /must not contain a #/],
      ['https://10.0.0.1/', true, /public host/],
      [`https://shop.com/${'x'.repeat(2_048)}`, true, /2,048 characters/],
    ];
    it('are not promised if the URL is bad or there is no secret: the upload is refused with 400', async () => {
      for (const [callback, hasSecret, sentence] of refusals) {
        if (hasSecret && secrets.length === 0) await setWebhook();
        for (const list of [{ url: LIST }, { file }])
          await assert.rejects(
            client.uploadList({ ...list, callback }),
            { code: 'bad-request', message: sentence },
            callback,
          );
      }
      assert.deepEqual(await fixture.service.lists.latest(10), []);
    });
  });
