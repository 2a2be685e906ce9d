import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readHostedList } from '../../../src/service/bulk/index.js';
import { addressesFrom, keepList, keptLines, PART_LINES } from '../../../src/service/bulk/list-intake.js';
import { openStore, type ListLease, type Store } from '../../../src/service/store/index.js';

const fileOf = (lines: readonly string[]) => readHostedList(Buffer.from(lines.join('\n')));

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const taken: Item[] = [];
  for await (const item of items) taken.push(item);
  return taken;
};

describe('a list that was fetched', () => {
  let store: Store;
  let lease: ListLease;
  beforeEach(async () => {
    store = await openStore({ database: ':memory:', purpose: 'service' });
    const { id: accountId } = await store.accounts.createAccount({ name: 'Shop', balance: 1, createdAt: 0 });
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
    const leased = await store.lists.leaseList(0, 1_000);
    assert.ok(leased);
    lease = leased;
  });
  afterEach(() => store.close());

  const { signal } = new AbortController();
  const kept = async () => {
    const record = await store.lists.findList(lease.list.accountId, 'list');
    assert.ok(record);
    return [record.lines, record.addresses];
  };

  it('is stored line by line, with one number for each different address', async () => {
    const lines = [
      'jane@example.com',
      'joe@example.com',
      'jane@EXAMPLE.com',
      'Jane@example.com',
      'no address',
      'jane@b\u00fccher.example',
      'jane@xn--bcher-kva.example',
      'no address',
    ];
    assert.ok(await keepList(lease, await fileOf(lines), { store: store.lists, signal }));
    assert.deepEqual(
      await all(keptLines(store.lists, 'list')),
      lines.map((text, index) => ({ text, address: [0, 1, 0, 2, 3, 4, 4, 3][index] })),
    );
    assert.deepEqual(await kept(), [8, 5]);
    assert.deepEqual(await all(addressesFrom(store.lists, 'list', 0)), [
      'jane@example.com',
      'joe@example.com',
      'Jane@example.com',
      'no address',
      'jane@b\u00fccher.example',
    ]);
    assert.deepEqual(await all(addressesFrom(store.lists, 'list', 3)), ['no address', 'jane@b\u00fccher.example']);
    assert.deepEqual(await all(addressesFrom(store.lists, 'list', 5)), []);
  });

  it('is read in order, whatever the number of its parts', async () => {
    for (const count of [1, PART_LINES - 1, PART_LINES, PART_LINES + 1, 2 * PART_LINES, 3 * PART_LINES + 7]) {
      const lines = Array.from({ length: count }, (_, index) => `a${index % (PART_LINES + 3)}@example.com`);
      assert.ok(await keepList(lease, await fileOf(lines), { store: store.lists, signal }));
      assert.deepEqual(
        (await all(keptLines(store.lists, 'list'))).map(({ text }) => text),
        lines,
        `${count} lines`,
      );
      assert.deepEqual(await kept(), [count, Math.min(count, PART_LINES + 3)]);
      assert.deepEqual(await all(addressesFrom(store.lists, 'list', 0)), lines.slice(0, PART_LINES + 3));
    }
  });

  it('is not stored further after a cancellation', async () => {
    assert.equal(
      await keepList(lease, await fileOf(['jane@example.com']), { store: store.lists, signal: AbortSignal.abort() }),
      false,
    );
    assert.deepEqual(await kept(), [0, 0]);
  });

  it('is not stored further after the lease is lost', async () => {
    assert.ok(await store.lists.leaseList(1_000, 2_000));
    assert.equal(await keepList(lease, await fileOf(['jane@example.com']), { store: store.lists, signal }), false);
    assert.deepEqual(await all(keptLines(store.lists, 'list')), []);
    assert.deepEqual(await kept(), [0, 0]);
  });
});
