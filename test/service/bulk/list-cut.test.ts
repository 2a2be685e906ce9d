import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { createClient } from '../../../src/client/index.js';
import { readHostedList } from '../../../src/service/bulk/index.js';
import { createService } from '../../../src/service/index.js';
import type { VerificationResult } from '../../../src/service/verdict/index.js';
import { listenForPostgres, type PostgresProxy } from '../../suites/postgres-proxy.js';
import { serverForTests } from '../../suites/postgres-server.js';
import { listenSomewhere, secret, stubEngine } from '../app/fixture.js';
import { ADDRESSES, costOf, fileOf, linesOf, MailWorld, urlOf } from './list-crash-world.js';
import { ledgerOf, listsOf, type LedgerRow, type ListRow } from './list-ledger.js';

const CREDITS = 100_000;
const COMMIT = 'commit_results';
const shop = 'shop';

const { skip, server } = serverForTests();
const engine = stubEngine();

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Questions to the database itself, past the way that is cut. */
type Query = <Row extends object>(statement: string) => Promise<Row[]>;

/** Breaks the way to the database while a chunk is being written, as often as it is asked to. */
type Cut = (proxy: PostgresProxy, query: Query) => Promise<void>;

describe('a list whose database is cut off while a chunk is written', { skip, concurrency: 3 }, () => {
  const ends = (when: string, cut: Cut, times: number): void => {
    it(`has every line once, in order, and each address paid once: ${when}`, { timeout: 120_000 }, async () => {
      const database = await server().newDatabase();
      await using proxy = await listenForPostgres(database);
      const client = new pg.Client(`${database}?options=-c%20search_path%3Demail_check`);
      await client.connect();
      const query: Query = async <Row extends object>(statement: string) => (await client.query<Row>(statement)).rows;
      const world = new MailWorld();
      const faults: unknown[] = [];
      const service = await createService({
        database: proxy.url,
        secret,
        engine,
        reputation: { isDisposable: () => false },
        onFault: (fault) => faults.push(fault),
        listWork: {
          fetch: () => readHostedList(Buffer.from(linesOf(shop).join('\n'))),
          verify: async (address): Promise<VerificationResult> => {
            const isKnown = await world.ask(address);
            const { validation } = await engine.verify(isKnown ? address : `unknown@${address}`);
            return {
              validation: { ...validation, email: address },
              evidence: isKnown ? { timings: { total: 1 } } : { gaveUp: 'deadline', timings: { total: 1 } },
            };
          },
          ...{ leaseMs: 600, turnMs: 100, retryDelayMs: 300, concurrency: 20, window: 100, lists: 1, pollMs: 10 },
        },
      });
      try {
        const { url } = await listenSomewhere(service);
        const { id: account } = await service.accounts.createAccount({ name: shop, credits: CREDITS });
        const { key } = await service.accounts.createKey({ account, kind: 'private' });
        const asking = createClient({ baseUrl: url, apiKey: key });
        world.answer(700);
        const { listId } = await asking.uploadList({ url: urlOf(shop) });
        for (let time = 0; time < times; time++) {
          await until(() => world.isReached);
          const told = faults.length;
          const cutting = cut(proxy, query);
          world.answer(700);
          await cutting;
          // The one who writes is told that it does not know what became of it.
          await until(() => faults.length > told);
        }
        world.answerAll();
        await until(async () => (await query<ListRow>(listsOf))[0]?.state === 'completed');
        const { downloadLink } = await asking.listStatus(listId);
        assert.equal(await (await fetch(downloadLink)).text(), fileOf(shop));
        assert.deepEqual(await query<LedgerRow>(ledgerOf), [
          { account, balance: CREDITS - costOf(shop), charged: costOf(shop), calls: ADDRESSES, used: costOf(shop) },
        ]);
      } finally {
        world.answerAll();
        await service.close();
        await client.end();
      }
    });
  };

  ends(
    'before it arrives',
    async (proxy) => {
      proxy.lose(COMMIT);
      await until(() => proxy.deaf > 0);
    },
    1,
  );

  ends(
    'while it is carried out',
    async (_, query) => {
      // It waits for its account, with the list in its hands.
      await query('BEGIN');
      await query('SELECT FROM accounts FOR UPDATE');
      // In a transaction the server shows what it saw first, unless that is cleared.
      const writing = async () =>
        (await query('SELECT pg_stat_clear_snapshot()'),
        await query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE query LIKE '%${COMMIT}%' AND wait_event_type = 'Lock' AND datname = current_database()`,
        ))[0]?.pid;
      let pid: number | undefined;
      await until(async () => (pid = await writing()) !== undefined);
      await query(`SELECT pg_terminate_backend(${pid})`);
      await query('COMMIT');
    },
    3,
  );

  ends(
    'after it is kept, and before that is answered',
    async (proxy) => {
      const { cuts } = proxy;
      proxy.cutAnswerTo(COMMIT);
      await until(() => proxy.cuts > cuts);
    },
    3,
  );
});
