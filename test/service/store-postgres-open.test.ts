import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { openStore, type StoreErrorCode } from '../../src/service/store/index.js';
import { migrations } from '../../src/service/store/postgres/schema.js';
import { PostgresServer, serverForTests } from '../suites/postgres-server.js';

const { skip, server } = serverForTests();

const open = (database: string) => openStore({ database, purpose: 'service' });

describe('opening a PostgreSQL store', { skip }, () => {
  it('makes its tables once if several processes start together', async () => {
    const url = await server().newDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => open(url)));
    await Promise.all(stores.map((store) => store.close()));
    const versions = await server().administer<{ version: string }>(
      'SELECT version FROM email_check.schema_version',
      url,
    );
    assert.deepEqual(versions, [{ version: String(migrations.length) }]);
  });

  it('keeps the data when it is opened again, also by a user who may only use the tables', async () => {
    const url = await server().newDatabase();
    const first = await open(url);
    const account = await first.accounts.createAccount({ name: 'Shop', balance: 5, createdAt: 1 });
    await first.close();
    await server().administer(
      `CREATE ROLE servant LOGIN PASSWORD 'open sesame';
       GRANT USAGE ON SCHEMA email_check TO servant; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA email_check TO servant`,
      url,
    );
    const second = await open(server().url(new URL(url).pathname.slice(1), 'servant', 'open sesame'));
    assert.deepEqual(await second.accounts.listAccounts(), [account]);
    assert.equal(await second.accounts.grant(account.id, 2, 1), 7);
    await second.close();
  });

  const secret = 'hunter2/hunter2';
  interface Row {
    readonly name: string;
    readonly url: () => string | Promise<string>;
    readonly code?: StoreErrorCode;
    readonly message: RegExp;
  }
  const emptyWith = async (statement: string) => {
    const url = await server().newDatabase();
    await server().administer(statement, url);
    return url;
  };
  const rows: Row[] = [
    {
      name: 'a server that is not there',
      url: () => `postgres://me:${encodeURIComponent(secret)}@127.0.0.1:1/shop`,
      message: /127\.0\.0\.1:1\/shop cannot be opened: .*ECONNREFUSED.*Check that the server runs/,
    },
    {
      name: 'a host without an address',
      url: () => `postgres://me:${encodeURIComponent(secret)}@nowhere.invalid/shop`,
      message: /nowhere\.invalid:5432\/shop cannot be opened: .*nowhere\.invalid/,
    },
    {
      name: 'a wrong password',
      url: () => server().url('postgres', 'postgres', secret),
      message: /refuses the user postgres\. Check the user and the password/,
    },
    {
      name: 'no password',
      url: () =>
        server()
          .url('postgres')
          .replace(/:[^:@]*@/, '@'),
      message: /password/,
    },
    {
      name: 'a database that is not there',
      url: () => server().url('nowhere'),
      message: /no such database\. Make it with CREATE DATABASE/,
    },
    {
      name: 'a URL with a password that is not percent-encoded',
      url: () => `postgres://me:${secret}%@127.0.0.1/shop`,
      message: /URL cannot be used\. Write postgres:\/\/user:password@host:5432\/name/,
    },
    {
      name: 'a certificate that is not there',
      url: () => `${server().url('postgres')}?sslmode=verify-full&sslrootcert=/nowhere.pem`,
      message: /URL cannot be used: .*\/nowhere\.pem/,
    },
    {
      name: 'a user who may not make a schema',
      async url() {
        const url = await emptyWith(`CREATE ROLE stranger LOGIN PASSWORD '${secret}'`);
        return server().url(new URL(url).pathname.slice(1), 'stranger', secret);
      },
      message: /the user stranger may not make or use the schema email_check.*GRANT CREATE ON DATABASE .* TO stranger/,
    },
    {
      name: 'a schema of something else',
      url: () => emptyWith('CREATE SCHEMA email_check; CREATE TABLE email_check.recipes ()'),
      code: 'foreign-file',
      message: /of something else/,
    },
    {
      name: 'tables of a newer release',
      url: () =>
        emptyWith(
          'CREATE SCHEMA email_check; CREATE TABLE email_check.schema_version AS SELECT 999::bigint AS version',
        ),
      code: 'newer-schema',
      message: /Update this one/,
    },
    {
      name: 'transactions that would not see what others did',
      async url() {
        const url = await server().newDatabase();
        await server().administer(
          `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_isolation TO 'serializable'`,
        );
        return url;
      },
      message: /its transactions are "serializable"\. Set default_transaction_isolation/,
    },
  ];
  for (const { name, url, code = 'cannot-open', message } of rows)
    it(`refuses ${name} with a remedy and without the password`, async () => {
      const error = await open(await url()).then(
        () => assert.fail('It opened.'),
        (reason: unknown) => reason as Error & { code: string },
      );
      assert.deepEqual([error.name, error.code], ['StoreError', code], error.message);
      assert.match(error.message, message);
      assert.doesNotMatch(inspect(error, { depth: 9 }), /hunter2|of@the:test|of%40the/);
    });
});

describe('a PostgreSQL store whose server goes away', { skip }, () => {
  it('loses nothing and charges nothing twice when the server crashes under load, and continues after it', async () => {
    const durable = await PostgresServer.start({ isDurable: true });
    let isOver = false;
    try {
      const url = await durable.newDatabase();
      const stores = [await open(url), await open(url)];
      for (const name of ['first', 'second']) {
        const { id } = await stores[0]!.accounts.createAccount({ name, balance: 1_000_000, createdAt: 0 });
        await stores[0]!.accounts.createKey({
          accountId: id,
          kind: 'private',
          hash: name,
          hint: name,
          label: '',
          origins: [],
          showsBalance: true,
          createdAt: 0,
        });
      }
      let tried = 0;
      let charged = 0;
      let crashes = 0;
      const call = async (index: number) => {
        const store = stores[index % 2]!;
        try {
          const admitted = await store.accounts.admit(index % 4 < 2 ? 'first' : 'second', () => ({
            claim: { credits: 1, concurrency: [] },
          }));
          if (admitted.outcome !== 'admitted') return assert.fail(admitted.outcome);
          tried++;
          await store.accounts.settle(admitted.ticket, { call: 'validation', credits: 1, day: '2026-01-02', at: 5 });
          charged++;
        } catch (error) {
          if ((error as { code?: string }).code !== 'unreachable') throw error;
          await new Promise(setImmediate);
        }
      };
      const callers = Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          while (!isOver) await call(index);
        }),
      );
      const chargedMore = async (count: number) => {
        for (const until = charged + count; charged < until;) await Promise.race([callers, new Promise(setImmediate)]);
      };
      await chargedMore(300);
      for (; crashes < 3; crashes++) {
        await durable.crash();
        await durable.run();
        await chargedMore(300);
      }
      isOver = true;
      await callers;
      await Promise.all(stores.map((store) => store.close()));
      const [sums] = await durable.administer<{ charges: number; balance: number; usage: number }>(
        `SELECT (SELECT count(*)::int FROM email_check.charges) AS charges, (SELECT sum(balance)::int FROM email_check.accounts) AS balance,
           (SELECT sum(calls)::int FROM email_check.usage_by_day) AS usage`,
        url,
      );
      assert.ok(
        sums && sums.charges >= charged && sums.charges <= tried,
        `${charged} charged of ${tried}: ${JSON.stringify(sums)}`,
      );
      assert.deepEqual(sums, { charges: sums.charges, balance: 2_000_000 - sums.charges, usage: sums.charges });
    } finally {
      // Also where it failed: callers go on until then.
      isOver = true;
      await durable.stop();
    }
  });
});
