import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WorkQueue } from '../../../src/service/logo/work-queue.js';

/** Work that ends when it is told to. */
const held = () => {
  const started: string[] = [];
  const ends = new Map<string, (fails?: boolean) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name);
      ends.set(name, (fails) => (fails ? reject(new Error(name)) : resolve(name)));
    });
  return { started, work, end: (name: string, fails?: boolean) => ends.get(name)?.(fails) };
};

describe('a queue of work', () => {
  it('does a few at a time, in turn, and turns away callers if there is no room', async () => {
    const { started, work, end } = held();
    const queue = new WorkQueue<string>({ concurrency: 2, mostWaiting: 2 });
    const [first, second, third, fourth, fifth] = ['a', 'b', 'c', 'd', 'e'].map((name) => queue.run(name, work(name)));
    assert.deepEqual([started, fifth], [['a', 'b'], undefined]);
    end('b');
    assert.equal(await second, 'b');
    assert.deepEqual(started, ['a', 'b', 'c']);
    const sixth = queue.run('f', work('f'));
    assert.ok(sixth);
    end('a', true);
    await assert.rejects(first ?? Promise.resolve(), /a/);
    assert.deepEqual(started, ['a', 'b', 'c', 'd']);
    for (const name of ['c', 'd']) end(name);
    assert.deepEqual([await third, await fourth], ['c', 'd']);
    end('f');
    await queue.idle();
    assert.equal(await sixth, 'f');
  });

  it('runs the same work once for concurrent callers, and again afterwards', async () => {
    const { started, work, end } = held();
    const queue = new WorkQueue<string>({ concurrency: 1, mostWaiting: 0 });
    const results = [queue.run('a', work('a')), queue.run('a', work('a'))];
    end('a');
    assert.deepEqual([await Promise.all(results.map(async (each) => each)), started], [['a', 'a'], ['a']]);
    const again = queue.run('a', work('a'));
    end('a');
    assert.deepEqual([await again, started], ['a', ['a', 'a']]);
  });
});
