import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailboxProbe } from '../../../src/service/probe/index.js';
import type { ProbeEvidence } from '../../../src/service/verdict/index.js';
import { brief, expected, many, meet, replyOf, options } from './meeting.js';
import { scripted, usual } from './scripted-host.js';

describe('recipients of one mail host', () => {
  for (const [name, extensions] of [
    ['that pipelines', ['PIPELINING']],
    ['that does not', []],
  ] as const) {
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

  it('share a connection if they are asked for one after another', async () => {
    const { host, ask, end } = await meet();
    for (const address of ['user1@acme.com', 'gone2@acme.com', 'user3@acme.com'])
      assert.equal(brief(await ask(address)), expected(address));
    await end();
    assert.deepEqual(
      host.connections.map(({ recipients }) => recipients),
      [['user1@acme.com', 'r4nd0m@acme.com', 'gone2@acme.com', 'user3@acme.com']],
    );
  });

  it('are limited per session', async () => {
    const { host, ask, end } = await meet({}, { recipientsPerSession: 4 });
    for (let at = 0; at < 10; at += 1) await ask(`user${at}@acme.com`);
    await end();
    assert.deepEqual(
      host.connections.map(({ recipients }) => recipients.filter((each) => each.startsWith('user')).length),
      [4, 4, 2],
    );
  });

  it('get the next session in advance if they come fast', async () => {
    const { host, ask, end } = await meet({}, { recipientsPerSession: 4, paceMs: 0 });
    for (let at = 0; at < 4; at += 1) await ask(`user${at}@acme.com`);
    while (host.connections.length < 2) await new Promise(setImmediate);
    for (let at = 4; at < 7; at += 1) await ask(`user${at}@acme.com`);
    await end();
    const verbs = host.connections.map(({ commands }) => commands.map((command) => command.split(' ')[0]));
    assert.deepEqual(verbs, [
      [
        'EHLO',
        'MAIL',
        'RCPT',
        'RCPT',
        'RSET',
        'EHLO',
        ...Array.from({ length: 3 }, () => ['MAIL', 'RCPT', 'RSET']).flat(),
        'QUIT',
      ],
      [
        'EHLO',
        'MAIL',
        'RCPT',
        'RSET',
        'EHLO',
        ...Array.from({ length: 2 }, () => ['MAIL', 'RCPT', 'RSET']).flat(),
        'QUIT',
      ],
    ]);
  });

  it('get no session in advance if they come slowly', async () => {
    const { host, ask, end } = await meet({}, { recipientsPerSession: 2, paceMs: 0, idleMs: 0 });
    await Promise.all([ask('user0@acme.com'), ask('user1@acme.com')]);
    await end();
    assert.ok(host.connections.every(({ recipients }) => recipients.length > 0));
  });

  it('are fewer a session if many are refused', async () => {
    const { host, ask, end } = await meet({}, { recipientsPerSession: 100 });
    for (let at = 0; at < 12; at += 1) await ask(`gone${at}@acme.com`);
    await end();
    assert.equal(host.connections.length, 2);
  });

  it('are limited per session to fewer than twenty errors, after which hosts hang up', async () => {
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

  it('that someone waits for go before those that no one waits for', async () => {
    const { host, ask, end } = await meet({ extensions: [] }, { recipientsPerSession: 100, connectionsPerHost: 1 });
    await ask('user0@acme.com');
    const patient = many(6).map((address) => ask(`patient${address}`, 5000, undefined, true));
    const hasty = many(3).map((address) => ask(address));
    await Promise.all([...patient, ...hasty]);
    await end();
    const asked = host.connections
      .flatMap(({ recipients }) => recipients)
      .filter((each) => /^(?:patient)?(?:user|gone)\d@acme0/.test(each));
    // The first was under way before the others came.
    assert.deepEqual(
      asked.map((each) => each.startsWith('patient')),
      [true, false, false, false, true, true, true, true, true],
    );
  });

  it('that someone waits for do not wait for the random address of those that no one waits for', async () => {
    const { host, ask, end } = await meet({ extensions: [] }, { recipientsPerSession: 100, connectionsPerHost: 1 });
    await ask('user0@other.com');
    const patient = many(20).map((address) => ask(`patient${address}`, 5000, undefined, true));
    await ask('user1@acme0.com');
    const before = host.connections
      .flatMap(({ recipients }) => recipients)
      .filter((each) => each.startsWith('patient')).length;
    await Promise.all(patient);
    await end();
    assert.ok(before < 3, `${before} that nobody waits for came before`);
  });

  it('have a connection each if sessions are not shared', async () => {
    const { host, ask, end } = await meet({}, { recipientsPerSession: 1 });
    for (const address of many(5)) assert.equal(brief(await ask(address)), expected(address));
    await end();
    assert.equal(host.connections.length, 5);
    assert.ok(host.connections.every(({ commands }) => commands.at(-1) === 'QUIT'));
  });

  it('never use more connections than allowed, however slow the host', async () => {
    const { host, ask, end } = await meet(
      { extensions: [], say: (command) => (command.startsWith('RCPT') ? undefined : usual(command)) },
      { connectionsPerHost: 2 },
    );
    const found = await Promise.all(many(8).map((address) => ask(address, 400)));
    await end();
    assert.deepEqual([host.mostOpen(), [...new Set(found.map(brief))]], [2, ['timed-out']]);
  });

  it('get a transaction each if the host accepts one recipient at a time', async () => {
    let taken = 0;
    const say = (command: string) => {
      taken = command.startsWith('RCPT') ? taken + 1 : 0;
      return taken > 1 ? '550 5.5.3 Only one recipient for bounces' : usual(command);
    };
    const host = await scripted({ say });
    const probe = createMailboxProbe({ ...options, port: host.port, workspaceDetection: false });
    // No random address is asked for there, whose refusal would tell.
    const hosts = [{ name: 'aspmx.l.google.com', preference: 0, addresses: ['127.0.0.1'] }];
    for (const localPart of ['user1', 'user2', 'user3', 'user4']) {
      assert.equal(
        (await probe(hosts, { localPart, asciiDomain: 'acme.com' }, { timeoutMs: 5000 })).outcome,
        'accepted',
        localPart,
      );
    }
    probe.close();
    await host.close();
    assert.deepEqual(
      host.connections.map(({ recipients }) => recipients.map((each) => each.slice(0, 5))),
      [['user1', 'user2', 'user3', 'user4']],
    );
  });

  it('are in a transaction each', async () => {
    const { host, ask, end } = await meet();
    for (const address of ['user1@acme0.com', 'user2@acme0.com', 'user3@acme1.com']) await ask(address);
    await end();
    const verbs = host.connections[0]?.commands.map((command) => command.replace(/ .*@/, ' ')) ?? [];
    assert.deepEqual(verbs.slice(1, -1), [
      ...['MAIL own.com>', 'RCPT acme0.com>', 'RCPT acme0.com>', 'RSET', 'EHLO check.own.com'],
      ...['MAIL own.com>', 'RCPT acme0.com>', 'RSET'],
      ...['MAIL own.com>', 'RCPT acme1.com>', 'RCPT acme1.com>', 'RSET'],
    ]);
  });
});
