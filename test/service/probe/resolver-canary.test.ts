import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MxRecord } from 'node:dns';
import type { DnsAnswer } from '../../../src/service/probe/dns-questions.js';
import { ResolverCanary, type CanaryRound } from '../../../src/service/probe/resolver-canary.js';

const MINUTE = 60_000;
const found: DnsAnswer<MxRecord> = { kind: 'records', records: [{ exchange: 'mx.one.com', priority: 10 }] };
const missing = { kind: 'no-such-name' } as const;
const late = { kind: 'failed', why: 'timeout' } as const;

/** A canary over answers and a clock that the test sets. */
const setUp = () => {
  const world = { known: [found, found] as readonly DnsAnswer<MxRecord>[], invented: missing as DnsAnswer<never> };
  const asked: string[] = [];
  const told: string[] = [];
  const rounds: CanaryRound[] = [];
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  let now = 0;
  let hold: Promise<void> | undefined;
  const domains = ['one.com', 'two.com'];
  const canary = new ResolverCanary({
    domains,
    questions: {
      async mx(name) {
        asked.push(name);
        await hold;
        return domains.includes(name) ? (world.known[domains.indexOf(name)] ?? missing) : missing;
      },
      a: () => Promise.resolve(world.invented),
      close: () => undefined,
    },
    randomName: () => 'missing.com',
    onRound: (round) => rounds.push(round),
    onBlind: ({ kind }) => told.push(`blind: ${kind}`),
    onSight: () => told.push('sees'),
    clock: {
      now: () => now,
      after(milliseconds, work) {
        const timer = { at: now + milliseconds, work };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
  });
  /** Until all that is due has ended. */
  const rest = () => new Promise<void>((resolve) => void setImmediate(resolve));
  return {
    ...{ canary, world, asked, told, rounds, timers, rest },
    /** How many rounds have begun. */
    begun: () => asked.filter((name) => name === 'missing.com').length,
    holdAnswers() {
      let release = () => undefined as void;
      hold = new Promise((resolve) => (release = resolve));
      return () => release();
    },
    async advance(milliseconds: number) {
      now += milliseconds;
      for (const timer of timers)
        if (timer.at <= now) {
          timers.delete(timer);
          timer.work();
        }
      await rest();
    },
  };
};

const breakIt = (world: ReturnType<typeof setUp>['world']) => (world.known = [missing, late]);

describe('a round of the canary', () => {
  const rows: readonly (readonly [string, readonly DnsAnswer<MxRecord>[], DnsAnswer<never>, CanaryRound])[] = [
    ['all domains have mail hosts', [found, found], missing, { kind: 'good' }],
    ['one domain has mail hosts', [late, found], missing, { kind: 'good' }],
    ['the random name is not answered', [found, found], late, { kind: 'good' }],
    ['the random name has no records', [found, found], { kind: 'none' }, { kind: 'good' }],
    ['no domain exists', [missing, missing], missing, { kind: 'no-mail-hosts', why: 'NXDOMAIN' }],
    ['no domain has mail hosts', [{ kind: 'none' }, missing], missing, { kind: 'no-mail-hosts', why: 'no records' }],
    ['nothing is answered', [late, late], late, { kind: 'no-mail-hosts', why: 'timeout' }],
    ['the random name is answered', [found, found], { kind: 'records', records: [] }, { kind: 'rewritten' }],
  ];
  for (const [name, known, invented, expected] of rows)
    it(`is ${expected.kind} if ${name}`, async () => {
      const { canary, world, rounds } = setUp();
      Object.assign(world, { known, invented });
      assert.equal(await canary.isTrusted(), expected.kind === 'good');
      assert.deepEqual(rounds, [expected]);
    });
});

describe('the canary', () => {
  it('asks nothing before DNS is in use, and every quarter of a minute while it is', async () => {
    const { canary, begun, advance, rest } = setUp();
    await advance(10 * MINUTE);
    assert.equal(begun(), 0);
    canary.noteUse();
    await rest();
    await advance(14_999);
    canary.noteUse();
    assert.equal(begun(), 1);
    await advance(1);
    canary.noteUse();
    assert.equal(begun(), 2);
    await advance(10 * MINUTE);
    assert.equal(begun(), 2);
  });

  it('waits for a round if the last good one is more than a minute old, and for none before', async () => {
    const { canary, advance, begun, holdAnswers, rest } = setUp();
    assert.equal(await canary.isTrusted(), true);
    const release = holdAnswers();
    await advance(MINUTE);
    assert.equal(await canary.isTrusted(), true, 'while a new round runs');
    await advance(1);
    let answer: boolean | undefined;
    void canary.isTrusted().then((isTrusted) => (answer = isTrusted));
    await rest();
    assert.equal(answer, undefined);
    release();
    await rest();
    assert.deepEqual([answer, begun()], [true, 2]);
  });

  it('trusts nothing after one bad round, and is blind after a second one five seconds later, also if nobody asks then', async () => {
    const { canary, world, told, advance, begun } = setUp();
    breakIt(world);
    assert.equal(await canary.isTrusted(), false);
    await advance(4_999);
    assert.equal(await canary.isTrusted(), false);
    assert.deepEqual([canary.isBlind, begun(), told], [false, 1, []]);
    await advance(1);
    assert.deepEqual([canary.isBlind, begun(), told], [true, 2, ['blind: no-mail-hosts']]);
  });

  it('asks nothing while blind and idle', async () => {
    const { canary, world, advance, begun, timers } = setUp();
    breakIt(world);
    canary.noteUse();
    await advance(0);
    await advance(5_000);
    await advance(10 * MINUTE);
    assert.deepEqual([begun(), timers.size], [2, 0]);
  });

  it('goes on asking while blind and in use, says nothing again, and says once that it sees', async () => {
    const { canary, world, told, advance, begun } = setUp();
    breakIt(world);
    for (let second = 0; second <= 20; second++) {
      canary.noteUse();
      await advance(1_000);
    }
    assert.deepEqual([begun(), canary.isBlind, told], [5, true, ['blind: no-mail-hosts']]);
    world.known = [found, found];
    for (let second = 0; second < 20; second++) {
      canary.noteUse();
      await advance(1_000);
    }
    assert.deepEqual([canary.isBlind, told], [false, ['blind: no-mail-hosts', 'sees']]);
    assert.equal(await canary.isTrusted(), true);
  });

  it('takes one bad round between good ones for chance', async () => {
    const { canary, world, told, advance } = setUp();
    await canary.isTrusted();
    breakIt(world);
    await advance(15_000);
    canary.noteUse();
    await advance(0);
    world.known = [found, found];
    await advance(5_000);
    assert.deepEqual([canary.isBlind, told, await canary.isTrusted()], [false, [], true]);
  });

  it('is settled when a first bad round has been confirmed', async () => {
    const { canary, world, advance, rest } = setUp();
    await canary.settled();
    breakIt(world);
    canary.noteUse();
    await rest();
    let isSettled = false;
    void canary.settled().then(() => (isSettled = true));
    await advance(4_999);
    assert.equal(isSettled, false);
    await advance(1);
    await rest();
    assert.equal(isSettled, true);
  });

  it('is settled, asks nothing and tells nothing once it is closed', async () => {
    const { canary, world, told, rounds, begun, advance, timers, holdAnswers, rest } = setUp();
    breakIt(world);
    await canary.isTrusted();
    await advance(0);
    const release = holdAnswers();
    await advance(5_000);
    canary.close();
    await canary.settled();
    release();
    await rest();
    canary.noteUse();
    assert.deepEqual([rounds.length, told, begun(), timers.size], [1, [], 2, 0]);
  });
});
