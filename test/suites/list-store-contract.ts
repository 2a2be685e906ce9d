import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { KeyRecord, ListLease, ListRecord, NewList, ResultChunk, Store } from '../../src/service/store/index.js';

const at = Date.UTC(2026, 0, 2, 3);
const day = '2026-01-02';
const LEASE = 10_000;
const MOST = 100;

/** What every store must do with lists. `open` gives an empty one. `skip` says why it cannot be asked here. */
export const listStoreContract = (
  name: string,
  open: () => Promise<Store>,
  { skip = false }: { readonly skip?: string | false } = {},
): void => {
  describe(`lists in a store: ${name}`, { skip }, () => {
    let store: Store;
    let key: KeyRecord;
    let ids = 0;

    const addAccount = async (name: string, balance: number): Promise<KeyRecord> => {
      const account = await store.accounts.createAccount({ name, balance, createdAt: at });
      const made = await store.accounts.createKey({
        accountId: account.id,
        kind: 'private',
        hash: name,
        hint: 'f4kE',
        label: '',
        origins: [],
        showsBalance: true,
        createdAt: at,
      });
      assert.ok(made);
      return made;
    };
    const listOf = (of: KeyRecord, more: Partial<NewList> = {}): NewList => {
      const id = `list ${++ids}`;
      return {
        id,
        accountId: of.accountId,
        keyId: of.id,
        name: 'May',
        url: `https://lists.example/${id}.csv`,
        createdAt: at,
        ...more,
      };
    };
    const added = async (list: NewList): Promise<ListRecord> => {
      const record = await store.lists.addList(list, MOST);
      assert.ok(record);
      return record;
    };
    const lease = async (now = at): Promise<ListLease> => {
      const leased = await store.lists.leaseList(now, now + LEASE);
      assert.ok(leased, 'there is nothing to lease');
      return leased;
    };
    const chunk = (first: number, credits: readonly number[], deferred: readonly number[] = []): ResultChunk => ({
      ...{ first, credits, deferred, call: 'list', day, at },
      results: credits.map((_, index) => `result ${first + index}`),
    });
    const balance = async (of = key) =>
      (await store.accounts.listAccounts()).find(({ id }) => id === of.accountId)?.balance;
    const found = async ({ list }: ListLease) => {
      const record = await store.lists.findList(list.accountId, list.id);
      assert.ok(record);
      return record;
    };
    /** A list of ten addresses that a worker has begun. */
    const begun = async (of = key): Promise<ListLease> => {
      await added(listOf(of));
      const leased = await lease();
      assert.ok(await store.lists.startList(leased, { parts: 1, lines: 12, addresses: 10, column: '' }));
      return leased;
    };

    beforeEach(async () => {
      store = await open();
      key = await addAccount('Shop', 50);
    });
    afterEach(() => store.close());

    it('stores a list, and shows it only to its account', async () => {
      const list = listOf(key);
      const kept = {
        ...{
          ...list,
          state: 'queued',
          reason: '',
          lines: 0,
          column: '',
          addresses: 0,
          next: 0,
          done: 0,
          isHeld: false,
        },
      };
      assert.deepEqual(await store.lists.addList(list, MOST), kept);
      assert.deepEqual(await store.lists.findList(key.accountId, list.id), kept);
      const other = await addAccount('Other', 0);
      assert.equal(await store.lists.findList(other.accountId, list.id), undefined);
      assert.equal(await store.lists.findList(key.accountId, 'none'), undefined);
    });

    it('has one unfinished list for each URL, even if it is added several times at once', async () => {
      const url = 'https://lists.example/same.csv';
      const same = await Promise.all(Array.from({ length: 20 }, () => added(listOf(key, { url }))));
      assert.equal(new Set(same.map(({ id }) => id)).size, 1);
      const other = await addAccount('Other', 0);
      assert.notEqual((await added(listOf(other, { url }))).id, same[0]?.id);
      assert.ok(await store.lists.cancelList(key.accountId, same[0]?.id ?? '', at));
      assert.notEqual((await added(listOf(key, { url }))).id, same[0]?.id);
    });

    it("limits an account's unfinished lists, and returns an unfinished list with the same URL even then", async () => {
      const first = listOf(key);
      assert.ok(await store.lists.addList(first, 2));
      assert.ok(await store.lists.addList(listOf(key), 2));
      assert.equal(await store.lists.addList(listOf(key), 2), undefined);
      assert.equal((await store.lists.addList({ ...listOf(key), url: first.url }, 0))?.id, first.id);
      assert.ok(await store.lists.addList(listOf(await addAccount('Other', 0)), 2));
      await store.lists.cancelList(key.accountId, first.id, at);
      assert.ok(await store.lists.addList(listOf(key), 2));
    });

    it('leases a list to the one who adds it, until its time is over', async () => {
      const record = await store.lists.addList(listOf(key), MOST, { leasedUntil: at + LEASE });
      assert.ok(record);
      const own = { list: record, epoch: 0, commits: 0 };
      assert.equal(await store.lists.leaseList(at, at + LEASE), undefined);
      assert.equal(await store.lists.isListWaiting(at), false);
      assert.ok(await store.lists.renewLease(own, at + 2 * LEASE));
      assert.equal(await store.lists.leaseList(at + LEASE, at + 3 * LEASE), undefined);
      assert.ok(await store.lists.keepLines(own, 0, [{ text: 'jane@shop.example', address: 0 }]));
      assert.equal((await lease(at + 2 * LEASE)).list.id, record.id);
      assert.equal(await store.lists.keepLines(own, 1, []), false);
      assert.equal(await store.lists.dropList(own), false);
    });

    it('drops a list with its lines, as if it had never been added', async () => {
      const record = await store.lists.addList(listOf(key), MOST, { leasedUntil: at + LEASE });
      assert.ok(record);
      const own = { list: record, epoch: 0, commits: 0 };
      assert.ok(await store.lists.keepLines(own, 0, [{ text: 'jane@shop.example', address: 0 }]));
      assert.ok(await store.lists.dropList(own));
      assert.deepEqual(await store.lists.readLines(record.id, 0), []);
      assert.deepEqual(await store.lists.listLists(MOST), []);
      assert.equal(await store.lists.dropList(own), false);
      assert.equal(await store.lists.keepLines(own, 0, []), false);
    });

    it('returns the lists of all accounts or of one, the latest first', async () => {
      const other = await addAccount('Other', 0);
      const [first, second, third] = [await added(listOf(key)), await added(listOf(other)), await added(listOf(key))];
      assert.deepEqual(await store.lists.listLists(10), [third, second, first]);
      assert.deepEqual(await store.lists.listLists(10, key.accountId), [third, first]);
      assert.deepEqual(await store.lists.listLists(1), [third]);
    });

    it('leases the oldest list of an account to one worker, until its time is over', async () => {
      const first = await added(listOf(key));
      await added(listOf(key));
      const leased = await lease();
      assert.equal(leased.list.id, first.id);
      assert.equal(leased.list.state, 'running');
      assert.equal(await store.lists.leaseList(at, at + LEASE), undefined);
      assert.ok(await store.lists.renewLease(leased, at + 3 * LEASE));
      assert.equal(await store.lists.leaseList(at + LEASE, at + 2 * LEASE), undefined);
      const next = await lease(at + 3 * LEASE);
      assert.equal(next.list.id, first.id);
      assert.ok(next.epoch > leased.epoch);
    });

    it('leases each list once to concurrent workers', async () => {
      const accounts = await Promise.all(Array.from({ length: 8 }, (_, index) => addAccount(`of ${index}`, 1)));
      for (const each of accounts) await added(listOf(each));
      const leased = await Promise.all(Array.from({ length: 8 }, () => store.lists.leaseList(at, at + LEASE)));
      const got = leased.flatMap((each) => (each ? [each.list.id] : []));
      assert.equal(new Set(got).size, got.length);
      while ((await store.lists.leaseList(at, at + LEASE)) !== undefined) got.push('another');
      assert.equal(got.length, 8);
    });

    it('leases lists of different accounts in turn', async () => {
      const others = [key, await addAccount('Second', 1), await addAccount('Third', 1)];
      for (const each of others) for (let count = 0; count < 2; count++) await added(listOf(each));
      const turns: number[] = [];
      for (let turn = 0; turn < 9; turn++) {
        const leased = await lease();
        turns.push(leased.list.accountId);
        await store.lists.releaseList(leased);
      }
      const expected = others.map(({ accountId }) => accountId);
      assert.deepEqual(turns, [...expected, ...expected, ...expected]);
    });

    it('refuses writes of a worker that lost its lease, or whose list has ended', async () => {
      const lost = await begun();
      const leased = await lease(at + LEASE);
      const refusals = async (of: ListLease) => [
        await store.lists.renewLease(of, at),
        await store.lists.releaseList(of),
        await store.lists.keepLines(of, 0, []),
        await store.lists.startList(of, { parts: 0, lines: 1, addresses: 1, column: '' }),
        await store.lists.endList(of, { state: 'completed', reason: '', at }),
        (await store.lists.commitResults(of, chunk(0, [1]))).outcome,
      ];
      const none = [false, false, false, false, false, 'lost'];
      assert.deepEqual(await refusals(lost), none);
      assert.ok(await store.lists.cancelList(key.accountId, leased.list.id, at));
      assert.equal(await store.lists.cancelList(key.accountId, leased.list.id, at), false);
      assert.deepEqual(await refusals(leased), none);
      assert.equal(await balance(), 50);
      const record = await found(leased);
      assert.deepEqual([record.state, record.endedAt, record.addresses], ['cancelled', at, 10]);
    });

    it('ends a list with a reason, and leases the next one', async () => {
      const leased = await begun();
      const next = await added(listOf(key));
      assert.ok(await store.lists.endList(leased, { state: 'failed', reason: 'There is nothing there.', at: at + 5 }));
      const { state, reason, endedAt } = await found(leased);
      assert.deepEqual([state, reason, endedAt], ['failed', 'There is nothing there.', at + 5]);
      assert.equal((await lease()).list.id, next.id);
    });

    it('stores the lines of a list in parts, only those of the last try', async () => {
      await added(listOf(key));
      const leased = await lease();
      const { id } = leased.list;
      const part = [
        { text: 'jane@example.com', address: 0 },
        { text: '"a, \\{}"@b.example, \u{1f642} NULL', address: 1 },
        { text: 'JANE@example.com', address: 0, original: 'Jane <JANE@example.com>' },
      ];
      for (const number of [0, 1, 2])
        assert.ok(await store.lists.keepLines(leased, number, [{ text: 'old', address: number }]));
      assert.ok(await store.lists.keepLines(leased, 0, part));
      assert.ok(await store.lists.startList(leased, { parts: 2, lines: 4, addresses: 2, column: 'E-Mail \u{1f4e7}' }));
      assert.deepEqual(await store.lists.readLines(id, 0), part);
      assert.deepEqual(await store.lists.readLines(id, 1), [{ text: 'old', address: 1 }]);
      assert.deepEqual(await store.lists.readLines(id, 2), []);
      const { lines, addresses, column } = await found(leased);
      assert.deepEqual([lines, addresses, column], [4, 2, 'E-Mail \u{1f4e7}']);
    });

    it('writes results and their charge together, and counts them to the day', async () => {
      const leased = await begun();
      assert.deepEqual(await store.lists.commitResults(leased, chunk(0, [1, 0, 1])), {
        outcome: 'kept',
        count: 3,
        balance: 48,
      });
      assert.deepEqual(await store.lists.commitResults({ ...leased, commits: 1 }, chunk(3, [1, 1])), {
        outcome: 'kept',
        count: 2,
        balance: 46,
      });
      const { next, done, state } = await found(leased);
      assert.deepEqual([next, done, state], [5, 5, 'running']);
      assert.deepEqual(await store.accounts.usage(key.accountId, day, day), [{ day, calls: 5, credits: 4 }]);
      assert.deepEqual(await store.lists.readResults(leased.list.id, 1), {
        first: 0,
        results: ['result 0', 'result 1', 'result 2'],
        deferred: [],
      });
      assert.deepEqual((await store.lists.readResults(leased.list.id, 4))?.first, 3);
      assert.equal(await store.lists.readResults(leased.list.id, 5), undefined);
    });

    it('applies a commit once, even if it is repeated', async () => {
      const leased = await begun();
      const same = () => store.lists.commitResults(leased, chunk(0, [1, 1]));
      const outcomes = await Promise.all([same(), same(), same()]);
      assert.deepEqual(outcomes.map(({ outcome }) => outcome).sort(), ['kept', 'lost', 'lost']);
      assert.equal((await same()).outcome, 'lost');
      assert.equal(await balance(), 48);
      // Neither is one that leaves addresses out, or that is none of those kept.
      assert.equal((await store.lists.commitResults({ ...leased, commits: 1 }, chunk(3, [1]))).outcome, 'lost');
      assert.equal((await store.lists.commitResults({ ...leased, commits: 1 }, chunk(1, [1]))).outcome, 'lost');
      assert.equal(await balance(), 48);
      assert.equal((await lease(at + LEASE)).commits, 1);
    });

    it('writes the results that the credits pay for, pauses the list, and continues after a grant', async () => {
      const poor = await addAccount('Poor', 2);
      const leased = await begun(poor);
      assert.deepEqual(await store.lists.commitResults(leased, chunk(0, [1, 0, 1, 0, 1, 1])), {
        outcome: 'kept',
        count: 4,
        balance: 0,
      });
      const { state, next, done } = await found(leased);
      assert.deepEqual([state, next, done], ['paused', 4, 4]);
      assert.equal(await store.lists.leaseList(at + LEASE, at + 2 * LEASE), undefined);
      await store.accounts.grant(poor.accountId, 5, at);
      const again = await lease(at + LEASE);
      assert.deepEqual([again.list.state, again.list.next, again.commits], ['running', 4, 1]);
      assert.deepEqual(await store.lists.commitResults(again, chunk(4, [1, 1])), {
        outcome: 'kept',
        count: 2,
        balance: 3,
      });
    });

    it('does not use credits that calls in progress have reserved', async () => {
      const leased = await begun();
      const admitted = await store.accounts.admit('Shop', () => ({ claim: { credits: 49, concurrency: [] } }));
      assert.ok(admitted.outcome === 'admitted');
      assert.deepEqual(await store.lists.commitResults(leased, chunk(0, [1, 1])), {
        outcome: 'kept',
        count: 1,
        balance: 49,
      });
      assert.deepEqual(await store.accounts.settle(admitted.ticket, { call: 'validation', credits: 49, day, at }), {
        balance: 0,
      });
      assert.deepEqual(await store.lists.commitResults({ ...leased, commits: 1 }, chunk(1, [0])), {
        outcome: 'kept',
        count: 1,
        balance: 0,
      });
    });

    it('stores provisional results, which later ones replace', async () => {
      const leased = await begun();
      const { id } = leased.list;
      await store.lists.commitResults(leased, chunk(0, [1, 0, 0], [1, 2]));
      await store.lists.commitResults({ ...leased, commits: 1 }, chunk(3, [1, 1]));
      await store.lists.commitResults({ ...leased, commits: 2 }, chunk(5, [0], [0]));
      assert.equal((await found(leased)).done, 3);
      assert.deepEqual(await store.lists.deferredResults(id, 0), {
        first: 0,
        results: ['result 0', 'result 1', 'result 2'],
        deferred: [1, 2],
      });
      assert.equal((await store.lists.deferredResults(id, 1))?.first, 5);
      const better: ResultChunk = { ...chunk(0, [0, 1, 0], [2]), results: ['result 0', 'better', 'result 2'] };
      assert.deepEqual(await store.lists.commitResults({ ...leased, commits: 3 }, better), {
        outcome: 'kept',
        count: 3,
        balance: 46,
      });
      assert.deepEqual(await store.lists.readResults(id, 1), { first: 0, results: better.results, deferred: [2] });
      const { done, next } = await found(leased);
      assert.deepEqual([done, next], [4, 6]);
      assert.deepEqual(await store.accounts.usage(key.accountId, day, day), [{ day, calls: 4, credits: 4 }]);
    });

    it('replaces as many results as can be paid for, keeps the others, and returns those addresses again', async () => {
      const poor = await addAccount('Poor', 2);
      const leased = await begun(poor);
      await store.lists.commitResults(leased, chunk(0, [0, 0, 0, 0, 0], [0, 2, 4]));
      const again = { ...chunk(0, [1, 0, 1, 0, 1]), results: ['new 0', 'result 1', 'new 2', 'result 3', 'new 4'] };
      assert.deepEqual(await store.lists.commitResults({ ...leased, commits: 1 }, again), {
        outcome: 'kept',
        count: 4,
        balance: 0,
      });
      const { state, done } = await found(leased);
      assert.deepEqual([state, done], ['paused', 4]);
      assert.deepEqual(await store.lists.deferredResults(leased.list.id, 0), {
        first: 0,
        results: ['new 0', 'result 1', 'new 2', 'result 3', 'result 4'],
        deferred: [4],
      });
      assert.equal(await store.lists.leaseList(at, at + LEASE), undefined, 'it waits, and nobody asks meanwhile');
      await store.accounts.grant(poor.accountId, 1, at);
      const next = await lease();
      assert.equal(next.list.id, leased.list.id, 'it goes on at once');
      assert.deepEqual(
        await store.lists.commitResults(next, {
          ...chunk(0, [0, 0, 0, 0, 1]),
          results: ['new 0', 'result 1', 'new 2', 'result 3', 'new 4'],
        }),
        { outcome: 'kept', count: 5, balance: 0 },
      );
      assert.equal(await store.lists.deferredResults(leased.list.id, 0), undefined);
      assert.deepEqual(await store.accounts.usage(poor.accountId, day, day), [{ day, calls: 5, credits: 3 }]);
    });

    it('does not lease a paused list while calls have set its credits aside', async () => {
      const poor = await addAccount('Poor', 1);
      const leased = await begun(poor);
      const admitted = await store.accounts.admit('Poor', () => ({ claim: { credits: 1, concurrency: [] } }));
      assert.equal(admitted.outcome, 'admitted');
      assert.deepEqual(await store.lists.commitResults(leased, chunk(0, [1])), {
        outcome: 'kept',
        count: 0,
        balance: 1,
      });
      assert.equal(await store.lists.leaseList(at, at + LEASE), undefined);
      if (admitted.outcome === 'admitted') await store.accounts.release(admitted.ticket);
      assert.equal((await lease()).list.id, leased.list.id);
    });

    it('defers a list from its last commit on, whatever its worker renews', async () => {
      const leased = await begun();
      await store.lists.commitResults(leased, {
        ...chunk(
          0,
          Array.from({ length: 10 }, () => 0),
          [3],
        ),
        deferredUntil: at + 5 * LEASE,
      });
      assert.ok(await store.lists.renewLease(leased, at + LEASE));
      assert.equal(await store.lists.leaseList(at + 4 * LEASE, at + 6 * LEASE), undefined);
      assert.equal((await lease(at + 5 * LEASE)).list.id, leased.list.id);
    });

    it('ignores a lease far in the future, as after a clock was set back', async () => {
      const { list } = await begun();
      const hour = 3_600_000;
      assert.equal((await store.lists.leaseList(at - hour, at - hour + LEASE))?.list.id, list.id);
    });

    it('tells whether a list waits', async () => {
      assert.equal(await store.lists.isListWaiting(at), false);
      await added(listOf(key));
      assert.equal(await store.lists.isListWaiting(at), true);
      await lease();
      assert.equal(await store.lists.isListWaiting(at), false);
      await added(listOf(key));
      assert.equal(await store.lists.isListWaiting(at), false, 'an account’s second list waits for its first');
      assert.equal(await store.lists.isListWaiting(at + LEASE + 1), true);
    });

    it('leases the list of the account whose last turn is longest ago, however many short lists another account has', async () => {
      const other = await addAccount('Other', 10);
      const long = await added(listOf(other));
      for (let count = 0; count < 3; count++) await added(listOf(key));
      const order: number[] = [];
      for (let turn = 0; turn < 6; turn++) {
        const leased = await lease();
        order.push(leased.list.accountId);
        if (leased.list.id === long.id) await store.lists.releaseList(leased);
        else await store.lists.endList(leased, { state: 'completed', reason: '', at });
      }
      assert.deepEqual(
        order,
        [other, key, other, key, other, key].map(({ accountId }) => accountId),
      );
    });

    it('ends lists that have waited for credits too long, and keeps their results', async () => {
      const poor = await addAccount('Poor', 1);
      const leased = await begun(poor);
      await store.lists.commitResults(leased, chunk(0, [1, 1]));
      const end = { reason: 'No credits came.', at: at + 9 };
      assert.equal(await store.lists.cancelPausedLists(at, end), 0);
      assert.equal(await store.lists.cancelPausedLists(at + 1, end), 1);
      const { state, reason, endedAt, done } = await found(leased);
      assert.deepEqual([state, reason, endedAt, done], ['cancelled', 'No credits came.', at + 9, 1]);
    });

    it('deletes lists that ended long ago with all their data, and no other', async () => {
      const old = await begun();
      await store.lists.keepLines(old, 0, [{ text: 'jane@example.com', address: 0 }]);
      await store.lists.commitResults(old, chunk(0, [1]));
      await store.lists.endList({ ...old, commits: 1 }, { state: 'completed', reason: '', at });
      const open = await begun();
      assert.equal(await store.lists.forgetListBefore(at), false);
      assert.equal(await store.lists.forgetListBefore(at + 1), true);
      assert.equal(await store.lists.forgetListBefore(at + 1), false);
      assert.equal(await store.lists.findList(key.accountId, old.list.id), undefined);
      assert.deepEqual(await store.lists.readLines(old.list.id, 0), []);
      assert.equal(await store.lists.readResults(old.list.id, 0), undefined);
      assert.ok(await found(open));
      assert.deepEqual(await store.accounts.usage(key.accountId, day, day), [{ day, calls: 1, credits: 1 }]);
    });
  });
};
