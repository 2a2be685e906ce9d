import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailboxProbe } from '../../../src/service/probe/index.js';
import { decide } from '../../../src/service/verdict/table.js';
import { brief, options } from './meeting.js';
import { startStrayHost, type Pace, type Stray, type Words } from './stray-host.js';
import { sample, seeded } from '../../random.js';
import { seed, trials } from '../../soak.js';

const vocabularies: Readonly<Record<string, Words>> = {
  'a word of its own for each command': { MAIL: '250 2.1.0 Ok', RCPT: '250 2.1.5 Ok', RSET: '250 2.0.0 Ok' },
  'one word for RSET alone': { MAIL: '250 ok', RCPT: '250 ok', RSET: '250 flushed' },
  'one word for MAIL and RSET': { MAIL: '250 2.0.0 Ok', RCPT: '250 2.1.5 Ok', RSET: '250 2.0.0 Ok' },
  'one word for everything': { MAIL: '250 OK', RCPT: '250 OK', RSET: '250 OK' },
};
const strays = ['250 2.0.0 Ok', '250 OK', '250 flushed', '550 5.1.1 User unknown', '450 4.2.0 Later'];
/** All commands of the first questions, and those of the ones that come at a time; hosts of each kind at a time. */
const LAST_COMMAND = 16;
const AT_A_TIME = 6;

/** Asked one after the other, then together: what comes of each where nothing is said too much. */
const rounds = [
  ['gone0@acme.com'],
  ['user1@acme.com'],
  ['gone2@acme.com', 'user3@acme.com', 'user4@acme1.com', 'gone5@acme1.com'],
] as const;
const undisturbed = (address: string) => (address.startsWith('user') ? 'Safe to Send' : 'Invalid');

/** What is believed though it is not so. */
async function wrongOf(words: Words, pace: Pace, stray: Stray): Promise<string[]> {
  const host = await startStrayHost(words, pace, stray);
  const probe = createMailboxProbe({
    ...options,
    port: host.port,
    connectionsPerHost: 1,
    paceMs: 0,
    replyTimeoutMs: 250,
  });
  const wrong: string[] = [];
  const ask = async (address: string) => {
    const [localPart = '', asciiDomain = ''] = address.split('@');
    const evidence = await probe(
      [{ name: 'mx.acme.com', preference: 0, addresses: ['127.0.0.1'] }],
      { localPart, asciiDomain },
      { timeoutMs: 4000 },
    );
    const { result } = decide({ probe: evidence }, { role: false });
    if (![undisturbed(address), 'Unknown'].includes(result))
      wrong.push(`${JSON.stringify(stray)}: ${address} is ${result} (${brief(evidence)})`);
  };
  for (const round of rounds) await Promise.all(round.map(ask));
  probe.close();
  await host.close();
  return wrong;
}

/** Does all of them, so many at a time. */
async function everyWrong(words: Words, pace: Pace, all: readonly Stray[]): Promise<string[]> {
  const left = [...all];
  const wrong: string[] = [];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) wrong.push(...(await wrongOf(words, pace, next)));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return wrong;
}

const random = seeded(seed);

describe('a stray reply anywhere gives no mailbox a wrong verdict', { concurrency: true }, () => {
  for (const [name, words] of Object.entries(vocabularies)) {
    for (const pace of ['pipelined', 'one by one'] as const) {
      for (const way of ['together', 'apart'] as const) {
        it(`from a host with ${name}, ${pace}, ${way === 'apart' ? 'in a packet of its own' : 'with the reply before'}`, async () => {
          const all = Array.from({ length: LAST_COMMAND + 1 }, (_, after) =>
            strays.flatMap((reply) => [1, 3].map((times) => ({ reply, after, times, way, once: after % 2 === 0 }))),
          ).flat();
          assert.deepEqual(await everyWrong(words, pace, sample(all, trials(all.length), random)), [], `SEED=${seed}`);
        });
      }
    }
  }
});

describe('a stray refusal before a recipient that is never answered', () => {
  for (const pace of ['pipelined', 'one by one'] as const) {
    it(`does not count for the recipient, ${pace}`, async () => {
      const words = { MAIL: '250 2.1.0 Ok', RCPT: '', RSET: '250 2.0.0 Ok' };
      const host = await startStrayHost(words, pace, {
        reply: '550 5.1.1 User unknown',
        after: 2,
        times: 1,
        way: 'never again',
        once: false,
      });
      const probe = createMailboxProbe({ ...options, port: host.port, replyTimeoutMs: 60_000 });
      const evidence = await probe(
        [{ name: 'mx.acme.com', preference: 0, addresses: ['127.0.0.1'] }],
        { localPart: 'user1', asciiDomain: 'acme.com' },
        { timeoutMs: 150 },
      );
      probe.close();
      await host.close();
      assert.equal(evidence.outcome, 'timed-out');
    });
  }
});

describe('a host that says nothing too much', () => {
  for (const [name, words] of Object.entries(vocabularies)) {
    for (const pace of ['pipelined', 'one by one'] as const) {
      it(`is believed with ${name}, ${pace}`, async () => {
        const host = await startStrayHost(words, pace, { reply: '', after: -1, times: 0, way: 'together', once: true });
        const probe = createMailboxProbe({ ...options, port: host.port });
        const found: string[] = [];
        for (const address of rounds.flat()) {
          const [localPart = '', asciiDomain = ''] = address.split('@');
          const evidence = await probe(
            [{ name: 'mx.acme.com', preference: 0, addresses: ['127.0.0.1'] }],
            { localPart, asciiDomain },
            { timeoutMs: 4000 },
          );
          found.push(decide({ probe: evidence }, { role: false }).result);
        }
        probe.close();
        await host.close();
        assert.deepEqual(found, rounds.flat().map(undisturbed));
      });
    }
  }
});
