import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mapInOrder } from '../../../src/service/bulk/index.js';

/** Lets everything happen that waits for nothing but its turn. */
const turns = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when a test says so. */
class Desk {
  readonly begun: number[] = [];
  readonly #ends = new Map<number, (result: string | Error) => void>();

  readonly work = (item: number): Promise<string> => {
    this.begun.push(item);
    return new Promise((resolve, reject) =>
      this.#ends.set(item, (result) => (typeof result === 'string' ? resolve(result) : reject(result))),
    );
  };

  end(item: number, result: string | Error = `done ${item}`): void {
    this.#ends.get(item)?.(result);
  }
}

/** Numbers from 0, and how many of them were taken. */
const numbers = (count = Infinity) => {
  const source = {
    taken: 0,
    isReturned: false,
    async *[Symbol.asyncIterator]() {
      try {
        while (source.taken < count) yield await Promise.resolve(source.taken++);
      } finally {
        source.isReturned = true;
      }
    },
  };
  return source;
};

/** Reads on its own, as whoever writes results down does. */
const reading = (results: AsyncIterable<string>) => {
  const read: string[] = [];
  const over = (async () => {
    for await (const result of results) read.push(result);
  })();
  return { read, over };
};

describe('work in order', () => {
  it('yields results in the order of the items, each as soon as possible', async () => {
    const desk = new Desk();
    const { read, over } = reading(mapInOrder(numbers(4), desk.work, { concurrency: 4, window: 4 }));
    await turns();
    desk.end(1);
    desk.end(3);
    await turns();
    assert.deepEqual(read, []);
    desk.end(0);
    await turns();
    assert.deepEqual(read, ['done 0', 'done 1']);
    desk.end(2);
    await over;
    assert.deepEqual(read, ['done 0', 'done 1', 'done 2', 'done 3']);
  });

  it('runs no more items at a time than allowed', async () => {
    const desk = new Desk();
    const { over } = reading(mapInOrder(numbers(5), desk.work, { concurrency: 2, window: 10 }));
    await turns();
    assert.deepEqual(desk.begun, [0, 1]);
    desk.end(1);
    await turns();
    assert.deepEqual(desk.begun, [0, 1, 2]);
    for (const item of [0, 2, 3, 4]) {
      desk.end(item);
      await turns();
    }
    await over;
  });

  it('lets others run ahead of a slow item by its window, and takes no more', async () => {
    const desk = new Desk();
    const source = numbers(100);
    const { read, over } = reading(mapInOrder(source, desk.work, { concurrency: 2, window: 5 }));
    for (let item = 1; item < 20; item += 1) {
      await turns();
      desk.end(item);
    }
    assert.deepEqual([desk.begun.length, source.taken, read.length], [5, 5, 0]);
    desk.end(0);
    await turns();
    assert.deepEqual(
      read.slice(0, 5),
      [0, 1, 2, 3, 4].map((item) => `done ${item}`),
    );
    for (let item = 5; item < 100; item += 1) {
      await turns();
      desk.end(item);
    }
    await over;
    assert.equal(read.length, 100);
  });

  it('takes no more than the window while no one reads', async () => {
    const source = numbers();
    const results = mapInOrder(source, (item) => Promise.resolve(item), { concurrency: 2, window: 6 })[
      Symbol.asyncIterator
    ]();
    assert.equal((await results.next()).value, 0);
    for (let turn = 0; turn < 50; turn += 1) await turns();
    assert.equal(source.taken, 7);
    await results.return?.();
    await turns();
    assert.ok(source.isReturned);
  });

  it('takes no item after its signal, and yields those that have begun', async () => {
    const desk = new Desk();
    const stop = new AbortController();
    const source = numbers();
    const { read, over } = reading(mapInOrder(source, desk.work, { concurrency: 2, window: 6, signal: stop.signal }));
    await turns();
    stop.abort();
    desk.end(0);
    desk.end(1);
    await over;
    assert.deepEqual(
      [read, desk.begun],
      [
        ['done 0', 'done 1'],
        [0, 1],
      ],
    );
    assert.ok(source.isReturned);
  });

  it('ends at its signal, even if the next item never comes', async () => {
    const stop = new AbortController();
    async function* never() {
      yield 0;
      await new Promise(() => undefined);
    }
    const { read, over } = reading(
      mapInOrder(never(), (item) => Promise.resolve(`done ${item}`), {
        concurrency: 2,
        window: 6,
        signal: stop.signal,
      }),
    );
    await turns();
    stop.abort();
    await over;
    assert.deepEqual(read, ['done 0']);
  });

  it('takes no item if its signal has fired before', async () => {
    const source = numbers();
    await reading(
      mapInOrder(source, (item) => Promise.resolve(`done ${item}`), {
        concurrency: 2,
        window: 6,
        signal: AbortSignal.abort(),
      }),
    ).over;
    assert.equal(source.taken, 0);
  });

  it('does not begin items that were taken ahead when its signal fires', async () => {
    const desk = new Desk();
    const stop = new AbortController();
    const { read, over } = reading(
      mapInOrder(numbers(), desk.work, { concurrency: 2, window: 6, signal: stop.signal }),
    );
    await turns();
    stop.abort();
    await turns();
    desk.end(0);
    await turns();
    desk.end(1);
    await over;
    assert.deepEqual(read, ['done 0', 'done 1']);
    assert.deepEqual(desk.begun, [0, 1]);
  });

  it('leaves no rejection unhandled if the reader stops', async () => {
    async function* faulty() {
      yield await Promise.resolve(0);
      await turns();
      throw new Error('no more');
    }
    for await (const item of mapInOrder(faulty(), (item) => Promise.resolve(item), { concurrency: 2, window: 6 })) {
      assert.equal(item, 0);
      break;
    }
    await turns();
    await turns();
  });

  it('throws an error of the items after the results before it', async () => {
    async function* faulty() {
      yield await Promise.resolve(0);
      throw new Error('no more');
    }
    const desk = new Desk();
    const { read, over } = reading(mapInOrder(faulty(), desk.work, { concurrency: 2, window: 6 }));
    const refused = assert.rejects(over, /no more/);
    await turns();
    desk.end(0);
    await refused;
    assert.deepEqual(read, ['done 0']);
  });

  it('throws an error of the work at the position of its item', async () => {
    const desk = new Desk();
    const { read, over } = reading(mapInOrder(numbers(3), desk.work, { concurrency: 3, window: 6 }));
    const refused = assert.rejects(over, /broken/);
    await turns();
    desk.end(1, new Error('broken'));
    desk.end(2, new Error('unheard'));
    await turns();
    desk.end(0);
    await refused;
    assert.deepEqual(read, ['done 0']);
  });
});
