import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { programOf } from '../programs.js';
import { json, raw, refusal, startLoopback, type Answer } from './loopback.js';

const script = await programOf('test/client/one-call.ts');

/** Killed, and so a failure, before the client's own time-out of 30 s could have let it go. */
const run = async (url: string) =>
  (await promisify(execFile)(process.execPath, [script, url], { timeout: 25_000 })).stdout;

describe('a process ends by itself', () => {
  const rows: [string, Answer, string][] = [
    ['after an answer', json({ service: { result: 'Risky' }, success: '1' }), 'Risky'],
    ['after a refusal', refusal('Credits Low', 402), 'no-credits'],
    ['after a closed socket', (response) => response.socket?.destroy(), 'network'],
    ['after a body that is too long', raw(' '.repeat(3_000_000)), 'bad-answer'],
  ];
  for (const [when, answer, said] of rows) {
    it(when, async () => {
      const service = await startLoopback(answer);
      try {
        assert.equal(await run(service.url), said);
      } finally {
        await service.end();
      }
    });
  }
});
