import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openAccounts } from '../../../src/service/index.js';
import { trials } from '../../soak.js';
import { PostgresServer, withoutPostgres } from '../../suites/postgres-server.js';
import { addresses, linesOf, NDJSON, postBatch } from './batching.js';
import { openNursery, type Child, type Nursery } from './children.js';
import { secret } from './fixture.js';

const KILLS = trials(20);
const CREDITS = 60;
/** Of each batch, addresses that wait until the process is gone. */
const HELD = 10;

interface Place {
  readonly database: string;
  end(): Promise<void>;
}

/** Reads lines until the process is gone, which is told to go after so many. Returns how many were paid, and the lowest balance. */
const readUntilItIsGone = async (child: Child, key: string, lines: number) => {
  const emails = [...addresses(CREDITS - HELD), ...addresses(HELD, 'waiting')];
  const response = await postBatch(child.url, key, emails, { headers: { Accept: NDJSON } });
  assert.equal(response.status, 200);
  let [paid, lowest] = [0, CREDITS];
  try {
    for await (const { balance } of linesOf(response)) {
      lowest = Math.min(lowest, Number(balance));
      if (++paid === lines) child.kill();
    }
  } catch {
    // The connection broke.
  }
  await child.exited;
  return { paid, lowest };
};

describe('a service that is killed in the middle of a batch', { concurrency: 2 }, () => {
  let nursery: Nursery;
  before(async () => void (nursery = await openNursery()));
  after(() => nursery.end());

  const crashes = (name: string, open: () => Promise<Place>, skip: string | false = false): void => {
    it(`has charged each line, and gives back the rest, ${KILLS} times in a row: ${name}`, { skip }, async () => {
      const { database, end } = await open();
      try {
        for (let kill = 0; kill < KILLS; kill++) {
          const administration = await openAccounts({ database, secret });
          const { id: account } = await administration.accounts.createAccount({ name: 'Shop', credits: CREDITS });
          const { key } = await administration.accounts.createKey({ account, kind: 'private' });
          const { paid, lowest } = await readUntilItIsGone(
            await nursery.start(database),
            key,
            1 + ((7 * kill) % (CREDITS - HELD)),
          );
          assert.ok(paid >= 1);

          const { balance } = await administration.accounts.account(account);
          const charged = CREDITS - balance;
          assert.ok(charged >= paid && charged <= CREDITS - HELD, `${charged} charged, ${paid} paid`);
          assert.ok(balance <= lowest);
          await administration.close();

          // All that the dead process had reserved comes free: PostgreSQL waits until it counts as dead.
          const next = await nursery.start(database);
          for (;;) {
            const response = await postBatch(next.url, key, addresses(balance));
            const answer = (await response.json()) as { readonly balance?: string };
            if (response.status === 402) continue;
            assert.deepEqual([response.status, answer.balance], [200, '0']);
            break;
          }
          next.kill();
          await next.exited;
        }
      } finally {
        await end();
      }
    });
  };

  crashes('SQLite', () => {
    const folder = mkdtempSync(join(tmpdir(), 'email-check-batch-crash-'));
    return Promise.resolve({
      database: join(folder, 'test.sqlite'),
      end: () => Promise.resolve(rmSync(folder, { recursive: true })),
    });
  });

  crashes(
    'PostgreSQL',
    async () => {
      const server = await PostgresServer.start({ isDurable: true });
      return { database: await server.newDatabase(), end: () => server.stop() };
    },
    withoutPostgres(),
  );
});
