import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readHostedList, type HostedList } from '../../../src/service/bulk/index.js';
import { isUploadedFile, keepFile } from '../../../src/service/bulk/keep-file.js';
import { keptLines } from '../../../src/service/bulk/list-intake.js';
import { runList, type ListWork } from '../../../src/service/bulk/run-list.js';
import { openStore, type NewList, type Store } from '../../../src/service/store/index.js';

const now = () => 1_000_000;
const MOST = 2;

describe('a file that was uploaded', () => {
  let store: Store;
  let list: Omit<NewList, 'url'>;
  let file: HostedList;
  beforeEach(async () => {
    store = await openStore({ database: ':memory:', purpose: 'service' });
    const { id: accountId } = await store.accounts.createAccount({ name: 'Shop', balance: 1, createdAt: 0 });
    const key = await store.accounts.createKey({
      ...{ accountId, kind: 'private', hash: 'h', hint: 'h', label: '', origins: [], showsBalance: true, createdAt: 0 },
    });
    list = { id: 'list', accountId, keyId: key?.id ?? 0, name: 'May', createdAt: now() };
    file = await readHostedList(Buffer.from(Array.from({ length: 1_200 }, (_, at) => `a${at}@x.com`).join('\n')));
  });
  afterEach(() => store.close());
  const keep = (of: HostedList, id = 'list') => keepFile({ ...list, id }, of, { store: store.lists, now, most: MOST });
  const kept = () => store.lists.listLists(10);

  it('is worked on when all of it is stored', async () => {
    let isLeased = false;
    const watched: HostedList = {
      ...file,
      async *lines() {
        for await (const line of file.lines()) {
          isLeased ||= (await store.lists.leaseList(now(), now() + 1)) !== undefined;
          yield line;
        }
      },
    };
    const added = await keep(watched);
    assert.ok(added && isUploadedFile(added));
    assert.equal(isLeased, false);
    const leased = await store.lists.leaseList(now(), now() + 1);
    assert.equal(leased?.list.lines, 1_200);
    let lines = 0;
    for await (const { address } of keptLines(store.lists, 'list')) assert.equal(address, lines++);
    assert.equal(lines, 1_200);
  });

  it('leaves nothing if it cannot be stored', async () => {
    const broken: HostedList = {
      ...file,
      async *lines() {
        let lines = 0;
        for await (const line of file.lines())
          if (++lines < 700) yield line;
          else throw new Error('broken');
      },
    };
    await assert.rejects(keep(broken), /broken/);
    assert.deepEqual(await kept(), []);
    assert.deepEqual(await store.lists.readLines('list', 0), []);
  });

  it('is not a list if the account has too many', async () => {
    for (const id of ['a', 'b']) assert.ok(await keep(file, id));
    assert.equal(await keep(file, 'c'), undefined);
  });

  it('whose process was killed is dropped by the next worker', async () => {
    await store.lists.addList({ ...list, url: 'upload:list' }, MOST);
    const lease = await store.lists.leaseList(now(), now() + 1);
    assert.ok(lease && lease.list.lines === 0);
    const work: ListWork = {
      ...{ store: store.lists, now, leaseMs: 10_000, turnMs: 1_000, retryDelayMs: 1_000, concurrency: 1, window: 1 },
      fetch: () => Promise.reject(new Error('It is never fetched.')),
      verify: () => Promise.reject(new Error('It has no address.')),
    };
    await runList(lease, work, new AbortController().signal);
    assert.deepEqual(await kept(), []);
  });
});
