import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSharedController } from '../../src/service/shared-controller.js';
import { withinTime } from '../../src/timing/index.js';

it('any number of calls listen to one signal without a warning, and all end when it fires', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', note);
  try {
    const controller = createSharedController();
    const never = new Promise<never>(() => undefined);
    const limits = { milliseconds: 60_000, signals: [controller.signal] };
    const calls = Array.from({ length: 100 }, () => withinTime(limits, () => never));
    controller.abort();
    const ends = await Promise.allSettled(calls);
    // A warning is told in a turn of its own.
    await new Promise(setImmediate);
    assert.deepEqual([new Set(ends.map(({ status }) => status)), warnings], [new Set(['rejected']), []]);
  } finally {
    process.off('warning', note);
  }
});
