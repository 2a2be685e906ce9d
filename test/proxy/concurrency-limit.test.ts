import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createConcurrencyLimit, type SlotRequest } from '../../src/proxy/concurrency-limit.js';

const request = (arrival: number, more: Partial<SlotRequest> = {}): SlotRequest => ({
  isEnriched: false,
  arrival,
  maxWait: 60_000,
  longestRun: 60_000,
  hasLeft: () => false,
  ...more,
});
const filled = async (more: Partial<SlotRequest> = {}, now?: () => number, mostWaiting?: number) => {
  const concurrencyLimit = createConcurrencyLimit(now, mostWaiting);
  const leave: (() => void)[] = [];
  for (let arrival = 0; arrival < 5; arrival++) {
    const entered = await concurrencyLimit.enter(request(arrival, more));
    assert.ok(typeof entered === 'function');
    leave.push(entered);
  }
  return { concurrencyLimit, leave };
};

describe('the limit of calls to the service', () => {
  it('start the call that arrived first, in whatever order calls poll', async () => {
    const { concurrencyLimit, leave } = await filled();
    const order: number[] = [];
    const waiting = [7, 6, 8].map(async (arrival) => {
      const left = await concurrencyLimit.enter(request(arrival));
      assert.ok(typeof left === 'function');
      order.push(arrival);
      left();
    });
    leave[0]?.();
    await Promise.all(waiting);
    assert.deepEqual(order, [6, 7, 8]);
  });

  it('refuse only the last call if too many wait', async () => {
    const { concurrencyLimit, leave } = await filled({}, undefined, 2);
    const first = [concurrencyLimit.enter(request(5)), concurrencyLimit.enter(request(6))];
    assert.equal(await concurrencyLimit.enter(request(7)), 'full');
    for (const each of leave) each();
    for (const each of first) assert.equal(typeof (await each), 'function');
  });

  it('refuse callers that waited too long or left', async () => {
    const { concurrencyLimit } = await filled();
    assert.equal(await concurrencyLimit.enter(request(5, { maxWait: 1 })), 'late');
    assert.equal(await concurrencyLimit.enter(request(6, { hasLeft: () => true })), 'left');
  });

  it('allow two running and four waiting calls of a network, while calls of others pass them', async () => {
    const concurrencyLimit = createConcurrencyLimit();
    const of = (network: string | undefined, arrival: number) => concurrencyLimit.enter(request(arrival, { network }));
    const greedy = [await of('a', 0), await of('a', 1)];
    const order: string[] = [];
    const waiting = [2, 3, 4, 5].map(async (arrival) => {
      const leave = await of('a', arrival);
      assert.ok(typeof leave === 'function');
      order.push(`a${arrival}`);
      leave();
    });
    const isFull = (network?: string) => concurrencyLimit.isFull({ isEnriched: false, network });
    assert.deepEqual([isFull('a'), isFull('b'), isFull()], [true, false, false]);
    assert.equal(await of('a', 6), 'full');
    const others = [await of('b', 7), await of('b', 8), await of(undefined, 9)];
    for (const each of others) assert.equal(typeof each, 'function');
    const last = of('c', 10).then((leave) => order.push(`c${typeof leave}`));
    for (const leave of others) if (typeof leave === 'function') leave();
    await last;
    assert.deepEqual(order, ['cfunction'], 'those of the first network still wait');
    for (const leave of greedy) if (typeof leave === 'function') leave();
    await Promise.all(waiting);
    assert.deepEqual(order, ['cfunction', 'a2', 'a3', 'a4', 'a5']);
  });

  it('bound no visitors whose network is not known, since all would be one', async () => {
    await filled({ network: undefined });
  });

  it('release the slots of calls that a runtime ended without notice, and of callers that no longer poll', async () => {
    let at = 0;
    const { concurrencyLimit } = await filled({ longestRun: 1_000 }, () => at);
    // Never looks again: its timer is held back by a clock that has jumped.
    const gone = concurrencyLimit.enter(request(5, { hasLeft: () => at > 0 }));
    at = 5_000;
    const entered = await concurrencyLimit.enter(request(6));
    assert.equal(typeof entered, 'function');
    assert.equal(await gone, 'left');
  });
});
