import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brief, meet } from './meeting.js';
import { usual, type Connection, type Script } from './scripted-host.js';

const FALLBACK = 'check@own.com';

/** The commands of one kind that a host got, over all connections. */
const heard = (connections: readonly Connection[], verb: 'MAIL' | 'RCPT'): string[] =>
  connections.flatMap(({ commands }) => commands.filter((each) => each.startsWith(verb)));

/** A host that answers the null sender's commands of one kind so; everything else as usual. */
const refusing = (verb: 'MAIL' | 'RCPT', reply: string, extensions: readonly string[] = []): Script => ({
  extensions,
  say(command, { commands }) {
    const mail = commands.filter((each) => each.startsWith('MAIL')).at(-1);
    return command.startsWith(verb) && mail === 'MAIL FROM:<>' ? reply : usual(command);
  },
});

/** Asks for mailboxes, one after the other. */
async function ask(script: Script, own: Parameters<typeof meet>[1], ...addresses: string[]) {
  const { host, ask, end } = await meet(script, { mailFrom: '', fallbackMailFrom: FALLBACK, ...own });
  const found: string[] = [];
  for (const address of addresses) found.push(brief(await ask(address)));
  await end();
  return {
    found,
    senders: heard(host.connections, 'MAIL').map((command) => command.slice('MAIL FROM:'.length)),
    connections: host.connections.length,
  };
}

const atMail = [
  '550 5.7.1 Null sender is not allowed',
  '550 Requested action not taken: NULL sender is not allowed',
  '553 5.1.7 Bad sender address syntax',
  '501 5.1.7 Invalid address',
  '501 Was expecting MAIL arg syntax of FROM:<address>',
  '553 5.5.4 <>... Domain name required for sender address',
  '550 Empty envelope sender refused',
  '550 5.7.1 Sender rejected',
  '554 5.7.1 We do not accept bounces',
  '450 4.1.8 <>: Sender address rejected',
];
const atRcpt = [
  '550 5.7.1 no mailbox here accepts the null sender',
  '550 User does not receive bounces, address not valid for DSN',
  '550 5.1.1 User does not accept bounce messages, address not valid',
  '554 5.7.1 <>: Sender address rejected: Access denied',
  '550 5.1.7 Empty return path not accepted here',
];

describe('the null sender', () => {
  for (const [verb, replies] of [
    ['MAIL', atMail],
    ['RCPT', atRcpt],
  ] as const)
    for (const reply of replies)
      it(`refused at ${verb} is followed by the other sender, in the same connection: ${reply}`, async () => {
        for (const extensions of [[], ['PIPELINING']]) {
          const { found, senders, connections } = await ask(refusing(verb, reply, extensions), {}, 'user1@acme.com');
          assert.deepEqual([found, connections], [['accepted, random refused'], 1], extensions.join());
          assert.deepEqual([senders[0], senders.at(-1)], ['<>', `<${FALLBACK}>`]);
        }
      });

  it('is not named to that host again', async () => {
    const { found, senders } = await ask(refusing('MAIL', atMail[0]!), {}, 'user1@acme.com', 'gone2@acme.com');
    assert.deepEqual(found, ['accepted, random refused', 'refused: mailbox-missing']);
    assert.equal(senders.filter((sender) => sender === '<>').length, 1);
  });

  it('is followed by the other sender in a new connection if the host hangs up', async () => {
    const say = (command: string, { number, socket }: Connection) => {
      if (number || command !== 'MAIL FROM:<>') return usual(command);
      socket.end(`${atMail[0]}\r\n`);
      return undefined;
    };
    const { found, connections } = await ask({ say, extensions: [] }, {}, 'user1@acme.com');
    assert.deepEqual([found, connections], [['accepted, random refused'], 2]);
  });

  it('is followed once', async () => {
    const { found, senders } = await ask(
      { extensions: [], say: (command) => (command.startsWith('MAIL') ? atMail[0] : usual(command)) },
      {},
      'user1@acme.com',
    );
    assert.deepEqual([found, senders], [['session-refused'], ['<>', `<${FALLBACK}>`]]);
  });

  for (const [what, own] of [
    ['no other sender is given', { fallbackMailFrom: undefined }],
    ['it is not what was named', { mailFrom: 'probe@own.com' }],
  ] as const)
    it(`is the only one if ${what}`, async () => {
      const script: Script = {
        extensions: [],
        say: (command) => (command.startsWith('MAIL') ? atMail[0] : usual(command)),
      };
      const { found, senders } = await ask(script, own, 'user1@acme.com');
      assert.deepEqual([found, senders.length], [['session-refused'], 1]);
    });
});

describe('another refusal', () => {
  for (const reply of [
    '550 5.7.1 Your IP 192.0.2.1 sent too many bounces',
    '554 5.7.1 Service unavailable; Client host blocked',
    '553 5.7.1 Blocked by a list',
    '553 Spam source',
    '451 4.3.0 Local error',
    '450 4.7.1 Greylisted, try again later',
    '530 5.7.0 Must issue a STARTTLS command first',
    '550 Access denied',
  ])
    it(`of MAIL does not bring the other sender: ${reply}`, async () => {
      const { senders } = await ask(refusing('MAIL', reply), {}, 'user1@acme.com');
      assert.ok(!senders.includes(`<${FALLBACK}>`));
    });

  for (const reply of [
    '550 5.1.1 User unknown',
    '550 5.1.1 <>: no such user here',
    '550 5.7.1 Sender verify failed',
    '550 5.7.1 Recipient rejected by policy',
    '451 4.7.1 Greylisted',
    '553 Mailbox name not allowed',
    '550 Your host sends bounces to addresses that do not exist',
    '554 5.7.1 Relay access denied',
  ])
    it(`of RCPT does not bring the other sender: ${reply}`, async () => {
      const { senders } = await ask(refusing('RCPT', reply), {}, 'user1@acme.com');
      assert.ok(!senders.includes(`<${FALLBACK}>`));
    });
});
