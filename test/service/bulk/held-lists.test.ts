import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Lists, progressOf, readHostedList } from '../../../src/service/bulk/index.js';
import { defaultListWork, startListWorkers, type ListWorkers } from '../../../src/service/bulk/list-workers.js';
import { openStore, type ListRecord, type Store } from '../../../src/service/store/index.js';
import { stubEngine } from '../app/fixture.js';

const DAY = 86_400_000;

describe('a list that its owner holds', () => {
  let store: Store;
  let lists: Lists;
  let keyId: number;
  let accountId: number;
  let time: number;
  let workers: ListWorkers | undefined;
  beforeEach(async () => {
    time = Date.UTC(2026, 0, 2);
    store = await openStore({ database: ':memory:', purpose: 'service' });
    ({ id: accountId } = await store.accounts.createAccount({ name: 'Shop', balance: 100, createdAt: 0 }));
    const key = await store.accounts.createKey({
      ...{ accountId, kind: 'private', hash: 'h', hint: 'h', label: '', origins: [], showsBalance: true, createdAt: 0 },
    });
    keyId = key?.id ?? 0;
    lists = new Lists({
      ...{ store: store.lists, maintenance: store.maintenance, tagOf: () => '', now: () => time },
      onAdded: () => workers?.checkNow(),
    });
  });
  afterEach(async () => {
    await workers?.close();
    workers = undefined;
    await store.close();
  });

  /** Workers that look for a list only when they are told to. `verify` is asked before each answer. */
  const work = (verify: (address: string, signal: AbortSignal) => Promise<void> = () => Promise.resolve()) => {
    const engine = stubEngine();
    workers = startListWorkers(
      {
        ...{ ...defaultListWork, store: store.lists, now: Date.now, leaseMs: 300 },
        fetch: () => Promise.reject(new Error('There is nothing to fetch.')),
        async verify(address, signal) {
          await verify(address, signal);
          return engine.verify(address);
        },
      },
      { lists: 1, pollMs: 3_600_000, onFault: (fault) => assert.fail(String(fault)) },
    );
  };
  const add = async (options: Parameters<Lists['addFile']>[2] = {}): Promise<ListRecord> => {
    const file = await readHostedList(Buffer.from('jane@shop.example\njohn@shop.example\n'));
    const added = await lists.addFile({ accountId, keyId, name: 'May' }, file, options);
    assert.ok(added);
    return added;
  };
  const found = async ({ id }: ListRecord): Promise<ListRecord> => {
    const list = await lists.find(accountId, id);
    assert.ok(list);
    return list;
  };
  const reaches = async (list: ListRecord, state: string): Promise<void> => {
    while ((await found(list)).state !== state) await new Promise(setImmediate);
  };

  it('is stored whole with what came with it, and waits until it is resumed', async () => {
    work();
    const callback = 'https://shop.example/done';
    const held = await found(await add({ isHeld: true, isFromConsole: true, callback }));
    assert.deepEqual(
      [held.isHeld, held.isFromConsole, held.callback, held.lines, held.state],
      [true, true, callback, 2, 'queued'],
    );
    await reaches(await add(), 'completed');
    assert.equal((await found(held)).state, 'queued');
    assert.equal(await lists.resume(accountId + 1, held.id), false);
    assert.equal(await lists.resume(accountId, held.id), true);
    await reaches(held, 'completed');
    assert.equal(await lists.resume(accountId, held.id), false);
    assert.equal(await lists.hold(accountId, held.id), false);
  });

  it('is given up by the worker that has it, and goes on where it was', async () => {
    const asked: string[] = [];
    let isLate = true;
    work(async (address, signal) => {
      asked.push(address);
      if (isLate) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    });
    const list = await add();
    while (asked.length < 2) await new Promise(setImmediate);
    assert.equal(await lists.hold(accountId, list.id), true);
    assert.equal(await lists.hold(accountId, list.id), false);
    isLate = false;
    // The worker notices that its lease is lost, and takes up another list.
    await reaches(await add(), 'completed');
    const held = await found(list);
    assert.deepEqual([held.state, held.done], ['running', 0]);
    assert.equal(await lists.resume(accountId, list.id), true);
    await reaches(list, 'completed');
    const [account] = await store.accounts.listAccounts();
    assert.equal(account?.balance, 96, 'each address is paid for once');
  });

  it('says so in its progress, until it has ended', async () => {
    const list = await add({ isHeld: true });
    assert.deepEqual(progressOf(await found(list)), {
      ...{ status: 'queued', percentage: 0, column: '' },
      reason: 'The owner of the list holds it: it goes on when it is resumed.',
    });
    const running: ListRecord = { ...(await found(list)), state: 'running', done: 1 };
    assert.deepEqual([progressOf(running).status, progressOf(running).percentage], ['processing', 50]);
    assert.match(progressOf({ ...running, state: 'paused' }).reason, /holds it/);
    await lists.cancel(accountId, list.id);
    assert.deepEqual([progressOf(await found(list)).status, progressOf(await found(list)).reason], ['cancelled', '']);
  });

  it('is cancelled when it was uploaded long ago', async () => {
    const list = await add({ isHeld: true });
    time += 30 * DAY;
    assert.equal(await lists.cancelPausedOlderThan(30), 0);
    time += 1;
    assert.equal(await lists.cancelPausedOlderThan(30), 1);
    const { status, reason } = progressOf(await found(list));
    assert.deepEqual(
      [status, reason],
      ['cancelled', 'The list still waited for credits, or was held, 30 days after its upload.'],
    );
  });
});
