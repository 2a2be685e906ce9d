import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreError } from '../../src/service/store/index.js';
import { StoreOfParts, type StoreParts } from '../../src/service/store/store-of-parts.js';

/** A store whose parts say when they are done. */
class Slow extends StoreOfParts {
  protected async run<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      throw this.noted(error);
    }
  }
}

describe('a look whether the store answers', () => {
  it('ends no failure of a write that came meanwhile', async () => {
    const asked: string[] = [];
    let answer = (): void => {};
    const store = new Slow({
      ping: () => new Promise<void>((resolve) => (asked.push('read'), (answer = resolve))),
      replace: (name: string) => new Promise<void>((resolve) => (asked.push(name), (answer = resolve))),
      grant: () => Promise.reject(new StoreError('unwritable', 'The disk is full.')),
    } as unknown as StoreParts);
    const fail = () => assert.rejects(store.grant(1, 1, 0), { code: 'unwritable' });

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
