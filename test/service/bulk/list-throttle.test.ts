import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ListThrottle } from '../../../src/service/bulk/list-throttle.js';

describe('the throttle of lists', () => {
  let now: number;
  let isBusy: boolean;
  let load: number;
  let pauses: number[];
  let throttle: ListThrottle;
  beforeEach(() => {
    [now, isBusy, load, pauses] = [0, false, 0, []];
    throttle = new ListThrottle({
      isBusy: () => isBusy,
      now: () => now,
      workload: () => load,
      pause: (milliseconds) => {
        pauses.push(milliseconds);
        now += milliseconds;
        return Promise.resolve();
      },
    });
  });
  /** Takes so many addresses, each of which takes so long. */
  const take = async (count: number, each = 0): Promise<void> => {
    for (let taken = 0; taken < count; taken++) {
      const wait = throttle.next();
      if (wait) await wait;
      now += each;
    }
  };

  it('runs at full speed while no one waits, with a pause every few milliseconds', async () => {
    await take(1_100, 0.01);
    assert.deepEqual(pauses, [0, 0]);
  });

  it('pauses after every few addresses while someone waits', async () => {
    isBusy = true;
    await take(24);
    assert.deepEqual(pauses, [8, 8, 8]);
  });

  it('pauses ever longer while the process has no time to spare, up to a tenth of a second, and ever less when it has', async () => {
    isBusy = true;
    load = 0.9;
    await take(8 * 100);
    assert.equal(pauses.at(-1), 100);
    assert.deepEqual(
      pauses,
      [...pauses].sort((a, b) => a - b),
    );
    load = 0.1;
    pauses = [];
    await take(8 * 400);
    assert.equal(pauses.at(-1), 1);
    assert.deepEqual(
      pauses,
      [...pauses].sort((a, b) => b - a),
    );
  });

  it('starts again when no one has waited for a while', async () => {
    isBusy = true;
    load = 0.9;
    await take(8 * 100);
    isBusy = false;
    await take(8);
    isBusy = true;
    pauses = [];
    await take(8);
    assert.deepEqual(pauses, [8]);
  });

  it('leaves a real process half its time', async () => {
    const real = new ListThrottle({ isBusy: () => true });
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
