import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ListPace } from '../../../src/service/bulk/list-pace.js';

describe('the pace of lists', () => {
  let now: number;
  let isBusy: boolean;
  let load: number;
  let rests: number[];
  let pace: ListPace;
  beforeEach(() => {
    [now, isBusy, load, rests] = [0, false, 0, []];
    pace = new ListPace({
      isBusy: () => isBusy,
      now: () => now,
      workload: () => load,
      rest: (milliseconds) => {
        rests.push(milliseconds);
        now += milliseconds;
        return Promise.resolve();
      },
    });
  });
  /** Takes so many addresses, each of which takes so long. */
  const take = async (count: number, each = 0): Promise<void> => {
    for (let taken = 0; taken < count; taken++) {
      const wait = pace.next();
      if (wait) await wait;
      now += each;
    }
  };

  it('runs at full speed while no one waits, with a breath every few milliseconds', async () => {
    await take(1_100, 0.01);
    assert.deepEqual(rests, [0, 0]);
  });

  it('rests after every few addresses while someone waits', async () => {
    isBusy = true;
    await take(24);
    assert.deepEqual(rests, [8, 8, 8]);
  });

  it('rests ever longer while the process has no time to spare, up to a tenth of a second, and ever less when it has', async () => {
    isBusy = true;
    load = 0.9;
    await take(8 * 100);
    assert.equal(rests.at(-1), 100);
    assert.deepEqual(
      rests,
      [...rests].sort((a, b) => a - b),
    );
    load = 0.1;
    rests = [];
    await take(8 * 400);
    assert.equal(rests.at(-1), 1);
    assert.deepEqual(
      rests,
      [...rests].sort((a, b) => b - a),
    );
  });

  it('starts again when no one has waited meanwhile', async () => {
    isBusy = true;
    load = 0.9;
    await take(8 * 100);
    isBusy = false;
    await take(8);
    isBusy = true;
    rests = [];
    await take(8);
    assert.deepEqual(rests, [8]);
  });

  it('leaves a real process half its time', async () => {
    const real = new ListPace({ isBusy: () => true });
    const since = performance.now();
    let work = 0;
    while (performance.now() < since + 1_500) {
      const wait = real.next();
      if (wait) await wait;
      const begun = performance.now();
      while (performance.now() < begun + 1);
      work += performance.now() - begun;
    }
    const share = work / (performance.now() - since);
    assert.ok(share < 0.75, `${share.toFixed(2)} of the time`);
  });
});
