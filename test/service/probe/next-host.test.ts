import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailboxProbe } from '../../../src/service/probe/index.js';
import { brief, options } from './meeting.js';
import { scripted, usual, type Connection, type Script } from './scripted-host.js';

const first = (command: string, reply: string) => (line: string, connection: Connection) =>
  !connection.number && line.startsWith(command) ? reply : usual(line);

/** A domain with two mail hosts: the first connection is the first one's. */
async function askBoth(script: Script) {
  const host = await scripted(script);
  const probe = createMailboxProbe({ ...options, port: host.port, recipientsPerSession: 1 });
  const hosts = ['mx1.acme.com', 'mx2.acme.com'].map((name, at) => ({
    ...{ name, preference: at, addresses: ['127.0.0.1'] },
  }));
  const found = await probe(hosts, { localPart: 'user1', asciiDomain: 'acme.com' }, { timeoutMs: 5000 });
  probe.close();
  await host.close();
  return { found, connections: host.connections.length };
}

describe('a mail host that says nothing of the recipient', () => {
  const banner = ({ number }: Connection) => (number ? '220 mx2.acme.com' : '554 5.3.2 Not here');
  for (const [what, script] of [
    ['421 at EHLO', { greeting: ({ number }) => (number ? undefined : '421 4.3.2 Try later') }],
    ['451 at MAIL', { say: first('MAIL', '451 4.3.0 Local error') }],
    ['a banner of 554', { banner }],
  ] as readonly [string, Script][]) {
    it(`is passed over for the next: ${what}`, async () =>
      assert.equal(brief((await askBoth(script)).found), 'accepted, random refused'));
  }

  it('is named if all do so', async () => {
    const { found, connections } = await askBoth({ banner: () => '554 5.7.1 Blocked' });
    assert.deepEqual([found.outcome, connections], ['session-refused', 2]);
  });

  it('is the last one asked if it refused the recipient', async () => {
    const { found, connections } = await askBoth({ say: first('RCPT TO:<user', '451 4.7.1 Greylisted') });
    assert.deepEqual([brief(found), connections], ['refused: rate-or-temporary', 1]);
  });
});
