import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createMailboxProbe } from '../../../src/service/probe/index.js';
import { brief, closed, expected, meet, options } from './meeting.js';
import { listen } from './raw-host.js';
import { usual, type Connection } from './scripted-host.js';

/** A host's own words for RSET; the usual ones for all else. */
const resets = (words: string | (() => string)) => (command: string) =>
  command === 'RSET' ? `250 ${typeof words === 'string' ? words : words()}` : usual(command);
const greetings = ({ commands }: Connection) => commands.filter((command) => command.startsWith('EHLO')).length;
const nonMail = (connection: Connection) =>
  greetings(connection) - 1 + connection.commands.filter((command) => command === 'RSET').length - 1;

describe('an Exim host, which hangs up after more than ten commands outside a mail transaction,', () => {
  for (const extensions of [['PIPELINING'], []]) {
    it(`never gets so many${extensions.length ? ', pipelined' : ''}`, async () => {
      const { host, ask, end } = await meet({ extensions, say: resets('Reset OK') });
      const addresses = Array.from({ length: 40 }, (_, at) => `user${at}@acme.com`);
      for (const address of addresses.slice(0, 15)) assert.equal(brief(await ask(address)), expected(address));
      const found = await Promise.all(addresses.map((address) => ask(address)));
      await end();
      assert.deepEqual(found.map(brief), addresses.map(expected));
      assert.ok(
        host.connections.every((connection) => nonMail(connection) <= 10),
        host.connections.map(nonMail).join(),
      );
    });
  }
});

describe('a host whose answer to RSET is recognisable', () => {
  it('gets one EHLO if commands are sent one by one', async () => {
    for (const words of ['2.0.0 Reset state', '2.0.0 Resetting', 'flushed', 'reset', 'Reset OK']) {
      const { host, ask, end } = await meet({ extensions: [], say: resets(words) });
      for (const address of ['gone0@acme.com', 'user1@acme.com'])
        assert.equal(brief(await ask(address)), expected(address));
      await end();
      assert.deepEqual(host.connections.map(greetings), [1], words);
    }
  });

  it('gets at most two EHLOs if it pipelines', async () => {
    let transaction = 0;
    const { host, ask, end } = await meet({ say: resets(() => `2.1.5 Flushed ${(transaction += 1)} - gsmtp`) });
    for (const at of [0, 1, 2, 3]) assert.equal(brief(await ask(`user${at}@acme.com`)), 'accepted, random refused');
    await end();
    assert.deepEqual(host.connections.map(greetings), [2]);
  });

  it('is garbled if the word is part of a domain, or comes twice', async () => {
    const lagging = (word: string) => {
      let last = word;
      return (command: string) => {
        const reply = last;
        last = usual(command);
        return reply;
      };
    };
    for (const word of ['250 2.1.5 reset.com', '250 Resetting']) {
      const { ask, end } = await meet({ extensions: [], say: lagging(word) });
      assert.equal(brief(await ask('user1@acme.com')), 'garbled', word);
      await end();
    }
  });
});

/** Long enough for what was said to arrive. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};
const GREETING = '250-mx\r\n250-PIPELINING\r\n250-STARTTLS\r\n250 HELP';

describe('nothing is sent behind a command that must be the last of its group', () => {
  /** A host that answers when it is told to, and what it had heard by then. */
  async function slow(answers: (line: string) => string | undefined, banner?: string) {
    const held: (() => void)[] = [];
    let hasCome: () => void = () => undefined;
    let opened: (socket: Socket) => void = () => undefined;
    const come = new Promise<void>((resolve) => (hasCome = resolve));
    const socket = new Promise<Socket>((resolve) => (opened = resolve));
    let hears = 0;
    const host = await listen((connection) => {
      opened(connection);
      if (banner) connection.write(`${banner}\r\n`);
      connection.on('line', (line: string) => {
        if (line.startsWith('EHLO') && (hears += 1) === 2) hasCome();
        const reply = line.startsWith('EHLO') && hears === 1 ? GREETING : answers(line);
        if (reply) connection.write(`${reply}\r\n`);
        else held.push(() => connection.write(line.startsWith('EHLO') ? `${GREETING}\r\n` : '250 2.0.0 Ok\r\n'));
      });
    });
    const probe = createMailboxProbe({ ...options, port: host.port, replyTimeoutMs: 60_000, recipientsPerSession: 1 });
    const ask = (signal?: AbortSignal) =>
      probe(
        [{ name: 'mx.acme.com', preference: 0, addresses: ['127.0.0.1'] }],
        { localPart: 'user', asciiDomain: 'acme.com' },
        { timeoutMs: 60_000, signal },
      );
    const release = () => held.splice(0).forEach((answer) => answer());
    const end = async () => {
      probe.close();
      await host.close();
    };
    return { host, ask, come, socket, release, end };
  }

  it('the banner, if the caller leaves before it', async () => {
    const { host, ask, socket, end } = await slow(() => undefined, '220-wait');
    const leaving = new AbortController();
    const asked = ask(leaving.signal);
    const connection = await socket;
    await turns();
    leaving.abort();
    await asked;
    await closed(connection);
    await end();
    assert.deepEqual(host.lines, []);
  });

  it('a second greeting, if the caller leaves before its answer', async () => {
    const { host, ask, come, socket, release, end } = await slow(
      (line) => (line.startsWith('MAIL') ? '250 2.1.0 Ok' : undefined),
      '220 mx',
    );
    const leaving = new AbortController();
    const asked = ask(leaving.signal);
    await come;
    leaving.abort();
    await asked;
    await turns();
    assert.ok(!host.lines.includes('QUIT'));
    release();
    await closed(await socket);
    await end();
    assert.equal(host.lines.at(-1), 'QUIT');
  });

  for (const [name, refusal, next] of [
    ['QUIT', '550 5.7.1 Not you', 'QUIT'],
    ['STARTTLS', '530 5.7.0 Must issue a STARTTLS command first', 'STARTTLS'],
  ] as const) {
    it(`a second greeting, if the sender is refused: ${name} comes after`, async () => {
      const { host, ask, come, release, end } = await slow(
        (line) => (line.startsWith('MAIL') ? refusal : line === 'STARTTLS' ? '454 Not now' : undefined),
        '220 mx',
      );
      const asked = ask();
      await come;
      await turns();
      assert.ok(!host.lines.includes(next));
      release();
      assert.equal((await asked).outcome, 'session-refused');
      await end();
    });
  }
});
