import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { openAccounts } from '../../../src/service/index.js';
import { PostgresServer, withoutPostgres } from '../../suites/postgres-server.js';
import { openNursery, type Child, type Nursery } from './children.js';
import { secret } from './fixture.js';
import { trials } from '../../soak.js';

const CRASHES = trials(40);
const ANSWERS_BEFORE_A_CRASH = 50;
const CREDITS = 100_000;

/** What calls until its process was gone came to. */
interface Round {
  readonly account: number;
  readonly asked: number;
  readonly answered: number;
  /** The lowest balance that an answer told. */
  readonly lowest: number;
}

/** Sums of one account, as the database itself has them. */
interface Kept {
  readonly account: number;
  readonly balance: number;
  readonly charged: number;
  readonly used: number;
}

const keptOf = `SELECT id AS account, balance,
  (SELECT coalesce(sum(credits), 0) FROM charges WHERE account_id = accounts.id) AS charged,
  (SELECT coalesce(sum(credits), 0) FROM usage_by_day WHERE account_id = accounts.id) AS used FROM accounts ORDER BY id`;

/** Calls with every key, five at once, until the process is gone, which is told to go after so many answers. */
const callUntilItIsGone = async (child: Child, account: number, keys: readonly string[]): Promise<Round> => {
  const round = { account, asked: 0, answered: 0, lowest: Infinity };
  const call = async (key: string) => {
    for (;;) {
      round.asked++;
      let answer: { status: number; body: { balance?: string } };
      try {
        const response = await fetch(`${child.url}/v1/?api=${key}&email=deliverable@a.example`);
        answer = { status: response.status, body: (await response.json()) as { balance?: string } };
      } catch {
        return;
      }
      assert.equal(answer.status, 200);
      round.lowest = Math.min(round.lowest, Number(answer.body.balance));
      if (++round.answered === ANSWERS_BEFORE_A_CRASH) child.kill();
    }
  };
  await Promise.all(keys.flatMap((key) => Array.from({ length: 5 }, () => call(key))));
  await child.exited;
  return round;
};

interface Place {
  readonly database: string;
  kept(): Promise<readonly Kept[]>;
  end(): Promise<void>;
}

// Starting a process is most of the time: one store's waits for nothing of the other's.
describe('a service that is killed', { concurrency: 2 }, () => {
  let nursery: Nursery;
  before(async () => void (nursery = await openNursery()));
  after(() => nursery.end());

  const crashes = (name: string, open: () => Promise<Place>, skip: string | false = false): void => {
    it(`loses no answered charge and makes none twice, ${CRASHES} times in a row: ${name}`, { skip }, async (test) => {
      const { database, kept, end } = await open();
      try {
        const administration = await openAccounts({ database, secret });
        const customers = [];
        for (let count = 0; count < CRASHES; count++) {
          const { id: account } = await administration.accounts.createAccount({ name: 'Shop', credits: CREDITS });
          const keys = [
            await administration.accounts.createKey({ account, kind: 'private' }),
            await administration.accounts.createKey({ account, kind: 'private' }),
          ];
          customers.push({ account, keys: keys.map(({ key }) => key) });
        }
        await administration.close();

        const rounds: Round[] = [];
        const openedIn: number[] = [];
        const startedIn: number[] = [];
        for (const { account, keys } of customers) {
          const since = performance.now();
          const child = await nursery.start(database);
          startedIn.push(performance.now() - since);
          openedIn.push(child.openedIn);
          rounds.push(await callUntilItIsGone(child, account, keys));
        }
        // The dead process holds the database no more.
        const last = await nursery.start(database);
        last.kill();
        await last.exited;

        const all = await kept();
        assert.equal(all.length, CRASHES);
        for (const [index, { account, asked, answered, lowest }] of rounds.entries()) {
          const { balance, charged, used, account: id } = all[index]!;
          assert.equal(id, account);
          assert.ok(answered >= ANSWERS_BEFORE_A_CRASH);
          assert.ok(
            charged >= answered && charged <= asked,
            `${answered} answered, ${charged} charged, ${asked} asked`,
          );
          assert.deepEqual([balance, used], [CREDITS - charged, charged]);
          assert.ok(balance <= lowest);
        }
        const longest = (times: readonly number[]) => `${Math.round(Math.max(...times))} ms`;
        test.diagnostic(
          `${CRASHES} crashes; starting again took ${longest(startedIn)} at most, ${longest(openedIn)} of it with the database`,
        );
        // A figure to read, not a bar: a busy machine is slow. This only tells a start that hangs.
        assert.ok(Math.max(...openedIn) < 30_000);
      } finally {
        await end();
      }
    });
  };

  crashes('SQLite', () => {
    const folder = mkdtempSync(join(tmpdir(), 'email-check-crash-'));
    const database = join(folder, 'test.sqlite');
    return Promise.resolve({
      database,
      kept: () => {
        const opened = new Database(database, { readonly: true });
        const rows = opened.prepare<[], Kept>(keptOf).all();
        opened.close();
        return Promise.resolve(rows);
      },
      end: () => Promise.resolve(rmSync(folder, { recursive: true })),
    });
  });

  crashes(
    'PostgreSQL',
    async () => {
      const server = await PostgresServer.start({ isDurable: true });
      const database = await server.newDatabase();
      return {
        database,
        kept: async () => {
          const rows = await server.administer<Record<keyof Kept, string>>(
            keptOf,
            `${database}?options=-c%20search_path%3Demail_check`,
          );
          return rows.map(({ account, balance, charged, used }) => ({
            account: Number(account),
            balance: Number(balance),
            charged: Number(charged),
            used: Number(used),
          }));
        },
        end: () => server.stop(),
      };
    },
    withoutPostgres(),
  );
});
