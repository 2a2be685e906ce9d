import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { openStore } from '../../src/service/store/index.js';
import { migrations as postgresSteps } from '../../src/service/store/postgres/schema.js';
import { migrations as sqliteSteps } from '../../src/service/store/sqlite/schema.js';
import { serverForTests } from '../suites/postgres-server.js';

/** A database on which statements can be run beside the store. */
interface World {
  readonly database: string;
  readonly run: (statement: string) => unknown;
  readonly end?: () => void;
}

/** How each database names its tables and writes a trigger that refuses rows. */
interface Kind {
  readonly name: string;
  readonly skip: string | false;
  readonly empty: () => Promise<World> | World;
  /** The steps before accounts could be closed, and the number of them. */
  readonly former: string;
  readonly prefix: string;
  readonly refusal: readonly [string, string];
}

const { skip, server } = serverForTests();
const SQLITE_STEPS = 7;
const POSTGRES_STEPS = 6;

const kinds: readonly Kind[] = [
  {
    name: 'SQLite',
    skip: false,
    empty() {
      const folder = mkdtempSync(join(tmpdir(), 'email-check-upgrade-'));
      const database = join(folder, 'a.sqlite');
      return {
        database,
        run: (statement) => new Database(database).exec(statement).close(),
        end: () => rmSync(folder, { recursive: true }),
      };
    },
    former: `${sqliteSteps.slice(0, SQLITE_STEPS).join('')}; PRAGMA user_version = ${SQLITE_STEPS};`,
    prefix: '',
    refusal: [
      `CREATE TRIGGER refuse BEFORE INSERT ON webhook_deliveries BEGIN SELECT RAISE(ABORT, 'unlucky'); END`,
      'DROP TRIGGER refuse',
    ],
  },
  {
    name: 'PostgreSQL',
    skip,
    async empty() {
      const database = await server().newDatabase();
      return { database, run: (statement) => server().administer(statement, database) };
    },
    former: `CREATE SCHEMA email_check; ${postgresSteps.slice(0, POSTGRES_STEPS).join('')};
      CREATE TABLE email_check.schema_version AS SELECT ${POSTGRES_STEPS}::bigint AS version;`,
    prefix: 'email_check.',
    refusal: [
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'unlucky'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON email_check.webhook_deliveries FOR EACH ROW EXECUTE FUNCTION refuse()`,
      'DROP TRIGGER refuse ON email_check.webhook_deliveries',
    ],
  },
];

const at = Date.UTC(2026, 0, 2);
const url = 'https://shop.example/hook';

for (const { name, skip: why, empty, former, prefix, refusal } of kinds)
  describe(`a ${name} database with webhooks`, { skip: why }, () => {
    it('keeps what it had before it could have them', async () => {
      const { database, run, end } = await empty();
      const isNot = name === 'SQLite' ? '0' : 'false';
      const origins = name === 'SQLite' ? '[]' : '{}';
      await run(`${former}
        INSERT INTO ${prefix}accounts (name, balance, created_at) VALUES ('Shop', 10, ${at});
        INSERT INTO ${prefix}keys (account_id, kind, hash, hint, origins, shows_balance, created_at) VALUES (1, 'private', 'h', 'f4kE', '${origins}', ${isNot}, ${at});
        INSERT INTO ${prefix}lists (id, account_id, key_id, name, url, state, reason, lines, addresses, next, done, commits, epoch, leased_until, turn, created_at)
          VALUES ('old', 1, 1, 'May', 'https://x.example/', 'running', '', 3, 3, 0, 0, 0, 4, 0, 1, ${at});`);
      const store = await openStore({ database, purpose: 'service' });
      assert.deepEqual(await store.accounts.listAccounts(), [{ id: 1, name: 'Shop', balance: 10, createdAt: at }]);
      const [key] = await store.accounts.listKeys();
      assert.deepEqual([key?.label, key?.isConsole, key?.lastUsedAt], ['', undefined, undefined]);
      assert.equal((await store.lists.findList(1, 'old'))?.isHeld, false);
      await store.webhooks.setWebhook(1, { url, sealedSecret: 'sealed' });
      await store.accounts.setLowCredits(1, 10);
      const admitted = await store.accounts.admit('h', () => ({ claim: { credits: 1, concurrency: [] } }));
      assert.ok(admitted.outcome === 'admitted');
      await store.accounts.settle(admitted.ticket, { call: 'validation', credits: 1, day: '2026-01-02', at });
      assert.equal((await store.lists.leaseList(at, at + 1))?.epoch, 5);
      assert.equal(await store.lists.cancelList(1, 'old', at), true);
      const types = (await store.webhooks.listDeliveries(1, 9)).map(({ event }) => event.type);
      assert.deepEqual(types, ['list.cancelled', 'credits.low']);
      await store.close();
      end?.();
    });

    it('changes nothing of which it cannot keep the event', async () => {
      const { database, run, end } = await empty();
      const store = await openStore({ database, purpose: 'service' });
      const { id } = await store.accounts.createAccount({ name: 'Shop', balance: 1, createdAt: at });
      const key = await store.accounts.createKey({
        ...{ accountId: id, kind: 'private', hash: 'h', hint: 'h', label: '', origins: [], showsBalance: true },
        createdAt: at,
      });
      const list = { id: 'a', accountId: id, keyId: key?.id ?? 0, name: '', url: 'https://x.example/', createdAt: at };
      await store.webhooks.setWebhook(id, { url, sealedSecret: 'sealed' });
      await store.accounts.setLowCredits(id, 1);
      await store.lists.addList(list, 9);
      const lease = await store.lists.leaseList(at, at + 1);
      assert.ok(lease);
      const commit = () =>
        store.lists.commitResults(lease, {
          ...{ first: 0, results: ['a', 'b'], credits: [1, 1], deferred: [], call: 'list', day: '2026-01-02', at },
        });

      await run(refusal[0]);
      await assert.rejects(commit(), /unlucky/);
      await assert.rejects(store.lists.cancelList(id, 'a', at), /unlucky/);
      const kept = await store.lists.findList(id, 'a');
      assert.deepEqual([kept?.state, kept?.done], ['running', 0]);
      assert.equal((await store.accounts.listAccounts())[0]?.balance, 1);
      await run(refusal[1]);
      assert.deepEqual(await store.webhooks.listDeliveries(id, 9), []);

      assert.deepEqual(await commit(), { outcome: 'kept', count: 1, balance: 0 });
      const told = (await store.webhooks.listDeliveries(id, 9)).map(({ event }) => [event.type, event.balance]);
      assert.deepEqual(told, [
        ['list.paused', 0],
        ['credits.low', 0],
      ]);
      await store.close();
      end?.();
    });
  });
