import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import Database from 'better-sqlite3';
import pg from 'pg';
import { createClient, type Client } from '../../../src/client/index.js';
import { openAccounts } from '../../../src/service/index.js';
import { PostgresServer, withoutPostgres } from '../../suites/postgres-server.js';
import { secret } from '../app/fixture.js';
import { openListNursery, type ListChild, type ListNursery } from './list-children.js';
import { ADDRESSES, costOf, fileOf, isGreylisted, linesOf, MailWorld, urlOf } from './list-crash-world.js';
import { ledgerOf, listsOf, type LedgerRow, type ListRow } from './list-ledger.js';
import { seeded } from '../../random.js';
import { seed, trials } from '../../soak.js';

const KILLS = trials(20);
/** Of these, while the lists are being read: that is over soon. */
const EARLY_KILLS = Math.ceil(KILLS / 7);
const EARLY_QUESTIONS = 12;
const CREDITS = 100_000;
/** Addresses of a list that a kill has asked about in vain at least: what was not written yet. */
const LOST = 100;
/** A kill comes up to so many milliseconds after a question that it waits for: a chunk is asked about and written in that time. */
const SPREAD_MILLISECONDS = 40;
/** With fewer addresses left they would be over by then. */
const SPREAD_ADDRESSES = 600;

interface Place {
  readonly database: string;
  query<Row extends object>(statement: string): Promise<readonly Row[]>;
  end(): Promise<void>;
}

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Addresses without their final result. */
const leftOf = (lists: readonly ListRow[]): number =>
  lists.reduce(
    (sum, { state, lines, addresses, done }) =>
      sum + (state === 'completed' ? 0 : lines === 0 ? ADDRESSES : addresses - done),
    0,
  );

const isOpen = ({ state }: ListRow): boolean => state !== 'completed';

/** Where a kill met the lists. */
interface Met {
  readonly process: number;
  readonly lists: readonly ListRow[];
}

/** An account with a list of its own. */
interface Shop {
  readonly shop: string;
  readonly account: number;
  readonly key: string;
  listId: string;
}

interface Siege {
  readonly nursery: ListNursery;
  readonly world: MailWorld;
  readonly place: Place;
  readonly random: (below: number) => number;
  /** Services on the one database, and lists that each works on at once. */
  readonly processes: number;
  readonly lists: number;
}

/** Services, killed one after the other at random moments and started again, while they work on lists that `upload` gives them. */
const besiege = async (
  { nursery, world, place, random, processes, lists }: Siege,
  upload: (url: string) => Promise<void>,
) => {
  const { database, query } = place;
  const start = (): Promise<ListChild> => nursery.start({ database, lists, ask: (address) => world.ask(address) });
  const children = await Promise.all(Array.from({ length: processes }, start));
  const worked = children.map(() => 0);
  world.stop();
  await upload(children[0]!.url);
  const kills: Met[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    // Each of several has its share before one of them is killed. Fewer lists than processes leave some without.
    await until(
      async () =>
        children.every(({ asked }) => asked > 0) ||
        (processes > 1 && (await query<ListRow>(listsOf)).filter(isOpen).length < processes),
    );
    const left = leftOf(await query<ListRow>(listsOf));
    if (left === 0) break;
    world.answer(
      1 +
        random(
          kill < EARLY_KILLS
            ? EARLY_QUESTIONS
            : Math.min(left > SPREAD_ADDRESSES ? left : left / 2, 2 * (left / (KILLS - kill + 1) + LOST * lists)),
        ),
    );
    // What was asked and is not written yet is not asked again: there may be fewer to come.
    await until(async () => world.isReached || leftOf(await query<ListRow>(listsOf)) === 0);
    world.answerAll();
    const moment = random(SPREAD_MILLISECONDS);
    if (kill >= EARLY_KILLS && left > SPREAD_ADDRESSES) await new Promise((resolve) => setTimeout(resolve, moment));
    const process = random(processes);
    const killed = children[process]!;
    await killed.kill();
    world.stop();
    worked[process]! += killed.asked;
    kills.push({ process, lists: await query<ListRow>(listsOf) });
    children[process] = await start();
  }
  world.answerAll();
  await until(async () => !(await query<ListRow>(listsOf)).some(isOpen));
  children.forEach(({ asked }, process) => (worked[process]! += asked));
  return { kills, worked, url: children[0]!.url };
};

describe('a list whose services are killed', { concurrency: 2 }, () => {
  let nursery: ListNursery;
  before(async () => void (nursery = await openListNursery()));
  after(() => nursery.end());

  const loses = (
    name: string,
    open: () => Promise<Place>,
    { processes, lists, names }: { processes: number; lists: number; names: readonly string[] },
    skip: string | false = false,
  ): void => {
    it(
      `has every line once, in order, and each address paid once, after ${KILLS} kills: ${name}`,
      { skip, timeout: 180_000 },
      async (test) => {
        const place = await open();
        try {
          const world = new MailWorld();
          const random = seeded(seed);
          const administration = await openAccounts({ database: place.database, secret });
          const shops: Shop[] = [];
          for (const shop of names) {
            const { id: account } = await administration.accounts.createAccount({ name: shop, credits: CREDITS });
            const { key } = await administration.accounts.createKey({ account, kind: 'private' });
            shops.push({ shop, account, key, listId: '' });
          }
          await administration.close();
          const clientOf = (baseUrl: string, apiKey: string): Client => createClient({ baseUrl, apiKey });

          const { kills, worked, url } = await besiege(
            { nursery, world, place, random: (below) => Math.floor(random() * below), processes, lists },
            async (baseUrl) => {
              for (const each of shops)
                ({ listId: each.listId } = await clientOf(baseUrl, each.key).uploadList({ url: urlOf(each.shop) }));
            },
          );

          for (const { shop, key, listId } of shops) {
            const { status, percentage, downloadLink } = await clientOf(url, key).listStatus(listId);
            assert.deepEqual([status, percentage], ['completed', 100]);
            assert.equal(await (await fetch(downloadLink)).text(), fileOf(shop), shop);
          }
          const ledger = await place.query<LedgerRow>(ledgerOf);
          assert.deepEqual(
            ledger.map(({ account, balance, charged, calls, used }) => ({ account, balance, charged, calls, used })),
            shops.map(({ shop, account }) => ({
              account,
              balance: CREDITS - costOf(shop),
              charged: costOf(shop),
              calls: ADDRESSES,
              used: costOf(shop),
            })),
          );

          const distinct = new Set(
            names.flatMap(linesOf).map((line) => line.replace(/@.*/, (domain) => domain.toLowerCase())),
          );
          assert.deepEqual(new Set(world.asked.keys()), distinct, 'each address is asked about, and nothing else');
          const grey = [...distinct].filter(isGreylisted);
          assert.ok(
            grey.length > 50 && grey.every((address) => (world.asked.get(address) ?? 0) > 1),
            'those that were put off are asked again',
          );

          const inWork = kills.filter((met) => met.lists.some(isOpen));
          const different = new Set(
            inWork.map((met) => met.lists.map(({ lines, next, done }) => [lines, next, done].join()).join(' ')),
          );
          test.diagnostic(
            `${inWork.length} kills before the end, at ${different.size} places; asked ${worked.join(' and ')} for ${distinct.size} addresses`,
          );
          test.diagnostic(
            kills
              .map((met) => `${met.process}:${met.lists.map(({ next, done }) => `${next}/${done}`).join(' ')}`)
              .join(' | '),
          );
          assert.ok(inWork.length >= KILLS - 2, `${inWork.length} kills came before the end`);
          assert.ok(different.size >= KILLS / 4, `${different.size} different places`);
          assert.ok(
            worked.every((asked) => asked > distinct.size / 10),
            `asked ${worked.join(' and ')}`,
          );
        } finally {
          await place.end();
        }
      },
    );
  };

  loses(
    'SQLite',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'email-check-list-crash-'));
      const database = join(folder, 'test.sqlite');
      return Promise.resolve({
        database,
        query: <Row extends object>(statement: string) => {
          const opened = new Database(database, { readonly: true });
          const rows = opened.prepare<[], Row>(statement).all();
          opened.close();
          return Promise.resolve(rows);
        },
        end: () => Promise.resolve(rmSync(folder, { recursive: true })),
      });
    },
    { processes: 1, lists: 1, names: ['shop', 'mill'] },
  );

  loses(
    'PostgreSQL, two services on one database',
    async () => {
      const server = await PostgresServer.start();
      const database = await server.newDatabase();
      const client = new pg.Client(`${database}?options=-c%20search_path%3Demail_check`);
      await client.connect();
      return {
        database,
        query: async <Row extends object>(statement: string) => (await client.query<Row>(statement)).rows,
        async end() {
          await client.end();
          await server.stop();
        },
      };
    },
    { processes: 2, lists: 1, names: ['shop', 'mill', 'farm'] },
    withoutPostgres(),
  );
});
