import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CountRecorder, KeyUses } from '../../../src/service/accounts/index.js';
import { MergedWrites } from '../../../src/service/accounts/merged-writes.js';
import type { NamedCount } from '../../../src/service/store/index.js';

/** A timer that ticks when it is told to. */
const timer = () => {
  const state = { milliseconds: 0, isStopped: false, tick: () => {} };
  return {
    state,
    every: (milliseconds: number, work: () => void) => {
      Object.assign(state, { milliseconds, tick: work });
      return () => (state.isStopped = true);
    },
  };
};

const turn = () => new Promise(setImmediate);

describe('writes that are gathered', () => {
  const sums = (write: (values: ReadonlyMap<string, number>) => Promise<void>, most = 100) => {
    const { state, every } = timer();
    const faults: unknown[] = [];
    const merge = (one: number, other: number) => one + other;
    const onFault = (fault: unknown) => void faults.push(fault);
    return { writes: new MergedWrites({ write, merge, milliseconds: 5, most, every, onFault }), state, faults };
  };

  it('are merged by key and written together, and not at all if there are none', async () => {
    const written: object[] = [];
    const { writes, state } = sums((values) => Promise.resolve(void written.push(Object.fromEntries(values))));
    assert.equal(state.milliseconds, 5);
    state.tick();
    for (const key of ['a', 'b', 'a']) writes.add(key, 1);
    assert.deepEqual(written, []);
    state.tick();
    await turn();
    state.tick();
    writes.add('a', 5);
    await writes.close();
    assert.deepEqual(written, [{ a: 2, b: 1 }, { a: 5 }]);
    assert.equal(state.isStopped, true);
  });

  it('wait for a write in progress, and the end waits for both', async () => {
    const ends: (() => void)[] = [];
    const written: object[] = [];
    const { writes, state } = sums((values) => {
      written.push(Object.fromEntries(values));
      return new Promise((resolve) => ends.push(resolve));
    });
    writes.add('a', 1);
    state.tick();
    writes.add('a', 2);
    state.tick();
    assert.deepEqual(written, [{ a: 1 }]);
    let isClosed = false;
    const closed = writes.close().then(() => (isClosed = true));
    ends[0]?.();
    while (ends.length < 2) await turn();
    assert.deepEqual([written, isClosed], [[{ a: 1 }, { a: 2 }], false]);
    ends[1]?.();
    await closed;
  });

  it('are tried again after a failure, with what came since, up to a number of keys', async () => {
    let isDown = true;
    const written: object[] = [];
    const write = (values: ReadonlyMap<string, number>) => {
      if (isDown) return Promise.reject(new Error('down'));
      return Promise.resolve(void written.push(Object.fromEntries(values)));
    };
    const { writes, state, faults } = sums(write, 2);
    for (const key of ['a', 'b', 'c']) writes.add(key, 1);
    state.tick();
    writes.add('a', 1);
    await turn();
    writes.add('d', 1);
    assert.equal(faults.length, 1);
    isDown = false;
    state.tick();
    await turn();
    assert.deepEqual(written, [{ a: 2, b: 1 }]);
    isDown = true;
    writes.add('e', 1);
    await writes.close();
    assert.equal(faults.length, 2, 'the end does not hang on a store that is down');
  });
});

describe('uses of keys', () => {
  it('are written each minute, with the latest time of each', async () => {
    const { state, every } = timer();
    const written: object[] = [];
    let at = 5;
    const keepKeyUses = (uses: ReadonlyMap<number, number>) => Promise.resolve(void written.push([...uses]));
    const uses = new KeyUses({ store: { keepKeyUses }, now: () => at, every });
    assert.equal(state.milliseconds, 60_000);
    uses.note({ id: 1 });
    at = 7;
    uses.note({ id: 2 });
    uses.note({ id: 1 });
    at = 6;
    uses.note({ id: 1 });
    await uses.close();
    assert.deepEqual(written, [
      [
        [1, 7],
        [2, 7],
      ],
    ]);
  });
});

describe('counts beside calls', () => {
  it('are added up by account, name and day, and written each second', async () => {
    const { state, every } = timer();
    const written: (readonly NamedCount[])[] = [];
    let at = Date.UTC(2026, 0, 2, 23, 59, 59);
    const addCounts = (counts: readonly NamedCount[]) => Promise.resolve(void written.push(counts));
    const counts = new CountRecorder({ store: { addCounts }, now: () => at, every });
    assert.equal(state.milliseconds, 1_000);
    counts.add(1, 'Safe to Send');
    counts.add(1, 'Safe to Send', 4);
    counts.add(2, 'Safe to Send');
    at += 1_000;
    counts.add(1, 'Safe to Send');
    await counts.close();
    const count = { accountId: 1, day: '2026-01-02', name: 'Safe to Send', count: 5 };
    assert.deepEqual(written, [
      [count, { ...count, accountId: 2, count: 1 }, { ...count, day: '2026-01-03', count: 1 }],
    ]);
  });
});
