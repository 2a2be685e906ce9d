import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createMailboxProbe, type MailboxProbeOptions } from '../../../src/service/probe/index.js';
import type { MailHost, ProbeEvidence } from '../../../src/service/verdict/index.js';
import { scripted, usual, type Script } from './scripted-host.js';

const options: Omit<MailboxProbeOptions, 'port'> = {
  ...{ helo: 'check.own.com', mailFrom: 'probe@own.com', randomLocalPart: () => 'r4nd0m', allowLoopback: true },
  ...{ connectTimeoutMs: 500, replyTimeoutMs: 1000 },
};
const hostsOf = (asciiDomain: string): MailHost[] => [{ name: `mx.${asciiDomain}`, preference: 0, addresses: ['127.0.0.1'] }];

const brief = (evidence: ProbeEvidence): string => {
  if (evidence.outcome === 'accepted') return `accepted, random ${evidence.random}`;
  return evidence.outcome === 'refused' ? `refused: ${evidence.meaning}` : evidence.outcome;
};

/** Not by `once`, which rejects where the connection breaks. */
const closed = (socket?: Socket) => new Promise<void>((resolve) => (!socket || socket.closed ? resolve() : socket.once('close', () => resolve())));

/** A host, and a probe of it. */
async function meet(script?: Script, own: Partial<MailboxProbeOptions> = {}) {
  const host = await scripted(script);
  const probe = createMailboxProbe({ ...options, port: host.port, ...own });
  const ask = (address: string, timeoutMs = 5000, signal?: AbortSignal) => {
    const [localPart = '', asciiDomain = ''] = address.split('@');
    return probe(hostsOf(asciiDomain), { localPart, asciiDomain }, { timeoutMs, signal });
  };
  const end = async () => {
    probe.close();
    for (const { socket } of host.connections) await closed(socket);
    await host.close();
  };
  return { host, probe, ask, end };
}

const many = (count: number, domains = 1): string[] => Array.from({ length: count }, (_, at) => `${at % 3 === 2 ? 'gone' : 'user'}${at}@acme${at % domains}.com`);
const expected = (address: string): string => (address.startsWith('user') ? 'accepted, random refused' : 'refused: mailbox-missing');
const replyOf = (evidence: ProbeEvidence): string => ('reply' in evidence ? evidence.reply.text : '');

describe('recipients of one mail host', () => {
  for (const [name, extensions] of [['that pipelines', ['PIPELINING']], ['that does not', []]] as const) {
    it(`${name} get their own replies over few connections`, async () => {
      const { host, ask, end } = await meet({ extensions }, { recipientsPerSession: 100, connectionsPerHost: 3 });
      const addresses = many(24, 3);
      const found = await Promise.all(addresses.map((address) => ask(address)));
      await end();
      for (const [at, address] of addresses.entries()) {
        const evidence = found[at] as ProbeEvidence;
        assert.equal(brief(evidence), expected(address));
        assert.ok(replyOf(evidence).includes(address), `${address}: ${replyOf(evidence)}`);
      }
      assert.ok(host.mostOpen() <= 3, `${host.mostOpen()} connections at a time`);
      assert.ok(host.connections.length <= 6, `${host.connections.length} connections`);
    });
  }

  it('asked for shortly after each other use the same connection', async () => {
    const { host, ask, end } = await meet();
    for (const address of ['user1@acme.com', 'gone2@acme.com', 'user3@acme.com']) assert.equal(brief(await ask(address)), expected(address));
    await end();
    assert.deepEqual(host.connections.map(({ recipients }) => recipients), [['user1@acme.com', 'r4nd0m@acme.com', 'gone2@acme.com', 'user3@acme.com']]);
  });

  it('are so many a session and no more', async () => {
    const { host, ask, end } = await meet({}, { recipientsPerSession: 4 });
    for (let at = 0; at < 10; at += 1) await ask(`user${at}@acme.com`);
    await end();
    assert.deepEqual(host.connections.map(({ recipients }) => recipients.filter((each) => each.startsWith('user')).length), [4, 4, 2]);
  });

  it('find the next session open where they come fast', async () => {
    const { host, ask, end } = await meet({}, { recipientsPerSession: 4, paceMs: 0 });
    for (let at = 0; at < 4; at += 1) await ask(`user${at}@acme.com`);
    while (host.connections.length < 2) await new Promise(setImmediate);
    for (let at = 4; at < 7; at += 1) await ask(`user${at}@acme.com`);
    await end();
    const verbs = host.connections.map(({ commands }) => commands.map((command) => command.split(' ')[0]));
    assert.deepEqual(verbs, [
      ['EHLO', 'MAIL', 'RCPT', 'RCPT', 'RSET', ...Array.from({ length: 3 }, () => ['MAIL', 'RCPT', 'RSET']).flat(), 'QUIT'],
      ['EHLO', ...Array.from({ length: 3 }, () => ['MAIL', 'RCPT', 'RSET']).flat(), 'QUIT'],
    ]);
  });

  it('find no session open where they come slowly', async () => {
    const { host, ask, end } = await meet({}, { recipientsPerSession: 2, paceMs: 0, idleMs: 0 });
    await Promise.all([ask('user0@acme.com'), ask('user1@acme.com')]);
    await end();
    assert.ok(host.connections.every(({ recipients }) => recipients.length > 0));
  });

  it('are fewer a session where many are refused', async () => {
    const { host, ask, end } = await meet({}, { recipientsPerSession: 100 });
    for (let at = 0; at < 12; at += 1) await ask(`gone${at}@acme.com`);
    await end();
    assert.equal(host.connections.length, 2);
  });

  it('are never so many a session that a host hangs up after twenty errors, whatever it refuses with', async () => {
    for (const code of ['550 5.1.1', '450 4.7.1']) {
      let errors: number[] = [];
      const say = (command: string, { number }: { number: number }) => {
        if (!command.startsWith('RCPT')) return usual(command);
        errors[number] = (errors[number] ?? 0) + 1;
        return `${code} User unknown`;
      };
      const { ask, end } = await meet({ say }, { recipientsPerSession: 100, connectionsPerHost: 1 });
      await ask('user0@acme.com');
      errors = [];
      await Promise.all(Array.from({ length: 60 }, (_, at) => ask(`gone${at}@acme${at}.com`)));
      await end();
      assert.ok(Math.max(...errors.filter(Boolean)) < 20, `${code}: ${errors.join()}`);
    }
  });

  it('have a connection each where sessions are not shared', async () => {
    const { host, ask, end } = await meet({}, { recipientsPerSession: 1 });
    for (const address of many(5)) assert.equal(brief(await ask(address)), expected(address));
    await end();
    assert.equal(host.connections.length, 5);
    assert.ok(host.connections.every(({ commands }) => commands.at(-1) === 'QUIT'));
  });

  it('are never more connections than allowed, however slow the host', async () => {
    const { host, ask, end } = await meet({ extensions: [], say: (command) => (command.startsWith('RCPT') ? undefined : usual(command)) }, { connectionsPerHost: 2 });
    const found = await Promise.all(many(8).map((address) => ask(address, 400)));
    await end();
    assert.deepEqual([host.mostOpen(), [...new Set(found.map(brief))]], [2, ['timed-out']]);
  });

  it('that takes one recipient alone get a transaction each', async () => {
    let taken = 0;
    const say = (command: string) => {
      taken = command.startsWith('RCPT') ? taken + 1 : 0;
      return taken > 1 ? '550 5.5.3 Only one recipient for bounces' : usual(command);
    };
    const host = await scripted({ say });
    const probe = createMailboxProbe({ ...options, port: host.port });
    // No random address is asked for there, whose refusal would tell.
    const hosts = [{ name: 'aspmx.l.google.com', preference: 0, addresses: ['127.0.0.1'] }];
    for (const localPart of ['user1', 'user2', 'user3', 'user4']) {
      assert.equal((await probe(hosts, { localPart, asciiDomain: 'acme.com' }, { timeoutMs: 5000 })).outcome, 'accepted', localPart);
    }
    probe.close();
    await host.close();
    assert.deepEqual(host.connections.map(({ recipients }) => recipients.map((each) => each.slice(0, 5))), [['user1', 'user2', 'user3', 'user4']]);
  });

  it('are in a transaction each', async () => {
    const { host, ask, end } = await meet();
    for (const address of ['user1@acme0.com', 'user2@acme0.com', 'user3@acme1.com']) await ask(address);
    await end();
    const verbs = host.connections[0]?.commands.map((command) => command.replace(/ .*@/, ' ')) ?? [];
    assert.deepEqual(verbs.slice(1, -1), [
      ...['MAIL own.com>', 'RCPT acme0.com>', 'RCPT acme0.com>', 'RSET'],
      ...['MAIL own.com>', 'RCPT acme0.com>', 'RSET'],
      ...['MAIL own.com>', 'RCPT acme1.com>', 'RCPT acme1.com>', 'RSET'],
    ]);
  });
});

describe('a shared session that ends', () => {
  it('is begun anew for whom it was not the fault of', async () => {
    const say = (command: string, { recipients }: { recipients: string[] }) => (command.startsWith('RCPT') && recipients.length > 4 ? 'hang up' : usual(command));
    const { host, ask, end } = await meet({ say });
    const addresses = many(9);
    for (const address of addresses) assert.equal(brief(await ask(address)), expected(address));
    await end();
    assert.ok(host.connections.length > 1);
  });

  it('is begun anew after a 421 that somebody else brought about', async () => {
    const say = (command: string, { recipients }: { recipients: string[] }) => (command.startsWith('RCPT') && recipients.length > 3 ? '421 4.7.0 Too many' : usual(command));
    const { ask, end } = await meet({ say });
    for (const address of many(6)) assert.equal(brief(await ask(address)), expected(address));
    await end();
  });

  for (const [name, command, reply] of [
    ['MAIL', 'MAIL', '452 4.5.3 Too many messages in this connection'],
    ['RCPT', 'RCPT', '450 4.7.1 Error: too many errors in this session'],
    ['MAIL, and ends', 'MAIL', '421 4.7.0 Enough'],
  ] as const) {
    it(`is begun anew after a limit that others met is told at ${name}`, async () => {
      const say = (said: string, { commands }: { commands: string[] }) =>
        said.startsWith(command) && commands.filter((each) => each.startsWith('MAIL')).length > 3 ? reply : usual(said);
      const { host, ask, end } = await meet({ say });
      for (const address of many(6)) assert.equal(brief(await ask(address)), expected(address));
      await end();
      assert.equal(host.connections.length, 2);
    });
  }

  it('is begun anew after a limit that others met ends it at once', async () => {
    const say = (command: string, { socket, recipients }: { socket: Socket; recipients: string[] }) => {
      if (!command.startsWith('RCPT') || recipients.length < 4) return socket.writableEnded ? undefined : usual(command);
      socket.end('421 4.7.0 Too many\r\n');
      return undefined;
    };
    for (const extensions of [['PIPELINING'], []]) {
      const { ask, end } = await meet({ extensions, say });
      for (const address of many(6)) assert.equal(brief(await ask(address)), expected(address));
      await end();
    }
  });

  it('is no reason to ask again where its first recipient meets a limit', async () => {
    const say = (command: string) => (command.startsWith('RCPT') ? '452 4.5.3 Too many recipients' : usual(command));
    const { host, ask, end } = await meet({ say });
    assert.equal(brief(await ask('user1@acme.com')), 'refused: rate-or-temporary');
    await end();
    assert.equal(host.connections.length, 1);
  });

  it('tells of a recipient whose asking ends every session, and not of those behind', async () => {
    const say = (command: string) => (command.includes('<drop') ? 'hang up' : usual(command));
    const { ask, end } = await meet({ say });
    await ask('user0@acme.com');
    const found = await Promise.all(['drop1@acme.com', 'user2@acme.com', 'gone3@acme.com'].map((address) => ask(address)));
    await end();
    assert.deepEqual(found.map(brief), ['dropped', 'accepted, random refused', 'refused: mailbox-missing']);
  });

  it('lets those behind a recipient that is never answered go to another', async () => {
    const say = (command: string, { recipients }: { recipients: string[] }) => (recipients.some((each) => each.startsWith('silent')) ? undefined : usual(command));
    const { ask, end } = await meet({ say }, { replyTimeoutMs: 200 });
    await ask('user0@acme.com');
    const found = await Promise.all(['silent1@acme.com', 'user2@acme.com'].map((address) => ask(address)));
    await end();
    assert.deepEqual(found.map(brief), ['timed-out', 'accepted, random refused']);
  });

  it('takes nobody else while a recipient is left without an answer', async () => {
    let isAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const { ask, end } = await meet(
      {
        extensions: ['PIPELINING'],
        say: (command) => {
          if (!command.startsWith('RCPT TO:<silent')) return usual(command);
          isAsked();
          return undefined;
        },
      },
      { stalledMs: 0, replyTimeoutMs: 60_000 },
    );
    assert.equal(brief(await ask('user1@acme.com')), 'accepted, random refused');
    const controller = new AbortController();
    const silent = ask('silent@acme.com', 60_000, controller.signal);
    await asked;
    assert.equal(brief(await ask('user2@acme.com')), 'accepted, random refused');
    controller.abort();
    assert.equal(brief(await silent), 'aborted');
    await end();
  });

  it('leaves nobody waiting beyond their time', async () => {
    const { ask, end } = await meet({ extensions: [], say: (command) => (command.startsWith('RCPT') ? undefined : usual(command)) }, { connectionsPerHost: 1, replyTimeoutMs: 60_000 });
    const signal = AbortSignal.timeout(300);
    const found = await Promise.all([ask('user1@acme.com', 100), ask('user2@acme.com', 200), ask('user3@acme.com', 60_000, signal)]);
    await end();
    assert.deepEqual(found.map(brief), ['timed-out', 'timed-out', 'aborted']);
  });

  it('is not lost to those who wait where the first one leaves', async () => {
    let greet: () => void = () => undefined;
    const { host, ask, end } = await meet({ banner: ({ socket }) => ((greet = () => socket.write('220 mx\r\n')), '220-wait') });
    const leaving = new AbortController();
    const [first, second] = [ask('user1@acme.com', 5000, leaving.signal), ask('user2@acme.com')];
    while (!host.connections.length) await new Promise(setImmediate);
    leaving.abort();
    assert.equal((await first).outcome, 'aborted');
    greet();
    assert.equal(brief(await second), 'accepted, random refused');
    await end();
    assert.deepEqual(host.connections.map(({ recipients }) => recipients[0]), ['user2@acme.com']);
  });

  it('is given up where all that it was asked for have left, and others served', async () => {
    const say = (command: string) => (command.includes('<silent') ? undefined : usual(command));
    const { host, ask, end } = await meet({ say }, { connectionsPerHost: 1, replyTimeoutMs: 60_000 });
    await ask('user0@acme.com');
    const leaving = new AbortController();
    const silent = [1, 2, 3, 4].map((at) => ask(`silent${at}@acme.com`, 60_000, leaving.signal));
    while ((host.connections[0]?.recipients.length ?? 0) < 6) await new Promise(setImmediate);
    leaving.abort();
    await Promise.all(silent);
    assert.equal(brief(await ask('user5@acme.com', 60_000)), 'accepted, random refused');
    await end();
  });

  it('is given up while it comes about where nobody waits for it any more, also those who came later', async () => {
    const { host, ask, end } = await meet({ banner: () => '220-wait' }, { connectionsPerHost: 1, replyTimeoutMs: 60_000 });
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [ask('user1@acme.com', 60_000, first.signal), ask('user2@acme.com', 60_000, second.signal)];
    while (!host.connections.length) await new Promise(setImmediate);
    first.abort();
    second.abort();
    await Promise.all(asked);
    const socket = host.connections[0]?.socket;
    await closed(socket);
    await end();
  });

  it('is given up where nobody waits for it any more', async () => {
    const { host, ask, end } = await meet({ extensions: [], say: (command) => (command.startsWith('RCPT') ? undefined : usual(command)) }, { replyTimeoutMs: 60_000 });
    await ask('user1@acme.com', 200);
    const socket = host.connections[0]?.socket;
    await closed(socket);
    await end();
  });

  it('says QUIT when nobody has asked for a while', async () => {
    const { host, ask, end } = await meet({}, { idleMs: 50 });
    await ask('user1@acme.com');
    const socket = host.connections[0]?.socket;
    assert.ok(socket);
    await closed(socket);
    await end();
    assert.equal(host.connections[0]?.commands.at(-1), 'QUIT');
  });

  it('says QUIT when the probe is closed, and asks nobody afterwards', async () => {
    const { host, probe, ask, end } = await meet({}, { idleMs: 60_000 });
    await ask('user1@acme.com');
    probe.close();
    assert.equal((await ask('user2@acme.com')).outcome, 'aborted');
    await end();
    assert.deepEqual([host.connections.length, host.connections[0]?.commands.at(-1)], [1, 'QUIT']);
  });

  it('is not tried again where a host takes no more connections than it has', async () => {
    const say = (command: string, { socket }: { socket: { destroyed: boolean } }) => (socket.destroyed ? undefined : usual(command));
    const { host, ask, end } = await meet({ extensions: [], say, banner: ({ number }) => (number ? '421 4.7.0 Too many connections' : '220 mx') }, { paceMs: 0 });
    const addresses = many(6);
    await ask('user0@acme0.com');
    const found = await Promise.all(addresses.map((address) => ask(address)));
    await end();
    assert.deepEqual(found.map(brief), addresses.map(expected));
    assert.equal(host.connections.length, 2);
  });
});

describe('a host that takes no more connections than it has', () => {
  it('is offered further ones after a while', async () => {
    let isFull = false;
    const { host, ask, end } = await meet({ extensions: [], banner: () => (isFull ? '421 4.7.0 Too many connections' : '220 mx') }, { paceMs: 0, contentMs: 20 });
    await ask('user0@acme.com');
    isFull = true;
    // The second is refused: it is asked where the first was.
    await Promise.all(many(4).map((address) => ask(address)));
    isFull = false;
    while (host.mostOpen() < 3) await Promise.all(many(12).map((address) => ask(address)));
    await end();
  });
});

describe('what was heard before a session ended', () => {
  it('of a recipient alone is its answer', async () => {
    for (const extensions of [['PIPELINING'], []]) {
      const say = (command: string, { socket }: { socket: Socket }) => {
        if (command.startsWith('RCPT')) socket.end('550 5.1.1 User unknown\r\n');
        return command.startsWith('MAIL') ? usual(command) : undefined;
      };
      const { ask, end } = await meet({ extensions, say });
      assert.equal(brief(await ask('gone1@acme.com')), 'refused: mailbox-missing');
      await end();
    }
  });

  it('of one of several is asked for again where it does not name the mailbox', async () => {
    const say = (command: string, { number, socket, recipients }: { number: number; socket: Socket; recipients: string[] }) => {
      if (number && command.startsWith('RCPT')) return '250 2.1.5 OK';
      if (recipients.length < 3) return usual(command);
      if (command.startsWith('RCPT')) socket.end('550 5.1.1 User unknown\r\n');
      return undefined;
    };
    const { ask, end } = await meet({ say });
    await ask('user0@acme.com');
    const [first] = await Promise.all([ask('first@acme.com'), ask('second@acme.com')]);
    await end();
    assert.equal(first?.outcome, 'accepted');
  });

  it('proves nothing of the domain: a random address without an answer makes nobody accept-all', async () => {
    const say = (command: string) => (command.includes('<r4nd0m') ? undefined : usual(command));
    const { ask, end } = await meet({ say }, { replyTimeoutMs: 100 });
    const found = [await ask('gone1@acme.com'), await ask('user2@acme.com')];
    await end();
    assert.deepEqual(found.map(brief), ['refused: mailbox-missing', 'accepted, random inconclusive']);
  });
});

describe('replies out of step', () => {
  it('in a later session are found out as in the first', async () => {
    // From the second connection on, each reply is the one to the command before.
    const last = new Map<number, string>();
    const say = (command: string, { number }: { number: number }) => {
      if (!number) return usual(command);
      const reply = last.get(number) ?? '250 2.0.0 OK';
      last.set(number, usual(command));
      return reply;
    };
    const { ask, end } = await meet({ say }, { recipientsPerSession: 1 });
    await ask('user0@acme.com');
    const found = await ask('gone1@acme.com');
    await end();
    assert.equal(brief(found), 'garbled');
  });

  it('in a later question are found out as in the first', async () => {
    const say = (command: string) => (command.includes('<odd') ? '250 2.1.5 OK\r\n250 2.1.5 OK' : usual(command));
    const { ask, end } = await meet({ say });
    await ask('user0@acme.com');
    const addresses = ['odd1@acme.com', 'gone2@acme.com', 'user3@acme.com', 'gone4@acme.com'];
    const found = await Promise.all(addresses.map((address) => ask(address)));
    await end();
    assert.deepEqual(found.map(brief), ['garbled', ...addresses.slice(1).map(expected)]);
  });

  it('show in what is said to EHLO: a second banner is no greeting', async () => {
    // The second banner comes when EHLO has been sent.
    const { ask, end } = await meet({ banner: ({ socket }) => (socket.once('line', () => socket.write('220 mx\r\n')), '220 mx') });
    assert.equal(brief(await ask('user1@acme.com')), 'garbled');
    await end();
  });

  /** Says one thing too much after a command, at once or when the next one has come. */
  const extra = (after: string, reply: string) => (command: string) => (command.startsWith(after) ? `${usual(command)}\r\n${reply}` : usual(command));
  for (const [name, say] of [
    ['after MAIL', extra('MAIL', '250 2.1.0 OK')],
    ['after RCPT', extra('RCPT', '250 2.1.5 OK')],
    ['after EHLO', (command: string) => usual(command)],
  ] as const) {
    for (const extensions of [['PIPELINING'], []] as const) {
      it(`${name}${extensions.length ? ', pipelined' : ''}, make nobody deliverable or gone`, async () => {
        const banner = () => (name === 'after EHLO' ? '220 mx\r\n250 mx' : '220 mx');
        const { ask, end } = await meet({ say, extensions, banner });
        const found = [await ask('gone1@acme.com'), await ask('user2@acme.com')];
        await end();
        assert.deepEqual(found.map(brief), ['garbled', 'garbled']);
      });
    }
  }

  it('that lag behind make nobody deliverable', async () => {
    let last = '250 2.1.0 OK';
    // From MAIL on, each reply is the one to the command before.
    const lagging = (command: string) => {
      if (!/^(MAIL|RCPT|RSET)/.test(command)) return usual(command);
      const reply = last;
      last = usual(command);
      return reply;
    };
    const { ask, end } = await meet({ say: lagging });
    const evidence = await ask('gone1@acme.com');
    await end();
    assert.notEqual(brief(evidence), 'accepted, random refused');
  });

  it('that name somebody else who is asked for are not taken for one\'s own', async () => {
    const waiting: string[] = [];
    const { ask, end } = await meet({
      // Once both are asked for, the second is answered first.
      say: (command, { socket, recipients }) => {
        if (!/^RCPT TO:<gone/.test(command) || recipients.length > 5) return usual(command);
        waiting.unshift(usual(command));
        if (waiting.length === 2) socket.write(`${waiting.splice(0).join('\r\n')}\r\n`);
        return undefined;
      },
    });
    await ask('user0@acme.com');
    const found = await Promise.all([ask('gone1@acme.com'), ask('gone2@acme.com')]);
    await end();
    for (const [at, evidence] of found.entries()) {
      if (evidence.outcome === 'refused') assert.ok(replyOf(evidence).includes(`gone${at + 1}@`), replyOf(evidence));
    }
  });
});
