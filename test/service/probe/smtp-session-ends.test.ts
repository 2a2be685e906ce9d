import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { brief, closed, expected, many, meet } from './meeting.js';
import { usual } from './scripted-host.js';

describe('a shared session that ends', () => {
  it('starts again for recipients who did not cause the end', async () => {
    const say = (command: string, { recipients }: { recipients: string[] }) =>
      command.startsWith('RCPT') && recipients.length > 4 ? 'hang up' : usual(command);
    const { host, ask, end } = await meet({ say });
    const addresses = many(9);
    for (const address of addresses) assert.equal(brief(await ask(address)), expected(address));
    await end();
    assert.ok(host.connections.length > 1);
  });

  it('starts again after a 421 that another recipient caused', async () => {
    const say = (command: string, { recipients }: { recipients: string[] }) =>
      command.startsWith('RCPT') && recipients.length > 3 ? '421 4.7.0 Too many' : usual(command);
    const { ask, end } = await meet({ say });
    for (const address of many(6)) assert.equal(brief(await ask(address)), expected(address));
    await end();
  });

  for (const [name, command, reply] of [
    ['MAIL', 'MAIL', '452 4.5.3 Too many messages in this connection'],
    ['RCPT', 'RCPT', '450 4.7.1 Error: too many errors in this session'],
    ['MAIL, and ends', 'MAIL', '421 4.7.0 Enough'],
  ] as const) {
    it(`is replaced after others met a limit reported at ${name}`, async () => {
      const say = (said: string, { commands }: { commands: string[] }) =>
        said.startsWith(command) && commands.filter((each) => each.startsWith('MAIL')).length > 3 ? reply : usual(said);
      const { host, ask, end } = await meet({ say });
      for (const address of many(6)) assert.equal(brief(await ask(address)), expected(address));
      await end();
      assert.equal(host.connections.length, 2);
    });
  }

  it('is replaced after others met a limit that closes it at once', async () => {
    const say = (command: string, { socket, recipients }: { socket: Socket; recipients: string[] }) => {
      if (!command.startsWith('RCPT') || recipients.length < 4)
        return socket.writableEnded ? undefined : usual(command);
      socket.end('421 4.7.0 Too many\r\n');
      return undefined;
    };
    for (const extensions of [['PIPELINING'], []]) {
      const { ask, end } = await meet({ extensions, say });
      for (const address of many(6)) assert.equal(brief(await ask(address)), expected(address));
      await end();
    }
  });

  it('is not replaced if its first recipient meets a limit', async () => {
    const say = (command: string) => (command.startsWith('RCPT') ? '452 4.5.3 Too many recipients' : usual(command));
    const { host, ask, end } = await meet({ say });
    assert.equal(brief(await ask('user1@acme.com')), 'refused: rate-or-temporary');
    await end();
    assert.equal(host.connections.length, 1);
  });

  it('gives a result only to the recipient whose RCPT ends every session; those behind are asked again', async () => {
    const say = (command: string) => (command.includes('<drop') ? 'hang up' : usual(command));
    const { ask, end } = await meet({ say });
    await ask('user0@acme.com');
    const found = await Promise.all(
      ['drop1@acme.com', 'user2@acme.com', 'gone3@acme.com'].map((address) => ask(address)),
    );
    await end();
    assert.deepEqual(found.map(brief), ['dropped', 'accepted, random refused', 'refused: mailbox-missing']);
  });

  it('moves recipients behind an unanswered one to another session', async () => {
    const say = (command: string, { recipients }: { recipients: string[] }) =>
      recipients.some((each) => each.startsWith('silent')) ? undefined : usual(command);
    const { ask, end } = await meet({ say }, { replyTimeoutMs: 200 });
    await ask('user0@acme.com');
    const found = await Promise.all(['silent1@acme.com', 'user2@acme.com'].map((address) => ask(address)));
    await end();
    assert.deepEqual(found.map(brief), ['timed-out', 'accepted, random refused']);
  });

  it('takes no further recipient while one is unanswered', async () => {
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

  it('answers each caller within its timeout', async () => {
    const { ask, end } = await meet(
      { extensions: [], say: (command) => (command.startsWith('RCPT') ? undefined : usual(command)) },
      { connectionsPerHost: 1, replyTimeoutMs: 60_000 },
    );
    const signal = AbortSignal.timeout(300);
    const found = await Promise.all([
      ask('user1@acme.com', 100),
      ask('user2@acme.com', 200),
      ask('user3@acme.com', 60_000, signal),
    ]);
    await end();
    assert.deepEqual(found.map(brief), ['timed-out', 'timed-out', 'aborted']);
  });

  it('is not lost to those who wait if the first one leaves', async () => {
    let greet: () => void = () => undefined;
    const { host, ask, end } = await meet({
      banner: ({ socket }) => ((greet = () => socket.write('220 mx\r\n')), '220-wait'),
    });
    const leaving = new AbortController();
    const [first, second] = [ask('user1@acme.com', 5000, leaving.signal), ask('user2@acme.com')];
    while (!host.connections.length) await new Promise(setImmediate);
    leaving.abort();
    assert.equal((await first).outcome, 'aborted');
    greet();
    assert.equal(brief(await second), 'accepted, random refused');
    await end();
    assert.deepEqual(
      host.connections.map(({ recipients }) => recipients[0]),
      ['user2@acme.com'],
    );
  });

  it('is closed if all its callers have left after others were served', async () => {
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

  it('is closed while it is being opened if no one waits for it any more, including later callers', async () => {
    const { host, ask, end } = await meet(
      { banner: () => '220-wait' },
      { connectionsPerHost: 1, replyTimeoutMs: 60_000 },
    );
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

  it('is closed if no one waits for it any more', async () => {
    const { host, ask, end } = await meet(
      { extensions: [], say: (command) => (command.startsWith('RCPT') ? undefined : usual(command)) },
      { replyTimeoutMs: 60_000 },
    );
    await ask('user1@acme.com', 200);
    const socket = host.connections[0]?.socket;
    await closed(socket);
    await end();
  });

  it('sends QUIT after an idle time', async () => {
    const { host, ask, end } = await meet({}, { idleMs: 50 });
    await ask('user1@acme.com');
    const socket = host.connections[0]?.socket;
    assert.ok(socket);
    await closed(socket);
    await end();
    assert.equal(host.connections[0]?.commands.at(-1), 'QUIT');
  });

  it('sends QUIT when the probe is closed, and asks nothing afterwards', async () => {
    const { host, probe, ask, end } = await meet({}, { idleMs: 60_000 });
    await ask('user1@acme.com');
    probe.close();
    assert.equal((await ask('user2@acme.com')).outcome, 'aborted');
    await end();
    assert.deepEqual([host.connections.length, host.connections[0]?.commands.at(-1)], [1, 'QUIT']);
  });

  it('is not opened again if a host refuses further connections', async () => {
    const say = (command: string, { socket }: { socket: { destroyed: boolean } }) =>
      socket.destroyed ? undefined : usual(command);
    const { host, ask, end } = await meet(
      { extensions: [], say, banner: ({ number }) => (number ? '421 4.7.0 Too many connections' : '220 mx') },
      { paceMs: 0 },
    );
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
    const { host, ask, end } = await meet(
      { extensions: [], banner: () => (isFull ? '421 4.7.0 Too many connections' : '220 mx') },
      { paceMs: 0, reducedLimitMs: 20 },
    );
    await ask('user0@acme.com');
    isFull = true;
    // The second is refused: it is asked where the first was.
    await Promise.all(many(4).map((address) => ask(address)));
    isFull = false;
    while (host.mostOpen() < 3) await Promise.all(many(12).map((address) => ask(address)));
    await end();
  });
});
