import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailboxProbe, type MailboxProbeOptions } from '../../../src/service/probe/index.js';
import { brief, options } from './meeting.js';
import { scripted, usual, type Connection, type Script } from './scripted-host.js';

const first = (command: string, reply: string) => (line: string, connection: Connection) =>
  !connection.number && line.startsWith(command) ? reply : usual(line);

/** A domain with two mail hosts: the first connection is the first one's. */
async function askBoth(script: Script, own: Partial<MailboxProbeOptions> = {}, localPart = 'user1') {
  const host = await scripted(script);
  const probe = createMailboxProbe({
    ...options,
    port: host.port,
    recipientsPerSession: 1,
    replyTimeoutMs: 150,
    ...own,
  });
  const hosts = ['mx1.acme.com', 'mx2.acme.com'].map((name, at) => ({
    ...{ name, preference: at, addresses: ['127.0.0.1'] },
  }));
  const found = await probe(hosts, { localPart, asciiDomain: 'acme.com' }, { timeoutMs: 5000 });
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
    ['a hang-up at EHLO', { greeting: ({ number }) => (number ? undefined : 'hang up') }],
    ['silence at EHLO', { greeting: ({ number }) => (number ? undefined : 'nothing') }],
    ['no SMTP at EHLO', { greeting: ({ number }) => (number ? undefined : 'Hello') }],
    ['a hang-up at MAIL', { say: first('MAIL', 'hang up') }],
    ['a hang-up at MAIL, without pipelining', { say: first('MAIL', 'hang up'), extensions: [] }],
    ['silence at MAIL', { say: (line, connection) => (connection.number ? usual(line) : undefined) }],
  ] as readonly [string, Script][]) {
    it(`is passed over for the next: ${what}`, async () =>
      assert.equal(brief((await askBoth(script)).found), 'accepted, random refused'));
  }

  it('is passed over for the next: no SMTPUTF8 for an address beyond ASCII', async () => {
    const extensions = ({ number }: Connection) => (number ? ['SMTPUTF8'] : []);
    assert.equal(brief((await askBoth({ extensions }, {}, 'userü')).found), 'accepted, random refused');
  });

  it('is passed over after an earlier recipient in the same session', async () => {
    // The session's second transaction is met with silence.
    const say = (line: string, { number, commands }: Connection) =>
      !number && commands.filter((each) => each.startsWith('MAIL')).length > 1 ? undefined : usual(line);
    const host = await scripted({ say, extensions: [] });
    const probe = createMailboxProbe({ ...options, port: host.port, replyTimeoutMs: 150 });
    const ask = (name: string, ...others: string[]) =>
      probe(
        [name, ...others].map((each, at) => ({ name: each, preference: at, addresses: ['127.0.0.1'] })),
        { localPart: 'gone1', asciiDomain: 'acme.com' },
        { timeoutMs: 5000 },
      );
    const found = [await ask('mx1.acme.com'), await ask('mx1.acme.com', 'mx2.acme.com')];
    probe.close();
    await host.close();
    assert.deepEqual(found.map(brief), ['refused: mailbox-missing', 'refused: mailbox-missing']);
  });

  it('is the last one asked once the time for that is over', async () => {
    const greeting = ({ number }: Connection) => (number ? undefined : 'nothing');
    const { found, connections } = await askBoth({ greeting }, { passOverMs: 100 });
    assert.deepEqual([found.outcome, connections], ['timed-out', 1]);
  });

  it('is the last one asked if it hangs up or is silent when asked for the recipient', async () => {
    for (const [reply, outcome] of [
      ['hang up', 'dropped'],
      [undefined, 'timed-out'],
    ] as const)
      for (const extensions of [['PIPELINING'], []]) {
        const say = (line: string) => (line.startsWith('RCPT') ? reply : usual(line));
        const { found, connections } = await askBoth({ say, extensions });
        assert.deepEqual([found.outcome, connections], [outcome, 1]);
      }
  });

  it('is named if all do so', async () => {
    const { found, connections } = await askBoth({ banner: () => '554 5.7.1 Blocked' });
    assert.deepEqual([found.outcome, connections], ['session-refused', 2]);
  });

  it('is the last one asked if it refused the recipient', async () => {
    const { found, connections } = await askBoth({ say: first('RCPT TO:<user', '451 4.7.1 Greylisted') });
    assert.deepEqual([brief(found), connections], ['refused: rate-or-temporary', 1]);
  });
});
