import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createMailboxProbe, type MailboxProbeOptions } from '../../../src/service/probe/index.js';
import type { MailHost, ProbeEvidence } from '../../../src/service/verdict/index.js';
import { startProxy } from '../net/socks-proxy.js';
import { answering, listen, type RawHost } from './raw-host.js';

const jane = { localPart: 'jane.doe', asciiDomain: 'acme.com' };
const at = (...addresses: readonly string[]): MailHost[] =>
  addresses.map((address, preference) => ({ name: `mx${preference}.acme.com`, preference, addresses: [address] }));
const open = {
  EHLO: '250-mx.acme.com\r\n250-STARTTLS\r\n250 SMTPUTF8',
  HELO: '250 mx',
  MAIL: '250 2.1.0 OK',
  RSET: '250 2.0.0 OK',
  RCPT: '250 2.1.5 OK',
};

const options: Omit<MailboxProbeOptions, 'port'> = {
  ...{ helo: 'check.own.com', mailFrom: 'probe@own.com', randomLocalPart: () => 'r4nd0m', allowLoopback: true },
  ...{ connectTimeoutMs: 500, replyTimeoutMs: 300 },
};
const limits = { timeoutMs: 2000 };

interface Asked extends Partial<MailboxProbeOptions> {
  readonly address?: typeof jane;
  readonly hosts?: MailHost[];
  readonly timeoutMs?: number;
}

/** Asks a host for an address, closes it, and tells the outcome and the commands that it saw. */
async function ask(host: RawHost, { address = jane, hosts = at('127.0.0.1'), timeoutMs = 2000, ...own }: Asked = {}) {
  const evidence = await createMailboxProbe({ ...options, port: host.port, ...own })(hosts, address, { timeoutMs });
  await host.close();
  return { evidence, commands: host.lines };
}

const outcomeOf = (evidence: ProbeEvidence): string => {
  if (evidence.outcome === 'accepted') return `accepted, random ${evidence.random}`;
  if (evidence.outcome === 'refused') return `refused: ${evidence.meaning}`;
  return evidence.outcome === 'session-refused' ? `${evidence.outcome} at ${evidence.stage}` : evidence.outcome;
};

describe('a conversation', () => {
  it('asks for the mailbox, then for a random one, and sends QUIT', async () => {
    const { evidence, commands } = await ask(
      await answering({ ...open, RCPT: ['250 2.1.5 OK', '550 5.1.1 No such user'] }),
    );
    assert.deepEqual(evidence, {
      ...{ host: 'mx0.acme.com', ip: '127.0.0.1', startTls: true, outcome: 'accepted', random: 'refused' },
      reply: { code: 250, status: '2.1.5', text: 'OK' },
      randomReply: { code: 550, status: '5.1.1', text: 'No such user' },
    });
    assert.deepEqual(commands.slice(0, 5), [
      'EHLO check.own.com',
      'MAIL FROM:<probe@own.com>',
      'RCPT TO:<jane.doe@acme.com>',
      'RCPT TO:<r4nd0m@acme.com>',
      'RSET',
    ]);
  });

  it('asks for no random address after a refusal', async () => {
    const { evidence, commands } = await ask(await answering({ ...open, RCPT: '550-5.1.1 No\r\n550 5.1.1 such user' }));
    assert.deepEqual(
      [outcomeOf(evidence), commands.filter((line) => line.startsWith('RCPT')).length],
      ['refused: mailbox-missing', 1],
    );
  });

  it('sends QUIT and never DATA', async () => {
    const said: string[] = [];
    let quit: () => void = () => undefined;
    const saidQuit = new Promise<void>((resolve) => (quit = resolve));
    const host = await listen((socket) => {
      socket.write('220 mx\r\n');
      socket.on('line', (line: string) => {
        said.push(line.split(' ')[0] ?? '');
        if (line === 'QUIT') quit();
        socket.write(`250 ${line.startsWith('EHLO') ? 'mx' : 'OK'}\r\n`);
      });
    });
    await createMailboxProbe({ ...options, port: host.port, recipientsPerSession: 1 })(at('127.0.0.1'), jane, limits);
    await saidQuit;
    await host.close();
    assert.deepEqual(said, ['EHLO', 'MAIL', 'RCPT', 'RCPT', 'RSET', 'EHLO', 'QUIT']);
  });

  it('falls back to HELO', async () => {
    const { evidence, commands } = await ask(await answering({ ...open, EHLO: '502 5.5.1 Not implemented' }));
    assert.equal(outcomeOf(evidence), 'accepted, random accepted');
    assert.equal(commands[1], 'HELO check.own.com');
  });

  it('sends a quoted local part in its quotes', async () => {
    const { commands } = await ask(await answering(open), {
      address: { localPart: '"jane doe"', asciiDomain: 'acme.com' },
    });
    assert.equal(commands[2], 'RCPT TO:<"jane doe"@acme.com>');
  });

  it('sends a local part beyond ASCII only with SMTPUTF8', async () => {
    const address = { localPart: 'jané', asciiDomain: 'acme.com' };
    const offered = await ask(await answering(open), { address });
    assert.deepEqual(offered.commands.slice(1, 3), ['MAIL FROM:<probe@own.com> SMTPUTF8', 'RCPT TO:<jané@acme.com>']);
    const missing = await ask(await answering({ ...open, EHLO: '250 mx' }), { address });
    assert.equal(missing.evidence.outcome, 'unsupported');
    assert.ok(missing.commands.every((line) => !line.startsWith('RCPT')));
  });

  it('sends no injected command', async () => {
    const host = await answering(open);
    const probe = createMailboxProbe({ ...options, port: host.port });
    await assert.rejects(
      probe(at('127.0.0.1'), { localPart: 'a\r\nDATA', asciiDomain: 'acme.com' }, limits),
      TypeError,
    );
    await host.close();
    assert.ok(!host.lines.includes('DATA'));
    assert.throws(() => createMailboxProbe({ ...options, port: 25, helo: 'a\r\nb' }), TypeError);
    assert.throws(() => createMailboxProbe({ ...options, port: 25, mailFrom: 'a>b' }), TypeError);
  });
});

describe('what hosts say', () => {
  for (const [name, answers, outcome, banner] of [
    ['refuse at the banner', open, 'session-refused at banner', '554 5.7.1 Blocked'],
    [
      'refuse the greeting',
      { ...open, EHLO: '550 5.7.1 Go away', HELO: '550 5.7.1 Go away' },
      'session-refused at greeting',
    ],
    ['refuse the sender', { ...open, MAIL: '550 5.7.1 Sender rejected' }, 'session-refused at envelope'],
    ['are greylisting', { ...open, RCPT: '451 4.7.1 Greylisted, try again later' }, 'refused: rate-or-temporary'],
    ['hang up at RCPT', { ...open, RCPT: 'hang up' }, 'dropped'],
    ['hang up at the random one', { ...open, RCPT: ['250 OK', 'hang up'] }, 'accepted, random inconclusive'],
    [
      'block after the first',
      { ...open, RCPT: ['250 OK', '550 5.7.1 Too many recipients'] },
      'accepted, random inconclusive',
    ],
    [
      'refuse the random one for now',
      { ...open, RCPT: ['250 OK', '450 4.2.0 Later'] },
      'accepted, random inconclusive',
    ],
    [
      'refuse the random one without a word of it',
      { ...open, RCPT: ['250 OK', '550 Rejected'] },
      'accepted, random inconclusive',
    ],
    [
      'take no second transaction',
      { ...open, RCPT: ['250 OK', '550 Rejected', '550 5.1.1 No such user'], RSET: '502 5.5.1 Not implemented' },
      'accepted, random inconclusive',
    ],
    [
      'take no second sender',
      { ...open, RCPT: ['250 OK', '550 Rejected', '550 5.1.1 No such user'], MAIL: ['250 OK', '550 5.7.1 Enough'] },
      'accepted, random inconclusive',
    ],
    ['never answer RCPT', { EHLO: open.EHLO, MAIL: open.MAIL }, 'timed-out'],
    ['ask back', { ...open, RCPT: '354 Go ahead' }, 'garbled'],
    ['answer more than they are asked', { ...open, MAIL: '250 OK\r\n250 OK' }, 'garbled'],
  ] as const) {
    it(`${name}: ${outcome}`, async () => {
      const { evidence } = await ask(await answering(answers, banner));
      assert.equal(outcomeOf(evidence), outcome);
    });
  }
});

describe('a random address', () => {
  const outcomeFor = async (refusal: string) =>
    outcomeOf((await ask(await answering({ ...open, RCPT: ['250 OK', refusal, refusal] }))).evidence);
  for (const refusal of [
    '550 5.1.1 No such user',
    '550 5.2.1 Sorry',
    '550 5.1.10 Sorry',
    '550 #5.1.0 Address rejected.',
    '550 <r4nd0m@acme.com>: Recipient address rejected',
    '550 recipient rejected',
  ]) {
    it(`is refused by ${refusal}`, async () => assert.equal(await outcomeFor(refusal), 'accepted, random refused'));
  }
  for (const refusal of [
    '550 Legitimate bounces are never sent to more than one recipient.',
    '503 5.5.1 Bad sequence',
    '550 5.3.0 Database lookup failure',
    '554 5.3.0 Internal error',
    '550 5.5.3 Only one recipient allowed for bounce messages',
    '550 Could not verify recipient, internal failure',
    '550 5.4.4 Host not found',
    '550 5.7.1 Recipient rejected',
    '550 Recipient rejected: internal error',
    '450 4.1.1 No such user',
  ]) {
    it(`is neither accepted nor refused by ${refusal}`, async () =>
      assert.equal(await outcomeFor(refusal), 'accepted, random inconclusive'));
  }
});

describe('hostile hosts', () => {
  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write('2'), 20);
    socket.on('close', () => clearInterval(timer));
  };
  const flood = (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write('220-and another thing\r\n'.repeat(100)));
    };
    socket.on('drain', more);
    more();
  };
  for (const [name, serve, outcome] of [
    ['say nothing', () => undefined, 'timed-out'],
    ['close at once', (socket: Socket) => socket.end(), 'dropped'],
    ['reset at once', (socket: Socket) => socket.resetAndDestroy(), 'dropped or unreachable'],
    ['greet without end', flood, 'garbled'],
    [
      'greet with ten megabytes in a line',
      (socket: Socket) => socket.write(`220 ${'x'.repeat(10_000_000)}\r\n`),
      'garbled',
    ],
    ['speak another protocol', (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'garbled'],
    ['send noise', (socket: Socket) => socket.write(Buffer.from([0, 255, 254, 10, 13, 10])), 'garbled'],
    ['drip one byte at a time', drip, 'timed-out'],
  ] as const) {
    it(`that ${name} end in time: ${outcome}`, async () => {
      const since = performance.now();
      const { evidence } = await ask(await listen(serve));
      assert.ok(outcome.split(' or ').includes(evidence.outcome), evidence.outcome);
      assert.ok(performance.now() - since < 1500);
    });
  }

  const flooded = '250-and another thing\r\n'.repeat(5_000);
  for (const verb of ['EHLO', 'MAIL', 'RCPT', 'RSET']) {
    for (const extensions of ['250 HELP', '250-HELP\r\n250 PIPELINING']) {
      for (const [name, noise] of [
        ['lines without end', flooded],
        ['ten megabytes in a line', `250 ${'x'.repeat(10_000_000)}`],
        ['another protocol', 'HTTP/1.1 400 Bad Request'],
        ['more than it was asked for', '250 OK\r\n250 OK\r\n250 OK\r\n250 OK\r\n250 OK\r\n250 OK'],
      ] as const) {
        it(`that answer ${verb} with ${name}${extensions.includes('PIPE') ? ', pipelining,' : ''} prove nothing`, async () => {
          const said = {
            ...open,
            EHLO: extensions,
            RCPT: ['250 OK', '550 5.1.1 No such user', '550 5.1.1 No such user'],
            [verb]: noise,
          };
          const { evidence } = await ask(await answering(said), { timeoutMs: 3000 });
          const isBelieved =
            evidence.outcome === 'refused' || (evidence.outcome === 'accepted' && evidence.random !== 'inconclusive');
          assert.ok(!isBelieved, JSON.stringify(evidence));
        });
      }
    }
  }

  it('show no terminal escapes in their replies', async () => {
    const hostile = '550-5.1.1 \u001b[2J\u001b]0;owned\u0007No such\u0000 \u202euser\r\n550 5.1.1 \u009b31mhere';
    const { evidence } = await ask(await answering({ ...open, RCPT: hostile }));
    assert.deepEqual(evidence.outcome === 'refused' && [evidence.meaning, evidence.reply], [
      'mailbox-missing',
      { code: 550, status: '5.1.1', text: 'No such user here' },
    ]);
  });

  it('cannot keep a probe beyond the time for all', async () => {
    const host = await listen(() => undefined);
    const hosts = at(...Array.from({ length: 10 }, () => '127.0.0.1'));
    const { evidence } = await ask(host, { hosts, replyTimeoutMs: 200, timeoutMs: 500 });
    assert.equal(evidence.outcome, 'timed-out');
  });
});

describe('several hosts', () => {
  it('are tried in order until one takes part', async () => {
    let connections = 0;
    const host = await listen((socket) => {
      connections += 1;
      socket.write(connections === 1 ? '421 4.3.2 Not now\r\n' : '220 mx\r\n');
      socket.on('line', (line: string) => socket.write(`250 ${line.startsWith('EHLO') ? 'mx' : 'OK'}\r\n`));
    });
    const { evidence } = await ask(host, { hosts: at('127.0.0.66', '127.0.0.1', '127.0.0.1') });
    assert.equal(evidence.outcome === 'accepted' && evidence.host, 'mx2.acme.com');
  });

  it('are asked at each of their addresses, IPv4 and IPv6', async (t) => {
    const host = await listen((socket) => {
      socket.write('220 mx\r\n');
      socket.on('line', (line: string) => socket.write(`250 ${line.startsWith('EHLO') ? 'mx' : 'OK'}\r\n`));
    }, '::1').catch(() => undefined);
    if (!host) return t.skip('This machine has no IPv6.');
    const hosts = [{ name: 'mx.acme.com', preference: 0, addresses: ['127.0.0.66', '::1'] }];
    const { evidence } = await ask(host, { hosts });
    assert.equal(evidence.outcome === 'accepted' && evidence.ip, '::1');
  });

  it('are unreachable together', async () => {
    const { evidence } = await ask(await listen(() => undefined), { hosts: at('127.0.0.66', '127.0.0.67') });
    assert.deepEqual(evidence, { outcome: 'unreachable' });
  });

  it('are unreachable because of the proxy if it does not do its part', async () => {
    const proxy = await startProxy({ user: 'a', password: 'b' });
    const { evidence } = await ask(await answering(open), {
      proxy: { host: '127.0.0.1', port: proxy.port, user: 'a', password: 'wrong' },
    });
    await proxy.close();
    assert.deepEqual(evidence, { outcome: 'unreachable', why: 'proxy' });
  });

  it('are not contacted on loopback unless that is allowed', async () => {
    const { evidence, commands } = await ask(await answering(open), { allowLoopback: false });
    assert.deepEqual([evidence.outcome, commands.length], ['unreachable', 0]);
  });

  it('are not asked for a caller who left', async () => {
    const host = await answering(open);
    const evidence = await createMailboxProbe({ ...options, port: host.port })(at('127.0.0.1'), jane, {
      ...limits,
      signal: AbortSignal.abort(),
    });
    await host.close();
    assert.deepEqual([evidence.outcome, host.lines.length], ['aborted', 0]);
  });
});
