import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as passed } from 'node:timers/promises';
import { createConcurrencyLimit } from '../../src/proxy/concurrency-limit.js';

const CALLS = 400;
/** So many that no network has more calls than may wait. */
const NETWORKS = 100;

it('of hundreds of calls, some of which are cancelled, at most five run, at most two of them enriched, in order, and every slot is given back', async () => {
  const concurrencyLimit = createConcurrencyLimit(undefined, CALLS);
  const underWay = { plain: 0, enriched: 0 };
  const ofNetwork = Array<number>(NETWORKS).fill(0);
  let mostOfNetwork = 0;
  const most = { all: 0, enriched: 0 };
  const entered = { plain: [] as number[], enriched: [] as number[] };
  let left = 0;

  const call = async (arrival: number): Promise<void> => {
    const network = arrival % NETWORKS;
    const kind = randomInt(3) === 0 ? 'enriched' : 'plain';
    const leavesAt = randomInt(4) === 0 ? performance.now() + randomInt(200) : Number.POSITIVE_INFINITY;
    const leave = await concurrencyLimit.enter({
      isEnriched: kind === 'enriched',
      network: String(network),
      arrival,
      maxWait: 60_000,
      longestRun: 60_000,
      hasLeft: () => performance.now() > leavesAt,
    });
    if (typeof leave === 'string') {
      assert.equal(leave, 'left');
      left++;
      return;
    }
    entered[kind].push(arrival);
    underWay[kind]++;
    mostOfNetwork = Math.max(mostOfNetwork, ++ofNetwork[network]!);
    most.all = Math.max(most.all, underWay.plain + underWay.enriched);
    most.enriched = Math.max(most.enriched, underWay.enriched);
    await passed(randomInt(5));
    underWay[kind]--;
    ofNetwork[network]!--;
    leave();
  };
  await Promise.all(Array.from({ length: CALLS }, (_, arrival) => call(arrival)));

  assert.deepEqual(most, { all: 5, enriched: 2 });
  assert.ok(mostOfNetwork <= 2);
  for (const order of Object.values(entered))
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
  assert.equal(entered.plain.length + entered.enriched.length + left, CALLS);
  assert.ok(left > 0);
  for (let count = 0; count < 5; count++)
    assert.equal(
      typeof (await concurrencyLimit.enter({
        isEnriched: count < 2,
        arrival: CALLS + count,
        maxWait: 0,
        longestRun: 1,
        hasLeft: () => false,
      })),
      'function',
      'all are free again',
    );
});
