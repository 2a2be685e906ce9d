import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterRefusal, isForgotten, isResting, type Rest } from '../../../../src/service/probe/manners/rest.js';
import { Refusals, type RestingPlace } from '../../../../src/service/probe/manners/refusals.js';
import type { Answer, MailboxQuestion } from '../../../../src/service/probe/smtp-question.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a place that refuses', () => {
  const refuse = (proofs: readonly ('certain' | 'doubtful')[], wait: (rest: Rest) => number): number[] => {
    let now = 0;
    let rest: Rest | undefined;
    return proofs.map((proof) => {
      if (rest) now = wait(rest);
      rest = afterRefusal(rest, { proof, reason: '554 5.7.1' }, now);
      return isResting(rest, now) ? (rest.until - now) / MINUTE : 0;
    });
  };
  const whenOver = ({ until }: Rest) => until;

  for (const [what, proofs, minutes] of [
    ['rests at once where it names us', ['certain'], [5]],
    ['rests after three in a row where it may mean the recipient', ['doubtful', 'doubtful', 'doubtful'], [0, 0, 5]],
    ['rests at any that follows a rest', ['certain', 'doubtful'], [5, 10]],
    [
      'rests twice as long each time, up to four hours',
      ['certain', 'certain', 'certain', 'certain', 'certain', 'certain', 'certain', 'certain'],
      [5, 10, 20, 40, 80, 160, 240, 240],
    ],
  ] as const)
    it(what, () => assert.deepEqual(refuse(proofs, whenOver), minutes));

  it('is new again after a day without a refusal', () => {
    assert.deepEqual(
      refuse(['certain', 'certain'], ({ until }) => until + 24 * HOUR),
      [5, 5],
    );
    const rest = afterRefusal(undefined, { proof: 'certain', reason: '421' }, 0);
    assert.deepEqual(
      [isForgotten(rest, rest.until + 24 * HOUR - 1), isForgotten(rest, rest.until + 24 * HOUR)],
      [false, true],
    );
  });
});

const questionTo = (host: string): MailboxQuestion => ({
  host,
  address: { localPart: 'user', asciiDomain: 'acme.com' },
  signal: new AbortController().signal,
});
const said = (host: string, code: number, text: string): Answer => ({
  kind: 'replied',
  about: { host, ip: '', startTls: undefined },
  reply: { code, lines: [text] },
});

const setUp = (providerOf = (host: string) => (host.endsWith('.big.com') ? 'big' : '')) => {
  const clock = { now: 1_000_000 };
  const told: string[] = [];
  const refusals = new Refusals({
    ...{ senders: ['probe@own.com'], now: () => clock.now, providerOf, isProvider: (place: string) => place === 'big' },
    onRest: ({ place }) => told.push(`rests: ${place}`),
    onWelcome: (place) => told.push(`welcome: ${place}`),
  });
  const leave = (ip: string, host: string, question = questionTo(host)): string => {
    const given = refusals.before(ip, question);
    return typeof given === 'object' ? `rests: ${given.place}` : given;
  };
  const hear = (ip: string, host: string, code: number, text: string, question = questionTo(host)) =>
    refusals.heard(ip, question, said(host, code, text));
  return { clock, told, refusals, leave, hear };
};
const BLOCKED = [554, '5.7.1 Client host [192.0.2.9] blocked using zen.spamhaus.org'] as const;
const DOUBTFUL = [550, '5.7.1 Message refused by policy'] as const;
const GOOD = [250, '2.1.5 OK'] as const;

describe('the memory of refusals', () => {
  it('leaves a host alone, and no other', () => {
    const { leave, hear, told } = setUp();
    hear('192.0.2.1', 'mx.acme.com', ...BLOCKED);
    assert.deepEqual(
      [leave('192.0.2.1', 'mx.acme.com'), leave('192.0.2.7', 'mx.acme.com'), leave('192.0.2.2', 'mx.other.com')],
      ['rests: mx.acme.com', 'rests: mx.acme.com', 'free'],
    );
    assert.deepEqual(told, ['rests: mx.acme.com']);
  });

  it('asks one by one while a refusal may have been the recipient’s, until a good answer', () => {
    const { leave, hear } = setUp();
    hear('192.0.2.1', 'mx.acme.com', ...DOUBTFUL);
    hear('192.0.2.1', 'mx.acme.com', ...DOUBTFUL);
    assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'one-by-one');
    hear('192.0.2.1', 'mx.acme.com', ...GOOD);
    assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'free');
    hear('192.0.2.1', 'mx.acme.com', ...DOUBTFUL);
    assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'one-by-one');
  });

  it('lets one question find out when a rest is over', () => {
    const { leave, hear, clock, told } = setUp();
    hear('192.0.2.1', 'mx.acme.com', ...BLOCKED);
    clock.now += 5 * MINUTE;
    const trial = questionTo('mx.acme.com');
    assert.deepEqual(
      [
        leave('192.0.2.1', 'mx.acme.com', trial),
        leave('192.0.2.1', 'mx.acme.com', trial),
        leave('192.0.2.1', 'mx.acme.com'),
      ],
      ['one-by-one', 'one-by-one', 'rests: mx.acme.com'],
    );
    hear('192.0.2.1', 'mx.acme.com', ...BLOCKED, trial);
    clock.now += 10 * MINUTE - 1;
    assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'rests: mx.acme.com');
    clock.now += 1;
    hear('192.0.2.1', 'mx.acme.com', ...GOOD);
    assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'free');
    assert.deepEqual(told, ['rests: mx.acme.com', 'rests: mx.acme.com', 'welcome: mx.acme.com']);
  });

  it('takes another question for the trial if the first is never answered', () => {
    const { leave, hear, clock } = setUp();
    hear('192.0.2.1', 'mx.acme.com', ...BLOCKED);
    clock.now += 5 * MINUTE;
    assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'one-by-one');
    clock.now += MINUTE;
    assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'one-by-one');
  });

  it('leaves a provider alone when two of its hosts refuse', () => {
    const { leave, hear, told } = setUp();
    hear('192.0.2.1', 'mx1.big.com', ...BLOCKED);
    assert.equal(leave('192.0.2.3', 'mx3.big.com'), 'free');
    hear('192.0.2.2', 'mx2.big.com', ...BLOCKED);
    assert.deepEqual([leave('192.0.2.3', 'mx3.big.com'), told.at(-1)], ['rests: big', 'rests: big']);
  });

  for (const [what, hosts, rounds] of [
    ['one of them twice', 10, 2],
    ['each of many once', 12, 1],
  ] as const)
    it(`leaves an address alone when many hosts there refuse, ${what}`, () => {
      const { leave, hear } = setUp();
      for (let at = 0; at < hosts * rounds; at++) hear('192.0.2.1', `mx.acme${at % hosts}.com`, ...DOUBTFUL);
      assert.equal(leave('192.0.2.1', 'mx.new.com'), 'rests: 192.0.2.1');
    });

  it('takes many hosts at a loopback address for those of a mail world', () => {
    const { leave, hear } = setUp();
    for (let at = 0; at < 40; at++) hear('127.0.0.1', `mx.acme${at}.com`, ...BLOCKED);
    assert.equal(leave('127.0.0.1', 'mx.new.com'), 'one-by-one');
  });

  for (const [what, code, text] of [
    ['greylisting', 450, '4.2.0 Greylisted, try again later'],
    ['a full mailbox', 452, '4.2.2 Mailbox full'],
    ['an unknown mailbox', 550, '5.1.1 User unknown'],
    ['a busy server', 451, '4.3.2 System not accepting network messages'],
    ['a sender that is not authenticated', 550, '5.7.9 DMARC'],
  ] as const)
    it(`does not count ${what}`, () => {
      const { leave, hear } = setUp();
      for (let at = 0; at < 5; at++) hear('192.0.2.1', 'mx.acme.com', code, text);
      assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'free');
    });

  it('learns from others the later end, and forgets with them', () => {
    const { leave, refusals, clock } = setUp();
    const rest: RestingPlace = {
      ...{ place: 'mx.acme.com', provider: '', strikes: 0, rests: 2, reason: '421', at: clock.now },
      until: clock.now + 10 * MINUTE,
    };
    refusals.learn(rest);
    refusals.learn({ ...rest, until: clock.now + 1 });
    clock.now += 9 * MINUTE;
    assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'rests: mx.acme.com');
    refusals.forget('mx.acme.com');
    assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'free');
  });

  it('keeps a bounded number of places, providers and those that refused again before others', () => {
    const { leave, hear, refusals, clock } = setUp();
    refusals.rest('big', 'too many unknown mailboxes');
    hear('192.0.2.1', 'mx.acme.com', ...BLOCKED);
    clock.now += 5 * MINUTE;
    hear('192.0.2.1', 'mx.acme.com', ...BLOCKED);
    const wildcard = (at: number) => [`198.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, `mx${at}.wild.com`] as const;
    for (let at = 0; at < 12_000; at++) hear(...wildcard(at), ...BLOCKED);
    assert.ok(refusals.resting().length <= 10_000, `${refusals.resting().length} places`);
    assert.equal(leave('192.0.2.1', 'mx.acme.com'), 'rests: mx.acme.com');
    assert.equal(leave(...wildcard(11_999)), 'rests: mx11999.wild.com');
    assert.ok(refusals.resting().some(({ place }) => place === 'big'));
    assert.equal(leave(wildcard(11_999)[0], 'mx.other.com'), 'one-by-one', 'the row of an IP address is kept');
  });
});
