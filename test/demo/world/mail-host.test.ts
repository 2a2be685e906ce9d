import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseZone, repliesFromZone, startMailHost, type Envelope, type MailHost } from '../../../demo/world/index.js';
import { Dialogue } from './dialogue.js';

const ZONE = parseZone(`
domain acme.com
  mx 10 mx.acme.com
  mailboxes jane.doe jürgen
domain office.com
  mx 10 office-com.mail.protection.outlook.com
  kind access-denied
  mailboxes jane.doe
domain all.com
  address 127.0.0.1
  kind accept-all
domain grey.com
  address 127.0.0.1
  kind greylisting
  mailboxes jane.doe
domain blocking.com
  address 127.0.0.1
  kind blocking
domain full.com
  address 127.0.0.1
  kind full
domain tarpit.com
  address 127.0.0.1
  kind tarpit
domain dropping.com
  address 127.0.0.1
  kind dropping
domain null.com
  mx 0 .
`);

describe('a mail host', () => {
  let now = 0;
  let host: MailHost;
  before(async () => {
    host = await startMailHost({
      answer: repliesFromZone(ZONE, { greylistSeconds: 60, now: () => now }),
      name: 'mx.acme.com',
    });
  });
  after(() => host.close());

  it('greets with its name, without AUTH and STARTTLS', async () => {
    const dialogue = await Dialogue.open(host.port);
    assert.equal(await dialogue.reply(), '220 mx.acme.com ESMTP');
    const [first, ...extensions] = (await dialogue.say('EHLO probe.acme-check.com')).split('\r\n');
    assert.equal(first, '250-mx.acme.com Nice to meet you, [127.0.0.1]');
    assert.deepEqual(
      extensions.map((line) => line.slice(4)),
      ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES'],
    );
    dialogue.close();
  });

  const replies: readonly [name: string, recipient: string, reply: string][] = [
    ['accepts an existing mailbox', 'jane.doe@acme.com', '250 2.1.5 Accepted'],
    ['compares mailboxes and domains without case', 'Jane.Doe@ACME.com', '250 2.1.5 Accepted'],
    ['accepts an existing mailbox in quotes', '"jane.doe"@acme.com', '250 2.1.5 Accepted'],
    ['refuses a mailbox that is not there', 'nobody@acme.com', '550 5.1.1 <nobody@acme.com> No such user here'],
    ['accepts existing mailboxes if others are denied access', 'jane.doe@office.com', '250 2.1.5 Accepted'],
    ['denies access as Microsoft does', 'nobody@office.com', '550 5.4.1 Recipient address rejected: Access denied.'],
    ['accepts every mailbox if the zone says accept-all', 'whoever@all.com', '250 2.1.5 Accepted'],
    [
      'blocks the client',
      'jane.doe@blocking.com',
      '550 5.7.1 Service unavailable; client host [127.0.0.1] blocked using a list of dynamic addresses',
    ],
    ['is full', 'jane.doe@full.com', '452 4.2.2 <jane.doe@full.com> The mailbox is full; its owner is over quota'],
    ['relays for nobody', 'jane.doe@elsewhere.com', '550 5.7.1 <jane.doe@elsewhere.com> Relaying denied'],
    [
      'relays not even for a domain that takes no mail',
      'jane.doe@null.com',
      '550 5.7.1 <jane.doe@null.com> Relaying denied',
    ],
    ['accepts the postmaster without a domain', 'Postmaster', '250 2.1.5 Accepted'],
    ['refuses an address that is none', 'jane.doe', '501 5.1.3 Error: Bad recipient address syntax'],
    ['asks for SMTPUTF8 before a mailbox outside ASCII', 'jürgen@acme.com', '553 5.6.7 Mailbox name needs SMTPUTF8'],
  ];
  for (const [name, recipient, reply] of replies) {
    it(name, async () => {
      const dialogue = await Dialogue.ready(host.port);
      assert.equal(await dialogue.say(`RCPT TO:<${recipient}>`), reply);
      dialogue.close();
    });
  }

  it('accepts a mailbox outside ASCII from a client that sends SMTPUTF8', async () => {
    const dialogue = await Dialogue.ready(host.port);
    await dialogue.say('RSET');
    assert.equal(await dialogue.say('MAIL FROM:<verify@acme-check.com> SMTPUTF8'), '250 2.1.0 Accepted');
    assert.equal(await dialogue.say('RCPT TO:<jürgen@acme.com>'), '250 2.1.5 Accepted');
    dialogue.close();
  });

  it('greylists each new pair of sender and recipient separately', async () => {
    const ask = async (recipient: string) => {
      const dialogue = await Dialogue.ready(host.port);
      const reply = await dialogue.say(`RCPT TO:<${recipient}>`);
      dialogue.close();
      return reply.slice(0, 9);
    };
    assert.equal(await ask('jane.doe@grey.com'), '451 4.7.1');
    now += 59_999;
    assert.equal(await ask('jane.doe@grey.com'), '451 4.7.1');
    now += 1;
    assert.equal(await ask('jane.doe@grey.com'), '250 2.1.5');
    assert.equal(await ask('nobody@grey.com'), '451 4.7.1');
    now += 60_000;
    assert.equal(await ask('nobody@grey.com'), '550 5.1.1');
  });

  it('does not answer RCPT or later commands if the zone says tarpit', async () => {
    const dialogue = await Dialogue.ready(host.port);
    assert.equal(await dialogue.say('RCPT TO:<jane.doe@tarpit.com>\r\nNOOP', 100), '(silence)');
    assert.deepEqual(host.sessions.at(-1)?.exchanges.at(-1), {
      command: 'RCPT TO:<jane.doe@tarpit.com>',
      reply: undefined,
    });
    dialogue.close();
  });

  it('closes the connection at RCPT if the zone says dropping', async () => {
    const dialogue = await Dialogue.ready(host.port);
    assert.equal(await dialogue.say('RCPT TO:<jane.doe@dropping.com>'), '(closed)');
  });

  it('answers pipelined commands in order, counts DATA and accepts no message', async () => {
    const dialogue = await Dialogue.ready(host.port);
    assert.equal(
      await dialogue.say('RCPT TO:<nobody@acme.com>\r\nRCPT TO:<jane.doe@acme.com>\r\nDATA\r\nRSET\r\nQUIT'),
      '550 5.1.1 <nobody@acme.com> No such user here',
    );
    assert.equal(await dialogue.reply(), '250 2.1.5 Accepted');
    assert.equal(await dialogue.reply(), '554 5.7.1 This host takes no messages');
    assert.equal(await dialogue.reply(), '250 2.0.0 Flushed');
    assert.equal(await dialogue.reply(), '221 2.0.0 Bye');
    assert.equal(await dialogue.reply(), '(closed)');
    const session = host.sessions.at(-1);
    assert.equal(session?.dataCommands, 1);
    assert.equal(session.host, 'mx.acme.com');
    assert.deepEqual(
      session.exchanges.slice(2).map(({ command, reply }) => [command, reply]),
      [
        ['RCPT TO:<nobody@acme.com>', '550 5.1.1 <nobody@acme.com> No such user here'],
        ['RCPT TO:<jane.doe@acme.com>', '250 2.1.5 Accepted'],
        ['DATA', '554 5.7.1 This host takes no messages'],
        ['RSET', '250 2.0.0 Flushed'],
        ['QUIT', '221 2.0.0 Bye'],
      ],
    );
  });

  it('listens on loopback only', async () => {
    await assert.rejects(startMailHost({ answer: () => 'accept', address: '0.0.0.0' }), RangeError);
  });

  it('hangs up on a line beyond 8 kB', async () => {
    const dialogue = await Dialogue.ready(host.port);
    assert.match(await dialogue.say(`RCPT TO:<${'x'.repeat(8192)}@acme.com>`), /^421 .*too long/);
    dialogue.close();
  });
});

describe('one odd mail host', () => {
  it('answers as the test sets it, and reports sender and recipient', async () => {
    const envelopes: Envelope[] = [];
    const host = await startMailHost({
      answer: (envelope) => {
        envelopes.push(envelope);
        return { code: 550, text: '5.2.1 The account is disabled' };
      },
    });
    const dialogue = await Dialogue.ready(host.port);
    assert.equal(await dialogue.say('RCPT TO:<jane.doe@acme.com>'), '550 5.2.1 The account is disabled');
    await dialogue.say('RSET');
    await dialogue.say('MAIL FROM:<>');
    await dialogue.say('RCPT TO:<jane.doe@acme.com>');
    await host.close();
    assert.equal(await dialogue.reply(), '(closed)');
    assert.deepEqual(envelopes, [
      { sender: 'verify@acme-check.com', recipient: 'jane.doe@acme.com' },
      { sender: '', recipient: 'jane.doe@acme.com' },
    ]);
  });

  it('may refuse every client at its greeting', async () => {
    const host = await startMailHost({
      answer: () => 'accept',
      greeting: { code: 554, text: '5.7.1 No mail from dynamic addresses' },
    });
    const dialogue = await Dialogue.open(host.port);
    assert.equal(await dialogue.reply(), '554 5.7.1 No mail from dynamic addresses');
    assert.equal(await dialogue.reply(), '(closed)');
    await host.close();
  });

  it('listens on loopback only', async () => {
    await assert.rejects(
      startMailHost({ answer: () => 'accept', address: '::' }),
      /listens on loopback only, not on "::"/,
    );
  });
});
