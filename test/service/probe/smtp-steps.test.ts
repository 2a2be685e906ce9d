import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { brief, expected, meet, replyOf } from './meeting.js';
import { usual } from './scripted-host.js';

describe('a reply before the session ended', () => {
  for (const [extensions, text, said] of [
    [[], 'User unknown', 'refused: mailbox-missing'],
    [['PIPELINING'], '<gone1@acme.com>: User unknown', 'refused: mailbox-missing'],
    // The random address was sent along: whom it is about nobody knows.
    [['PIPELINING'], 'User unknown', 'dropped'],
  ] as const) {
    it(`about a recipient gives ${said} if the host ${extensions.length ? 'pipelines' : 'is asked one by one'} and says "${text}"`, async () => {
      const say = (command: string, { socket }: { socket: Socket }) => {
        if (command.startsWith('RCPT')) socket.end(`550 5.1.1 ${text}\r\n`);
        return command.startsWith('MAIL') ? usual(command) : undefined;
      };
      const { ask, end } = await meet({ extensions, say });
      const found = await ask('gone1@acme.com');
      await end();
      assert.equal(brief(found), said);
    });
  }

  it('about one of several recipients is asked for again if it does not name the mailbox', async () => {
    const say = (
      command: string,
      { number, socket, recipients }: { number: number; socket: Socket; recipients: string[] },
    ) => {
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

  it('is required: an unanswered random address does not make a domain accept-all', async () => {
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

  it('of a host that skips a recipient and names none make no mailbox missing or existing', async () => {
    const say = (command: string) => {
      if (!command.startsWith('RCPT')) return usual(command);
      if (command.includes('<silent')) return undefined;
      return command.includes('<user') ? '250 2.1.5 OK' : '550 5.1.1 User unknown';
    };
    const { ask, end } = await meet({ say }, { replyTimeoutMs: 200 });
    await ask('user0@acme.com');
    const addresses = ['silent1@acme1.com', 'user2@acme2.com', 'gone3@acme3.com', 'user4@acme4.com', 'gone5@acme.com'];
    const found = await Promise.all(addresses.map((address) => ask(address)));
    await end();
    assert.deepEqual(found.map(brief), ['timed-out', ...addresses.slice(1).map(expected)]);
  });

  it('of a host that answers twice and ends in mid-question are no acceptance', async () => {
    const say = (command: string, { number, socket }: { number: number; socket: Socket }) => {
      if (!number) return usual(command);
      if (command.startsWith('RCPT')) socket.end('250 2.1.0 OK\r\n');
      return command.startsWith('RCPT') ? undefined : usual(command);
    };
    const { ask, end } = await meet({ extensions: [], say }, { recipientsPerSession: 1 });
    await ask('user0@acme.com');
    const found = await ask('gone1@acme.com');
    await end();
    assert.equal(brief(found), 'accepted, random inconclusive');
  });

  it('are detected at EHLO: a second banner is no greeting', async () => {
    // The second banner comes when EHLO has been sent.
    const { host, ask, end } = await meet({
      banner: ({ socket }) => (socket.once('line', () => socket.write('220 mx\r\n')), '220 mx'),
    });
    assert.equal(brief(await ask('user1@acme.com')), 'garbled');
    await end();
    assert.ok(host.connections.every(({ commands }) => !commands.some((command) => command.startsWith('MAIL'))));
  });

  /** Says one thing too much after a command, at once or when the next one has come. */
  const extra = (after: string, reply: string) => (command: string) =>
    command.startsWith(after) ? `${usual(command)}\r\n${reply}` : usual(command);
  for (const [name, say] of [
    ['after MAIL', extra('MAIL', '250 2.1.0 OK')],
    ['after RCPT', extra('RCPT', '250 2.1.5 OK')],
    ['after EHLO', (command: string) => usual(command)],
  ] as const) {
    for (const extensions of [['PIPELINING'], []] as const) {
      it(`${name}${extensions.length ? ', pipelined' : ''}, give no mailbox a verdict`, async () => {
        const banner = () => (name === 'after EHLO' ? '220 mx\r\n250 mx' : '220 mx');
        const { ask, end } = await meet({ say, extensions, banner });
        const found = [await ask('gone1@acme.com'), await ask('user2@acme.com')];
        await end();
        assert.deepEqual(found.map(brief), ['garbled', 'garbled']);
      });
    }
  }

  it('that lag behind make no mailbox deliverable', async () => {
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

  it("that name another recipient do not count for one's own", async () => {
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
