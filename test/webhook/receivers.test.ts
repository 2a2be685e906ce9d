import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startReceiverIn } from '../runtimes/start-mount.js';
import { until } from '../service/webhook/receiver.js';
import { body, headersOf, id, otherSecret, secret } from './signed.js';

// Each receiver of the documentation in a process of its own runtime, as its reader would start it.
for (const runtime of ['node', 'express', 'bun', 'deno', 'workers'] as const)
  describe(`the receiver of the documentation for ${runtime}`, { timeout: 60_000 }, () => {
    it('takes a webhook, and refuses those that nobody can trust', async () => {
      const receiver = await startReceiverIn(runtime, { WEBHOOK_SECRET: secret });
      try {
        const send = async (sent: string, headers: Record<string, string>): Promise<number> => {
          const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: sent };
          return (await fetch(`${receiver.url}/webhook`, init)).status;
        };
        const headers = await headersOf({ now: Date.now() });
        assert.equal(await send(body, headers), 204);
        await until(() => receiver.output().includes(`${id} list.completed`) || runtime === 'workers');
        assert.equal(await send(`${body} `, headers), 400);
        assert.equal(await send(body, await headersOf({ now: Date.now(), secret: otherSecret })), 400);
        assert.equal(await send(body, await headersOf({ now: Date.now() - 301_000 })), 400);
        assert.equal(await send(body, {}), 400);
        assert.equal(await send(body, headers), 204);
      } finally {
        await receiver.end();
      }
    });
  });
