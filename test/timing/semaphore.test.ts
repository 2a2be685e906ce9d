import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSemaphore } from '../../src/timing/index.js';

/** Work that ends when the test says so. */
const createWork = () => {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))));
  };
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) };
};

describe('a semaphore', () => {
  it('runs a limited number at once, the rest in the order of arrival', async () => {
    const { begun, work, end } = createWork();
    const semaphore = createSemaphore(2);
    const results = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(work(name)));
    assert.deepEqual(begun, ['a', 'b']);
    assert.equal(semaphore.load(), 4);
    end('b');
    await results[1];
    assert.deepEqual(begun, ['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await Promise.all([results[0], results[2]]);
    assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
    end('d');
    assert.deepEqual(await Promise.all(results), ['a', 'b', 'c', 'd']);
    assert.equal(semaphore.load(), 0);
  });

  it('continues after work that failed, also at once', async () => {
    const { begun, work, end } = createWork();
    const semaphore = createSemaphore(1);
    const failing = [
      semaphore.run(() => {
        throw new Error('at once');
      }),
      semaphore.run(work('a')),
    ];
    const last = semaphore.run(work('b'));
    await assert.rejects(failing[0]!, /at once/);
    end('a', new Error('later'));
    await assert.rejects(failing[1]!, /later/);
    assert.deepEqual(begun, ['a', 'b']);
    end('b');
    assert.equal(await last, 'b');
  });

  it('never lets new work pass waiting work', async () => {
    for (let turns = 0; turns < 8; turns++) {
      const { begun, work, end } = createWork();
      const semaphore = createSemaphore(1);
      const all = [semaphore.run(work('first')), semaphore.run(work('waiting'))];
      end('first');
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      all.push(semaphore.run(work('late')));
      await all[0];
      assert.deepEqual(begun, ['first', 'waiting'], `${turns} turns`);
      end('waiting');
      await all[1];
      end('late');
      await Promise.all(all);
    }
  });
});
