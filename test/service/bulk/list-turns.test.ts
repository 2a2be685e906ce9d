import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { readHostedList } from '../../../src/service/bulk/index.js';
import { startListWorkers } from '../../../src/service/bulk/list-workers.js';
import { openStore } from '../../../src/service/store/index.js';
import { BULK_BYTES } from '../../../src/wire/index.js';
import { isSoak } from '../../soak.js';
import { stubEngine } from '../app/fixture.js';

const HEAD = 'jane@example.com\n';
/** A part of the longest list, and of the time that it takes. */
const { bytes: BYTES, leaseMs: LEASE } = isSoak
  ? { bytes: BULK_BYTES, leaseMs: 2_000 }
  : { bytes: BULK_BYTES / 4, leaseMs: 1_000 };

it('a list made to block the service keeps its lease and is read once, while other calls are answered', async (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-list-turns-'));
  const store = await openStore({ database: join(folder, 'check.db'), purpose: 'service' });
  test.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const { id: accountId } = await store.accounts.createAccount({ name: 'Shop', balance: 10, createdAt: 0 });
  const key = await store.accounts.createKey({
    accountId,
    kind: 'private',
    hash: 'h',
    hint: 'h',
    label: '',
    origins: [],
    showsBalance: true,
    createdAt: 0,
  });
  await store.lists.addList(
    { id: 'list', accountId, keyId: key?.id ?? 0, name: 'May', url: 'https://lists.example/a.csv', createdAt: 0 },
    1,
  );

  const hostile = Buffer.from(HEAD + '""\n'.repeat((BYTES - 1 - HEAD.length) / 3));
  let fetched = 0;
  const engine = stubEngine();
  const workers = startListWorkers(
    {
      ...{ store: store.lists, now: Date.now, turnMs: 2_000, retryDelayMs: 1_000, concurrency: 10, window: 100 },
      // Shorter than the list takes: it has to be held meanwhile, or the other worker has it.
      leaseMs: LEASE,
      fetch: () => {
        fetched += 1;
        return readHostedList(hostile);
      },
      verify: (address) => engine.verify(address),
    },
    { lists: 2, pollMs: 20, onFault: (fault) => assert.fail(String(fault)) },
  );
  test.after(() => workers.close());

  let served = 0;
  for (let state = ''; state !== 'completed'; served += 1) {
    state = (await store.lists.findList(accountId, 'list'))?.state ?? '';
    assert.notEqual(state, 'failed');
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(fetched, 1);
  // It is counted and read: a call is served after every 16 kB of each.
  assert.ok(served >= (2 * hostile.length) / 16_384 - 3, `${served} calls`);
});
