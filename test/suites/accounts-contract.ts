import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Claim, CreditChange, KeyRecord, NewKey, Store } from '../../src/service/store/index.js';

const at = Date.UTC(2026, 0, 2, 3);
const day = '2026-01-02';
const plain: Claim = { credits: 1, concurrency: [] };

/** What every store must do with accounts that change. `open` gives an empty one. `skip` says why it cannot be asked here. */
export const accountsContract = (
  name: string,
  open: () => Promise<Store>,
  { skip = false }: { readonly skip?: string | false } = {},
): void => {
  describe(`accounts in a store: ${name}`, { skip }, () => {
    let store: Store;
    let id: number;
    let key: KeyRecord;

    const keyOf = (accountId: number, hash: string, more: Partial<NewKey> = {}): NewKey => ({
      ...{ accountId, hash, kind: 'private', hint: 'f4kE', origins: [], showsBalance: true, label: '', createdAt: at },
      ...more,
    });
    const account = () => store.accounts.findAccount(id);
    const change = (credits: number, changeId: string): CreditChange => ({
      ...{ accountId: id, id: changeId, credits, reason: 'Refund', at },
    });
    const ticket = async (claim: Claim, hash = 'h') => {
      const admitted = await store.accounts.admit(hash, () => ({ claim }));
      assert.ok(admitted.outcome === 'admitted', admitted.outcome);
      return admitted.ticket;
    };

    beforeEach(async () => {
      store = await open();
      ({ id } = await store.accounts.createAccount({ name: 'Shop', balance: 50, createdAt: at }));
      const made = await store.accounts.createKey(keyOf(id, 'h', { label: 'Checkout' }));
      assert.ok(made);
      key = made;
    });
    afterEach(() => store.close());

    it('finds an account by its number, as it is listed', async () => {
      assert.deepEqual([await account()], await store.accounts.listAccounts());
      assert.equal(await store.accounts.findAccount(id + 1), undefined);
    });

    it('renames an account, and keeps below how many credits its owner is told', async () => {
      assert.deepEqual(await account(), { id, name: 'Shop', balance: 50, createdAt: at });
      assert.equal(await store.accounts.renameAccount(id, 'Market'), true);
      assert.equal(await store.accounts.setLowCredits(id, 10), true);
      assert.deepEqual(await account(), { id, name: 'Market', balance: 50, createdAt: at, lowCredits: 10 });
      assert.equal(await store.accounts.setLowCredits(id, undefined), true);
      assert.equal((await account())?.lowCredits, undefined);
      assert.equal(await store.accounts.renameAccount(id + 1, 'Nobody'), false);
      assert.equal(await store.accounts.setLowCredits(id + 1, 10), false);
    });

    it('closes an account once, with its keys, lists, links and sessions, and no other', async () => {
      const other = await store.accounts.createAccount({ name: 'Other', balance: 5, createdAt: at });
      const otherKey = await store.accounts.createKey(keyOf(other.id, 'other'));
      const list = { id: 'l', accountId: id, keyId: key.id, name: '', url: 'https://x.example/1', createdAt: at };
      await store.lists.addList(list, 9);
      await store.lists.addList({ ...list, id: 'o', accountId: other.id, keyId: otherKey?.id ?? 0 }, 9);
      for (const [hash, accountId] of [
        ['a', id],
        ['b', id],
        ['c', other.id],
        ['d', undefined],
      ] as const)
        await store.console.addSignInLink({ hash, accountId, expiresAt: at + 9 }, at);
      for (const hash of ['a', 'c', 'd']) await store.console.beginSession(hash, { hash, agent: 'Firefox', at });
      const underWay = await ticket(plain);

      assert.equal(await store.accounts.closeAccount(id, at + 1), true);
      assert.equal(await store.accounts.closeAccount(id, at + 2), false);
      assert.equal(await store.accounts.closeAccount(other.id + 1, at), false);

      assert.equal((await account())?.closedAt, at + 1);
      assert.equal(await store.accounts.findKey('h'), undefined);
      assert.deepEqual(
        (await store.accounts.listKeys()).map(({ revokedAt }) => revokedAt),
        [at + 1, undefined],
      );
      const ended = await store.lists.findList(id, 'l');
      assert.deepEqual([ended?.state, ended?.endedAt], ['cancelled', at + 1]);
      assert.equal((await store.lists.findList(other.id, 'o'))?.state, 'queued');
      const sessions = await store.console.listSessions(at);
      assert.deepEqual(new Set(sessions.map(({ accountId }) => accountId)), new Set([other.id, undefined]));
      assert.equal(await store.console.beginSession('b', { hash: 'b', agent: '', at }), undefined);
      assert.deepEqual(
        await store.accounts.settle(underWay, { call: 'validation', credits: 1, day, at }),
        { balance: 49 },
        'a call under way is still paid',
      );
    });

    it('gives a closed account nothing more', async () => {
      await store.accounts.closeAccount(id, at);
      assert.equal(await store.accounts.createKey(keyOf(id, 'late')), undefined);
      assert.equal(await store.accounts.grant(id, 5, at), undefined);
      assert.equal(await store.accounts.changeCredits(change(5, 'a')), undefined);
      const list = { id: 'l', accountId: id, keyId: key.id, name: '', url: 'https://x.example/1', createdAt: at };
      assert.equal(await store.lists.addList(list, 9), undefined);
      await store.console.addSignInLink({ hash: 'a', accountId: id, expiresAt: at + 9 }, at);
      assert.equal(await store.console.beginSession('a', { hash: 'a', agent: '', at }), undefined);
    });

    it('leaves nothing open of an account that is closed while it is used', async () => {
      const list = (index: number) => ({
        ...{
          id: `l${index}`,
          accountId: id,
          keyId: key.id,
          name: '',
          url: `https://x.example/${index}`,
          createdAt: at,
        },
      });
      await store.console.addSignInLink({ hash: 'a', accountId: id, expiresAt: at + 9 }, at);
      await Promise.all([
        ...Array.from({ length: 10 }, (_, index) => store.accounts.createKey(keyOf(id, `late ${index}`))),
        ...Array.from({ length: 10 }, (_, index) => store.lists.addList(list(index), 99)),
        store.accounts.closeAccount(id, at),
        store.console.beginSession('a', { hash: 'a', agent: '', at }),
        ...Array.from({ length: 10 }, (_, index) => store.accounts.createKey(keyOf(id, `later ${index}`))),
        ...Array.from({ length: 10 }, (_, index) => store.lists.addList(list(10 + index), 99)),
      ]);
      assert.ok((await store.accounts.listKeys()).every(({ revokedAt }) => revokedAt === at));
      assert.ok((await store.lists.listLists(99)).every(({ state }) => state === 'cancelled'));
      assert.deepEqual(await store.console.listSessions(0), []);
    });

    it('changes credits once for each id, also if it is asked several times at once', async () => {
      assert.deepEqual(await store.accounts.changeCredits(change(20, 'a')), { balance: 70, isNew: true });
      assert.deepEqual(await store.accounts.changeCredits(change(20, 'a')), { balance: 70, isNew: false });
      assert.equal(await store.accounts.changeCredits(change(21, 'a')), 'other');
      assert.equal(await store.accounts.changeCredits({ ...change(20, 'a'), reason: 'Another' }), 'other');
      assert.deepEqual(await store.accounts.changeCredits(change(-30, 'b')), { balance: 40, isNew: true });
      const same = await Promise.all(Array.from({ length: 20 }, () => store.accounts.changeCredits(change(5, 'c'))));
      assert.deepEqual(same.map((each) => (typeof each === 'object' ? [each.balance, each.isNew] : each)).sort(), [
        ...Array.from({ length: 19 }, () => [45, false]),
        [45, true],
      ]);
      assert.equal((await account())?.balance, 45);
      const { id: other } = await store.accounts.createAccount({ name: 'Other', balance: 0, createdAt: at });
      assert.deepEqual(await store.accounts.changeCredits({ ...change(1, 'a'), accountId: other }), {
        balance: 1,
        isNew: true,
      });
      assert.equal(await store.accounts.changeCredits({ ...change(1, 'a'), accountId: other + 1 }), undefined);
    });

    it('takes no more credits than an account has, nor those that calls have set aside', async () => {
      assert.equal(await store.accounts.changeCredits(change(-51, 'a')), 'short');
      const underWay = await ticket({ ...plain, credits: 40 });
      assert.equal(await store.accounts.changeCredits(change(-11, 'a')), 'short');
      assert.deepEqual(await store.accounts.changeCredits(change(-10, 'a')), { balance: 40, isNew: true });
      const charge = { call: 'validation', credits: 40, day, at };
      assert.deepEqual(await store.accounts.settle(underWay, charge), { balance: 0 });
      assert.equal(await store.accounts.changeCredits(change(-1, 'b')), 'short');
      await assert.rejects(
        store.accounts
          .changeCredits(change(Number.MAX_SAFE_INTEGER, 'c'))
          .then(() => store.accounts.changeCredits(change(1, 'd'))),
        { code: 'too-many' },
      );
    });

    it('changes the settings of a valid key of the account', async () => {
      const made = await store.accounts.createKey(
        keyOf(id, 'p', { kind: 'public', origins: ['https://a.example'], dailyLimit: 5, answers: 'domain' }),
      );
      assert.ok(made);
      const settings = { label: 'Sign-up', origins: ['https://b.example'], dailyBudget: 0 };
      const { dailyLimit: _, answers: __, ...rest } = made;
      const change = { from: made, to: settings };
      assert.deepEqual(await store.accounts.changeKey(id, made.id, change), { ...rest, ...settings });
      assert.deepEqual((await store.accounts.findKey('p'))?.key, { ...rest, ...settings });
      const unchanged = { from: settings, to: settings };
      assert.deepEqual(await store.accounts.changeKey(id, made.id, unchanged), { ...rest, ...settings });
      assert.equal(await store.accounts.changeKey(id + 1, made.id, unchanged), undefined);
      for (const stale of [
        { label: 'Sign up' },
        { origins: ['https://a.example'] },
        { dailyLimit: 5 },
        { dailyBudget: 1 },
        { answers: 'domain' },
      ] as const)
        assert.equal(
          await store.accounts.changeKey(id, made.id, { from: { ...settings, ...stale }, to: made }),
          undefined,
          JSON.stringify(stale),
        );
      await store.accounts.revokeKey(made.id, at);
      assert.equal(await store.accounts.changeKey(id, made.id, unchanged), undefined);
      assert.equal(key.label, 'Checkout');
    });

    it('neither revokes nor changes the key of the console', async () => {
      const made = await store.accounts.createKey(keyOf(id, 'console', { isConsole: true }));
      assert.equal(made?.isConsole, true);
      assert.equal(await store.accounts.revokeKey(made.id, at), false);
      assert.equal(await store.accounts.changeKey(id, made.id, { from: made, to: made }), undefined);
      assert.deepEqual((await store.accounts.findKey('console'))?.key, made);
    });

    it('keeps the latest time at which a key was used', async () => {
      await store.accounts.keepKeyUses(
        new Map([
          [key.id, at + 5],
          [key.id + 1, at],
        ]),
      );
      await store.accounts.keepKeyUses(new Map([[key.id, at + 3]]));
      await store.accounts.keepKeyUses(new Map());
      assert.deepEqual(await store.accounts.listKeys(), [{ ...key, lastUsedAt: at + 5 }]);
      const many = await Promise.all(
        Array.from({ length: 20 }, (_, n) => store.accounts.createKey(keyOf(id, `k${n}`))),
      );
      const uses = many.map((each, n) => [each?.id ?? 0, at + n] as const);
      await Promise.all([uses, [...uses].reverse()].map((each) => store.accounts.keepKeyUses(new Map(each))));
      const kept = (await store.accounts.listKeys()).flatMap(({ id: used, lastUsedAt }) => [
        [used, lastUsedAt] as const,
      ]);
      assert.deepEqual(new Map(kept), new Map([[key.id, at + 5], ...uses]));
    });

    it('adds up counts by name and day, also of several processes at once', async () => {
      const counts = ['Invalid', 'Safe to Send'].map((each) => ({ accountId: id, day, name: each, count: 2 }));
      const next = { accountId: id, day: '2026-01-03', name: 'page.corrected', count: 1 };
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => store.accounts.addCounts(n % 2 ? counts : [...counts].reverse())),
      );
      await store.accounts.addCounts([next, next]);
      await store.accounts.addCounts([]);
      assert.deepEqual(await store.accounts.listCounts(id, day, '2026-01-03'), [
        ...counts.map((each) => ({ ...each, count: 20 })),
        { ...next, count: 2 },
      ]);
      assert.deepEqual(await store.accounts.listCounts(id, '2026-01-04', '2026-01-09'), []);
      assert.deepEqual(await store.accounts.listCounts(id + 1, day, day), []);
    });

    it('returns how many calls were counted under a counter, by key', async () => {
      const daily = (counter: string): Claim => ({
        ...plain,
        daily: { day, counts: [{ counter, limit: 9, limitKind: 'day' }] },
      });
      const second = await store.accounts.createKey(keyOf(id, 'second'));
      for (const [hash, counter] of [
        ['h', 'all'],
        ['h', 'all'],
        ['h', 'net'],
        ['second', 'all'],
      ] as const)
        await store.accounts.settle(await ticket(daily(counter), hash), { call: 'validation', credits: 0, day, at });
      assert.deepEqual(
        await store.accounts.callsOfDay(id, day, 'all'),
        new Map([
          [key.id, 2],
          [second?.id ?? 0, 1],
        ]),
      );
      assert.deepEqual(await store.accounts.callsOfDay(id, '2026-01-03', 'all'), new Map());
      assert.deepEqual(await store.accounts.callsOfDay(id + 1, day, 'all'), new Map());
    });
  });
};
