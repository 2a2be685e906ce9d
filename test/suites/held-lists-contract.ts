import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { KeyRecord, ListLease, NewList, Store } from '../../src/service/store/index.js';

const at = Date.UTC(2026, 0, 2, 3);
const LEASE = 10_000;
const MOST = 100;

/** What every store must do with lists that their owner holds. `open` gives an empty one. `skip` says why it cannot be asked here. */
export const heldListsContract = (
  name: string,
  open: () => Promise<Store>,
  { skip = false }: { readonly skip?: string | false } = {},
): void => {
  describe(`held lists in a store: ${name}`, { skip }, () => {
    let store: Store;
    let key: KeyRecord;

    const listOf = (id: string, more: Partial<NewList> = {}): NewList => ({
      ...{ id, accountId: key.accountId, keyId: key.id, name: 'May', url: `https://x.example/${id}`, createdAt: at },
      ...more,
    });
    const lease = (now = at) => store.lists.leaseList(now, now + LEASE);
    const leased = async (now = at): Promise<ListLease> => {
      const found = await lease(now);
      assert.ok(found, 'there is nothing to lease');
      return found;
    };
    const start = (of: ListLease) => store.lists.startList(of, { parts: 1, lines: 3, addresses: 3, column: '' });
    const chunk = (credits: readonly number[]) => ({
      ...{ first: 0, credits, deferred: [], call: 'list', day: '2026-01-02', at },
      results: credits.map(() => 'result'),
    });
    const hold = (id: string) => store.lists.holdList(key.accountId, id);
    const resume = (id: string) => store.lists.resumeList(key.accountId, id);

    beforeEach(async () => {
      store = await open();
      const { id: accountId } = await store.accounts.createAccount({ name: 'Shop', balance: 2, createdAt: at });
      const made = await store.accounts.createKey({
        ...{
          accountId,
          kind: 'private',
          hash: 'h',
          hint: 'h',
          label: '',
          origins: [],
          showsBalance: true,
          createdAt: at,
        },
      });
      assert.ok(made);
      key = made;
    });
    afterEach(() => store.close());

    it('keeps where the end of a list is told, and that it came through the console', async () => {
      const list = listOf('a', { callback: 'https://shop.example/done', isFromConsole: true });
      const added = await store.lists.addList(list, MOST, { isHeld: true });
      assert.deepEqual(added, {
        ...{ ...list, state: 'queued', reason: '', lines: 0, column: '', addresses: 0, next: 0, done: 0, isHeld: true },
      });
      assert.deepEqual(await store.lists.listLists(9), [added]);
      const again = { ...listOf('b'), url: list.url, callback: 'https://shop.example/other' };
      assert.deepEqual(await store.lists.addList(again, MOST), added, 'the list that exists stays as it is');
    });

    it('passes a held list over until it is resumed, and leases the next one of the account', async () => {
      await store.lists.addList(listOf('a'), MOST, { isHeld: true });
      assert.equal(await store.lists.isListWaiting(at), false);
      assert.equal(await lease(), undefined);
      await store.lists.addList(listOf('b'), MOST);
      const other = await leased();
      assert.equal(other.list.id, 'b');
      await store.lists.releaseList(other);
      assert.equal(await resume('a'), true);
      assert.equal(await resume('a'), false);
      assert.equal((await leased()).list.id, 'a');
    });

    it('takes the lease of a worker away from a list that is held', async () => {
      await store.lists.addList(listOf('a'), MOST);
      const lost = await leased();
      await start(lost);
      assert.equal(await hold('a'), true);
      assert.equal(await hold('a'), false);
      assert.deepEqual(
        [
          await store.lists.renewLease(lost, at + 2 * LEASE),
          await store.lists.releaseList(lost),
          await store.lists.keepLines(lost, 0, []),
          await start(lost),
          await store.lists.endList(lost, { state: 'completed', reason: '', at }),
          await store.lists.dropList(lost),
          (await store.lists.commitResults(lost, chunk([1]))).outcome,
        ],
        [false, false, false, false, false, false, 'lost'],
      );
      assert.equal((await store.accounts.listAccounts())[0]?.balance, 2);
      assert.equal(await resume('a'), true);
      const next = await leased();
      assert.equal(next.list.state, 'running');
      assert.equal((await store.lists.commitResults(next, chunk([1]))).outcome, 'kept');
    });

    it('holds and resumes only unfinished lists of the account', async () => {
      await store.lists.addList(listOf('a'), MOST);
      assert.equal(await store.lists.holdList(key.accountId + 1, 'a'), false);
      assert.equal(await hold('none'), false);
      assert.equal(await hold('a'), true);
      assert.equal(await store.lists.resumeList(key.accountId + 1, 'a'), false);
      assert.equal(await store.lists.cancelList(key.accountId, 'a', at), true);
      assert.equal(await resume('a'), false);
      assert.equal(await hold('a'), false);
      assert.equal((await store.lists.findList(key.accountId, 'a'))?.isHeld, false);
    });

    it('lets the upload of a held list go on, whoever holds it and when', async () => {
      for (const [id, isHeld] of [
        ['a', true],
        ['b', false],
      ] as const) {
        const list = await store.lists.addList(listOf(id), MOST, { leasedUntil: at + LEASE, isHeld });
        assert.ok(list);
        const own = { list, epoch: 0, commits: 0 };
        if (!isHeld) assert.equal(await hold(id), true);
        assert.equal(await lease(), undefined);
        assert.ok(await store.lists.keepLines(own, 0, [{ text: 'jane@shop.example', address: 0 }]));
        assert.ok(await start(own));
        assert.ok(await store.lists.releaseList(own));
        assert.equal(await lease(at + 9 * LEASE), undefined);
      }
    });

    it('leases a held list whose upload was cut off, so that it can be dropped', async () => {
      await store.lists.addList(listOf('a'), MOST, { leasedUntil: at + LEASE, isHeld: true });
      assert.equal(await lease(at + LEASE - 1), undefined);
      const dead = await leased(at + LEASE);
      assert.deepEqual([dead.list.id, dead.list.lines], ['a', 0]);
      assert.ok(await store.lists.dropList(dead));
    });

    it('cancels held lists of long ago as it does those that wait for credits', async () => {
      for (const id of ['held', 'paused', 'open', 'ended']) await store.lists.addList(listOf(id), MOST);
      await hold('held');
      await hold('ended');
      await store.lists.cancelList(key.accountId, 'ended', at);
      const paused = await leased();
      await start(paused);
      await store.lists.commitResults(paused, chunk([3]));
      await store.lists.addList(listOf('later', { createdAt: at + 1 }), MOST, { isHeld: true });
      assert.equal(await store.lists.cancelPausedLists(at + 1, { reason: 'Too long ago.', at: at + 2 }), 2);
      const lists = await store.lists.listLists(9);
      assert.deepEqual(
        lists.map(({ id, state, reason, endedAt }) => [id, state, reason, endedAt]),
        [
          ['later', 'queued', '', undefined],
          ['ended', 'cancelled', '', at],
          ['open', 'queued', '', undefined],
          ['paused', 'cancelled', 'Too long ago.', at + 2],
          ['held', 'cancelled', 'Too long ago.', at + 2],
        ],
      );
    });
  });
};
