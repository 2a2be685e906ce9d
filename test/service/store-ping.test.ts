import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GuardedStore, type DatabaseSubStores } from '../../src/service/store/guarded-store.js';
import { StoreError } from '../../src/service/store/index.js';

describe('a check of the store', () => {
  it('does not clear a write failure that happened meanwhile', async () => {
    const asked: string[] = [];
    let answer = (): void => {};
    const slowly = (what: string) => new Promise<void>((resolve) => (asked.push(what), (answer = resolve)));
    const parts = {
      accounts: { grant: () => Promise.reject(new StoreError('unwritable', 'The disk is full.')) },
      maintenance: { read: () => slowly('read'), write: (name: string) => slowly(name) },
    };
    const store = new GuardedStore({
      ...{ profiles: {}, lists: {}, manners: {}, console: {}, webhooks: {} },
      ...parts,
    } as unknown as DatabaseSubStores);
    const fail = () => assert.rejects(store.accounts.grant(1, 1, 0), { code: 'unwritable' });

    const first = store.ping();
    await fail();
    answer();
    await first;
    const second = store.ping();
    await fail();
    answer();
    await second;
    const third = store.ping();
    answer();
    await third;
    const last = store.ping();
    answer();
    await last;
    assert.deepEqual(asked, ['read', 'probed', 'probed', 'read']);
  });
});
