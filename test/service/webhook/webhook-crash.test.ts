import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../../src/client/index.js';
import { openAccounts } from '../../../src/service/index.js';
import { openStore, type DeliveryRecord, type ListRecord, type Store } from '../../../src/service/store/index.js';
import { seeded } from '../../random.js';
import { isSoak, seed } from '../../soak.js';
import { PostgresServer, withoutPostgres } from '../../suites/postgres-server.js';
import { openNursery, type Nursery } from '../app/children.js';
import { secret } from '../app/fixture.js';
import { startReceiver, until, type Receiver } from './receiver.js';

const KILLS = isSoak ? 40 : 5;
const ACCOUNTS = 3;
/** Lists of each account for each process, every other one with a callback. */
const LISTS = 3;
const ADDRESSES = 5;
/** A kill comes after so many lists were accepted and webhooks came, at most, and up to so many milliseconds later. */
const SPREAD_STEPS = 15;
const SPREAD_MILLISECONDS = 30;
const STEPS_MILLISECONDS = 2_000;
/** A receiver takes up to so many milliseconds for its answer. */
const ANSWER_MILLISECONDS = 30;

interface Shop {
  readonly account: number;
  readonly key: string;
}

/** What a database knows of lists and events. */
interface Kept {
  readonly lists: readonly ListRecord[];
  readonly deliveries: readonly DeliveryRecord[];
}

const keptIn = async ({ lists, webhooks }: Store, shops: readonly Shop[]): Promise<Kept> => {
  const deliveries = await Promise.all(shops.map(({ account }) => webhooks.listDeliveries(account, 10_000)));
  return { lists: await lists.listLists(10_000), deliveries: deliveries.flat() };
};

/** A receiver that answers late, and now and then with an error. */
const startMoodyReceiver = (secrets: readonly string[], random: () => number): Promise<Receiver> =>
  startReceiver({
    secrets: () => secrets,
    answer: () => (response) => {
      const status = random() < 0.2 ? 503 : 200;
      setTimeout(() => response.writeHead(status).end(), ANSWER_MILLISECONDS * random());
    },
  });

/** Gives a service lists. What it has not accepted when it is killed is not uploaded again. */
const upload = async (
  baseUrl: string,
  { shops, callback, onAccepted }: { shops: readonly Shop[]; callback: string; onAccepted?: () => void },
): Promise<void> => {
  const file = Array.from({ length: ADDRESSES }, (_, index) => `deliverable-${index}@shop.example\n`).join('');
  await Promise.allSettled(
    shops.map(async ({ key }) => {
      const client = createClient({ baseUrl, apiKey: key });
      for (let list = 0; list < LISTS; list++) {
        await client.uploadList({ file, ...(list % 2 === 1 && { callback }) });
        onAccepted?.();
      }
    }),
  );
};

const valuesBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string, valueOf: (item: Item) => string) => {
  const values = new Map<string, Set<string>>();
  for (const item of items) values.set(keyOf(item), (values.get(keyOf(item)) ?? new Set()).add(valueOf(item)));
  return values;
};

describe('webhooks of a service that is killed', { concurrency: 1 }, () => {
  let nursery: Nursery;
  before(async () => void (nursery = await openNursery('test/service/webhook/webhook-crash-child.ts')));
  after(() => nursery.end());

  const loses = (
    name: string,
    open: () => Promise<{ database: string; end: () => Promise<void> }>,
    skip: string | false,
  ) =>
    it(
      `are all delivered, each under one id, after ${KILLS} kills: ${name}`,
      { skip, timeout: 300_000 },
      async (test) => {
        const { database, end } = await open();
        const random = seeded(seed);
        const secrets: string[] = [];
        const receiver = await startMoodyReceiver(secrets, random);
        const callback = `${receiver.url}/callback`;
        let store: Store | undefined;
        try {
          const { accounts, webhooks, close } = await openAccounts({ database, secret, webhookHosts: ['127.0.0.1'] });
          const shops: Shop[] = [];
          for (let count = 0; count < ACCOUNTS; count++) {
            const { id: account } = await accounts.createAccount({ name: 'Shop', credits: 100_000 });
            const { key } = await accounts.createKey({ account, kind: 'private' });
            secrets.push((await webhooks.set(account, `${receiver.url}/account`)).secret ?? '');
            shops.push({ account, key });
          }
          await close();

          let inFlight = 0;
          for (let kill = 0; kill < KILLS; kill++) {
            const child = await nursery.start(database);
            const [former, steps] = [receiver.received.length, 1 + Math.floor(SPREAD_STEPS * random())];
            let accepted = 0;
            const uploading = upload(child.url, { shops, callback, onAccepted: () => void accepted++ });
            // Lists of an account wait for one whose upload was cut off: then fewer come.
            await until(() => accepted + receiver.received.length - former >= steps, STEPS_MILLISECONDS).catch(
              () => undefined,
            );
            await new Promise((resolve) => setTimeout(resolve, SPREAD_MILLISECONDS * random()));
            if (receiver.waiting() > 0) inFlight += 1;
            child.kill();
            await child.exited;
            await uploading;
          }
          const last = await nursery.start(database);
          await upload(last.url, { shops, callback });
          store = await openStore({ database, purpose: 'administration' });
          const kept = () => keptIn(store as Store, shops);
          // A file whose upload was cut off has no lines, and is dropped half a minute later.
          const isWhole = ({ lines }: ListRecord) => lines > 0;
          const isOver = ({ lists, deliveries }: Kept) =>
            lists.filter(isWhole).every(({ state }) => state === 'completed') &&
            deliveries.every(({ isDelivered }) => isDelivered);
          await until(async () => isOver(await kept()), 120_000);
          last.kill();
          await last.exited;

          const { lists: all, deliveries } = await kept();
          const lists = all.filter(isWhole);
          const received = receiver.received.map(({ event, path, body }) => {
            assert.ok(event.type === 'list.completed', event.type);
            return { list: event.data.list_id, event: event.id, path, body, account: event.data.account };
          });
          const ids = valuesBy(
            received,
            ({ list }) => list,
            ({ event }) => event,
          );
          const bodies = valuesBy(
            received,
            ({ event }) => event,
            ({ body }) => body,
          );
          const paths = valuesBy(
            received,
            ({ list }) => list,
            ({ path }) => path,
          );
          assert.deepEqual(
            [...ids.keys()].sort(),
            lists.map(({ id }) => id).sort(),
            'each list is told of, and no other',
          );
          for (const [list, events] of ids) assert.equal(events.size, 1, `list ${list} has ${[...events].join(' ')}`);
          for (const [event, texts] of bodies) assert.equal(texts.size, 1, `event ${event} has one body`);
          for (const { id, callback: own } of lists)
            assert.deepEqual([...(paths.get(id) ?? [])].sort(), ['/account', ...(own ? ['/callback'] : [])]);
          assert.equal(deliveries.length, lists.length + lists.filter(({ callback }) => callback).length);
          assert.deepEqual(receiver.refused, []);
          test.diagnostic(
            `seed ${seed}: ${lists.length} lists, ${deliveries.length} deliveries, ${received.length} came; ${inFlight} of ${KILLS} kills met one on its way`,
          );
          assert.ok(lists.length >= ACCOUNTS * LISTS + KILLS, `${lists.length} lists`);
        } finally {
          await nursery.end();
          await store?.close();
          await receiver.close();
          await end();
        }
      },
    );

  loses(
    'SQLite',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'email-check-webhook-crash-'));
      const end = () => Promise.resolve(rmSync(folder, { recursive: true }));
      return Promise.resolve({ database: join(folder, 'test.sqlite'), end });
    },
    false,
  );

  loses(
    'PostgreSQL',
    async () => {
      const server = await PostgresServer.start({ isDurable: true });
      return { database: await server.newDatabase(), end: () => server.stop() };
    },
    withoutPostgres(),
  );
});
