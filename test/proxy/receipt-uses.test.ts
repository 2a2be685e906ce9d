import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUsedReceipts } from '../../src/proxy/receipt.js';
import { HOUR } from './receipt-world.js';

/** A memory of some size, by a clock that stands where it is put. */
const memory = (size?: number) => {
  const clock = { time: 0 };
  const used = createUsedReceipts({ size, now: () => clock.time });
  return { clock, first: (id: string, until = clock.time + HOUR) => used.firstUse(id, until) };
};

describe('the memory of used receipts', () => {
  it('accepts each receipt once', async () => {
    const { first } = memory();
    assert.deepEqual(
      [await first('a'), await first('a'), await first('b'), await first('b')],
      [true, false, true, false],
    );
  });

  it('remembers a receipt until it expires', async () => {
    const { clock, first } = memory();
    await first('a', 100);
    clock.time = 99;
    assert.equal(await first('a', 100), false);
    clock.time = 100;
    assert.equal(await first('a', 200), true);
  });

  it('keeps valid receipts while it deletes expired ones', async () => {
    const { clock, first } = memory();
    await first('a', 100);
    await first('b', 300);
    clock.time = 200;
    assert.deepEqual([await first('c', 300), await first('b', 300)], [true, false]);
  });

  it('keeps at most its size, the newest ones', async () => {
    const { first } = memory(2);
    for (const id of ['a', 'b', 'c']) await first(id);
    assert.deepEqual([await first('c'), await first('b')], [false, false]);
    assert.equal(await first('a'), true, 'the oldest was forgotten');
    assert.equal(await first('b'), true, 'and then the next');
  });

  it('makes room of the expired before anything alive is forgotten', async () => {
    const { clock, first } = memory(2);
    await first('a', 100);
    await first('b', 300);
    clock.time = 100;
    await first('c', 300);
    assert.deepEqual([await first('b'), await first('c')], [false, false]);
  });

  it('keeps a hundred thousand if no size is given, and uses the clock', async () => {
    const used = createUsedReceipts();
    const until = Date.now() + HOUR;
    for (let id = 0; id < 100_001; id++) await used.firstUse(String(id), until);
    assert.deepEqual([await used.firstUse('1', until), await used.firstUse('0', until)], [false, true]);
  });

  for (const size of [0, -1, 1.5, NaN]) {
    it(`throws for a size of ${size}`, () =>
      assert.throws(() => createUsedReceipts({ size }), /`size` must be a whole number, 1 or more/));
  }
});
