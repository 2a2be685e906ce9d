import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { it } from 'node:test';
import { firstStopSignal } from '../../demo/stop-signals.js';

for (const signal of ['SIGINT', 'SIGTERM'])
  it(`the demo handles only the first ${signal}: a second signal ends it at once`, async () => {
    const process = new EventEmitter();
    const stopped = firstStopSignal(process);
    process.emit(signal);
    await stopped;
    assert.deepEqual(process.eventNames(), []);
  });
