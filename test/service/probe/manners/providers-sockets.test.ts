import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMailboxProbe } from '../../../../src/service/probe/index.js';
import { options } from '../meeting.js';
import { scripted } from '../scripted-host.js';

it('asks Microsoft for a consumer’s mailbox that was typed, and for none of a list', async () => {
  const host = await scripted();
  const probe = createMailboxProbe({ ...options, port: host.port });
  const hosts = [{ name: 'hotmail-com.olc.protection.outlook.com', preference: 2, addresses: ['127.0.0.1'] }];
  const ask = (isList: boolean) =>
    probe(hosts, { localPart: 'user', asciiDomain: 'hotmail.com' }, { timeoutMs: 5_000, isList });
  const listed = await ask(true);
  assert.deepEqual('why' in listed && [listed.why, listed.outcome, host.connections.length], ['never', 'not-asked', 0]);
  assert.equal((await ask(false)).outcome, 'accepted');
  probe.close();
  await host.close();
});
