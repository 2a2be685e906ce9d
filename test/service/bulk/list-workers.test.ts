import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readHostedList } from '../../../src/service/bulk/index.js';
import { startListWorkers, type ListWorkers } from '../../../src/service/bulk/list-workers.js';
import type { ListWork } from '../../../src/service/bulk/run-list.js';
import { openStore, type ListStore, type Store } from '../../../src/service/store/index.js';
import type { VerificationResult } from '../../../src/service/verdict/index.js';

const safe = (email: string): VerificationResult => ({
  validation: {
    email,
    result: 'Safe to Send',
    code: 5,
    reasons: ['Deliverable'],
    role: false,
    freeEmail: false,
    sendTransactional: true,
    didYouMean: '',
  },
  evidence: { timings: { total: 1 } },
});

describe('list workers', () => {
  let store: Store;
  let workers: ListWorkers | undefined;
  beforeEach(async () => (store = await openStore({ database: ':memory:', purpose: 'service' })));
  afterEach(async () => {
    await workers?.close();
    await store.close();
  });

  const addAccountWithLists = async (name: string, count: number): Promise<number> => {
    const { id: accountId } = await store.accounts.createAccount({ name, balance: 100_000, createdAt: 0 });
    const key = await store.accounts.createKey({
      accountId,
      kind: 'private',
      hash: name,
      hint: 'h',
      label: '',
      origins: [],
      showsBalance: true,
      createdAt: 0,
    });
    for (let list = 0; list < count; list++)
      await store.lists.addList(
        {
          id: `${name} ${list}`,
          accountId,
          keyId: key?.id ?? 0,
          name,
          url: `https://lists.example/${name}${list}.csv`,
          createdAt: 0,
        },
        10,
      );
    return accountId;
  };
  const workOn = (count: number, more: Partial<ListWork> = {}): ListWork => ({
    ...{
      store: store.lists,
      now: Date.now,
      leaseMs: 60_000,
      turnMs: 0,
      retryDelayMs: 1_000,
      concurrency: 50,
      window: 500,
    },
    verify: (address) => Promise.resolve(safe(address)),
    fetch: () =>
      readHostedList(Buffer.from(Array.from({ length: count }, (_, index) => `a${index}@example.com`).join('\n'))),
    ...more,
  });
  const options = { lists: 2, pollMs: 20, onFault: (fault: unknown) => assert.fail(String(fault)) };
  const until = async (condition: () => Promise<boolean>): Promise<void> => {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const ended =
    (account: number, ...ids: string[]) =>
    async () => {
      const lists = await Promise.all(ids.map((id) => store.lists.findList(account, id)));
      return lists.every((list) => list?.state === 'completed');
    };

  it('complete every list; those of one account one at a time, in the order they were added', async () => {
    const shopId = await addAccountWithLists('shop', 3);
    const order: string[] = [];
    const work = workOn(100);
    workers = startListWorkers(
      { ...work, fetch: (url, signal) => (order.push(url), work.fetch(url, signal)) },
      options,
    );
    await until(ended(shopId, 'shop 0', 'shop 1', 'shop 2'));
    assert.deepEqual(
      order,
      ['shop0', 'shop1', 'shop2'].map((name) => `https://lists.example/${name}.csv`),
    );
  });

  it('share their time equally among accounts, so that a short list ends before long ones', async () => {
    const names = ['one', 'two', 'three'];
    const longIds = await Promise.all(names.map((name) => addAccountWithLists(name, 1)));
    const fetch: ListWork['fetch'] = (url, signal) => workOn(url.includes('short') ? 10 : 20_000).fetch(url, signal);
    const progress = () =>
      Promise.all(
        longIds.map(async (account, index) => (await store.lists.findList(account, `${names[index]} 0`))?.done ?? 0),
      );
    // A question takes a turn of the event loop at least: without it two lists would end while the third is read.
    const verify: ListWork['verify'] = (address) => setImmediate(safe(address));
    workers = startListWorkers(workOn(0, { fetch, verify }), options);
    await until(async () => (await progress()).every((done) => done > 0));
    const before = await progress();
    const since = async () => (await progress()).map((done, index) => done - (before[index] ?? 0));
    await until(async () => Math.max(...(await since())) >= 5_000);
    const shares = await since();
    assert.ok(Math.min(...shares) >= 3_500, String(shares));
    const shortId = await addAccountWithLists('short', 1);
    await until(ended(shortId, 'short 0'));
    assert.ok(
      (await progress()).every((done) => done < 20_000),
      String(await progress()),
    );
  });

  it('start a new list at once when checkNow is called', async () => {
    workers = startListWorkers(workOn(10), { ...options, pollMs: 3_600_000 });
    const shopId = await addAccountWithLists('shop', 1);
    workers.checkNow();
    await until(ended(shopId, 'shop 0'));
  });

  it('release a list when they are closed, so that other workers continue it at once', async () => {
    const shopId = await addAccountWithLists('shop', 1);
    let asked = 0;
    const closing: { now?: Promise<void> } = {};
    const first = startListWorkers(
      workOn(2_000, {
        verify: (address) => {
          asked += 1;
          if (asked === 1_200) closing.now = first.close();
          return Promise.resolve(safe(address));
        },
      }),
      options,
    );
    await until(() => Promise.resolve(closing.now !== undefined));
    await closing.now;
    assert.equal((await store.lists.findList(shopId, 'shop 0'))?.state, 'running');
    workers = startListWorkers(workOn(2_000), options);
    await until(ended(shopId, 'shop 0'));
    assert.equal((await store.accounts.listAccounts())[0]?.balance, 98_000);
  });

  it('report an error of the store and go on', async () => {
    const shopId = await addAccountWithLists('shop', 1);
    const faults: unknown[] = [];
    let isAway = true;
    const failing = new Proxy(store.lists, {
      get: (target, name: keyof ListStore) => {
        if (name === 'leaseList' && isAway) return () => Promise.reject(new Error('The database is away.'));
        return (target[name] as () => unknown).bind(target);
      },
    });
    workers = startListWorkers(workOn(10, { store: failing }), {
      ...options,
      onFault: (fault) => void faults.push(fault),
    });
    await until(() => Promise.resolve(faults.length > 2));
    isAway = false;
    await until(ended(shopId, 'shop 0'));
    assert.match(String(faults[0]), /away/);
  });
});
