import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AcceptAllCache } from '../../../src/service/probe/accept-all.js';
import { createMailboxProbe } from '../../../src/service/probe/index.js';
import type { ProbeEvidence } from '../../../src/service/verdict/index.js';
import { scripted, usual, type Script } from './scripted-host.js';

const MINUTE = 60_000;

/** Asks for addresses in rounds, all of one round at a time; a minute count before a round lets that time pass. */
async function ask(script: Script, ...rounds: (readonly string[] | number)[]) {
  const host = await scripted(script);
  let now = 1;
  const probe = createMailboxProbe({
    ...{ port: host.port, helo: 'check.own.com', mailFrom: '', randomLocalPart: () => 'r4nd0m', allowLoopback: true },
    ...{ connectTimeoutMs: 500, replyTimeoutMs: 1000, now: () => now },
  });
  const found: string[] = [];
  for (const round of rounds) {
    if (typeof round === 'number') {
      now += round * MINUTE;
      continue;
    }
    const evidence = await Promise.all(
      round.map((localPart) =>
        probe(
          [{ name: 'mx.acme.com', preference: 0, addresses: ['127.0.0.1'] }],
          { localPart, asciiDomain: 'acme.com' },
          { timeoutMs: 4000 },
        ),
      ),
    );
    found.push(...evidence.map(brief));
  }
  probe.close();
  await host.close();
  return {
    found,
    randoms: host.connections.flatMap(({ recipients }) => recipients).filter((each) => each.startsWith('r4nd0m'))
      .length,
  };
}

const brief = (evidence: ProbeEvidence): string =>
  evidence.outcome === 'accepted' ? `${evidence.random}: ${evidence.randomReply?.text}` : evidence.outcome;
const NO = 'refused: <r4nd0m@acme.com>: User unknown';

describe('a random address of a domain', () => {
  for (const extensions of [['PIPELINING'], []]) {
    const kind = extensions.length ? 'with pipelining' : 'one command at a time';
    it(`is asked for once, ${kind}, for concurrent questions`, async () => {
      assert.deepEqual(await ask({ extensions }, ['user1', 'user2', 'user3', 'user4']), {
        found: [NO, NO, NO, NO],
        randoms: 1,
      });
    });

    it(`is asked for by the next question, ${kind}, if the first mailbox is refused`, async () => {
      const { found, randoms } = await ask({ extensions }, ['gone1', 'user2', 'user3']);
      assert.deepEqual([found, randoms], [['refused', NO, NO], 1]);
    });
  }

  it('is remembered for half an hour', async () => {
    assert.deepEqual(await ask({}, ['user1'], 29, ['user2']), { found: [NO, NO], randoms: 1 });
    assert.deepEqual(await ask({}, ['user1'], 31, ['user2']), { found: [NO, NO], randoms: 2 });
  });

  it('is cached if it was accepted, too', async () => {
    const say = () => '250 OK';
    assert.deepEqual(await ask({ say }, ['user1'], 29, ['user2', 'user3']), {
      found: ['accepted: OK', 'accepted: OK', 'accepted: OK'],
      randoms: 1,
    });
  });

  it('is asked for again soon if the answer was inconclusive', async () => {
    let asked = 0;
    const say = (command: string) => {
      if (!command.includes('<r4nd0m')) return usual(command);
      asked += 1;
      return asked <= 2 ? '451 4.3.0 Not now' : usual(command);
    };
    const { found } = await ask({ say }, ['user1'], ['user2'], 1, ['user3']);
    assert.deepEqual(found, ['inconclusive: Not now', 'inconclusive: Not now', NO]);
  });

  it('has a transaction of its own if the host accepts one recipient at a time', async () => {
    let taken = 0;
    const say = (command: string) => {
      if (!command.startsWith('RCPT')) {
        taken = 0;
        return '250 OK';
      }
      taken += 1;
      return taken > 1 ? '550 5.5.3 Only one recipient for bounces' : usual(command);
    };
    const { found, randoms } = await ask({ say }, ['user1', 'user2', 'gone3']);
    assert.deepEqual([found, randoms], [[NO, NO, 'refused'], 2]);
  });
});

describe('a random local part that cannot be had', () => {
  it('does not keep others from asking for one', async () => {
    const host = await scripted();
    let isFailing = true;
    const probe = createMailboxProbe({
      ...{
        port: host.port,
        helo: 'check.own.com',
        mailFrom: '',
        allowLoopback: true,
        connectTimeoutMs: 500,
        replyTimeoutMs: 1000,
      },
      randomLocalPart: () => {
        if (isFailing) throw new Error('No chance.');
        return 'r4nd0m';
      },
    });
    const ask = () =>
      probe(
        [{ name: 'mx.acme.com', preference: 0, addresses: ['127.0.0.1'] }],
        { localPart: 'user1', asciiDomain: 'acme.com' },
        { timeoutMs: 2000 },
      );
    await assert.rejects(ask(), /No chance/);
    isFailing = false;
    const evidence = await ask();
    probe.close();
    await host.close();
    assert.equal(brief(evidence), NO);
  });
});

describe('a backup mail host', () => {
  it('that accepts every address does not discredit the refusals of the first one', async () => {
    const host = await scripted({ say: (command, { number }) => (number ? '250 OK' : usual(command)) });
    const probe = createMailboxProbe({
      ...{
        port: host.port,
        helo: 'check.own.com',
        mailFrom: '',
        randomLocalPart: () => 'r4nd0m',
        allowLoopback: true,
        recipientsPerSession: 1,
      },
      ...{ connectTimeoutMs: 500, replyTimeoutMs: 1000 },
    });
    const ask = async (name: string, localPart: string) =>
      brief(
        await probe(
          [{ name, preference: 0, addresses: ['127.0.0.1'] }],
          { localPart, asciiDomain: 'acme.com' },
          { timeoutMs: 4000 },
        ),
      );
    const found = [await ask('mx1.acme.com', 'user1'), await ask('mx2.acme.com', 'nobody')];
    probe.close();
    await host.close();
    assert.deepEqual(found, [NO, 'accepted: OK']);
  });
});

describe('the cache of accept-all domains', () => {
  it('lets one caller ask, and the next if the first found nothing', async () => {
    const memory = new AcceptAllCache();
    const first = memory.claim('acme.com', false);
    assert.ok(first);
    assert.equal(memory.claim('acme.com', false), undefined);
    const settled = memory.settled('acme.com', new AbortController().signal);
    first.settle();
    await settled;
    const second = memory.claim('acme.com', false);
    second?.settle({ random: 'accepted' });
    assert.deepEqual([memory.known('acme.com'), memory.claim('acme.com', false)], [{ random: 'accepted' }, undefined]);
  });

  it('lets an impatient caller ask beside a patient one, and no third caller', () => {
    const memory = new AcceptAllCache();
    const patient = memory.claim('acme.com', true);
    assert.ok(patient);
    assert.equal(memory.claim('acme.com', true), undefined);
    const hasty = memory.claim('acme.com', false);
    assert.ok(hasty);
    assert.deepEqual([memory.claim('acme.com', false), memory.claim('acme.com', true)], [undefined, undefined]);
    patient.settle();
    assert.equal(memory.claim('acme.com', true), undefined, 'the other still asks');
    hasty.settle({ random: 'refused' });
    assert.deepEqual(memory.known('acme.com'), { random: 'refused' });
  });

  it('does not keep a caller who leaves waiting', async () => {
    const memory = new AcceptAllCache();
    memory.claim('acme.com', false);
    await memory.settled('acme.com', AbortSignal.abort());
    const controller = new AbortController();
    const settled = memory.settled('acme.com', controller.signal);
    controller.abort();
    await settled;
  });

  it('is bounded', () => {
    const memory = new AcceptAllCache();
    for (let at = 0; at <= 10_000; at += 1) memory.claim(`acme${at}.com`, false)?.settle({ random: 'refused' });
    assert.deepEqual([memory.known('acme0.com'), memory.known('acme10000.com')], [undefined, { random: 'refused' }]);
  });
});
