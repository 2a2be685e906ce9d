import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailManners, type Call } from '../../../../src/service/probe/manners/mail-manners.js';
import { mailProviders } from '../../../../src/service/probe/manners/provider-table.js';
import { askModes, providerOf, type MailProvider } from '../../../../src/service/probe/manners/providers.js';
import type { Answer, MailboxQuestion } from '../../../../src/service/probe/smtp-question.js';
import { manualClock } from './manual-clock.js';

const rule = { mode: 'ask', reason: '', source: '', date: '' } as const;
const BIG: MailProvider = {
  ...{ name: 'big', hosts: ['.big.com'], single: rule, lists: rule },
  ...{ connections: 2, perSecond: 2, perDay: 1000 },
};
const questionTo = (host: string, more: Partial<MailboxQuestion> = {}): MailboxQuestion => ({
  host,
  address: { localPart: 'user', asciiDomain: 'acme.com' },
  signal: new AbortController().signal,
  ...more,
});
const said = (host: string, code: number, text: string): Answer => ({
  kind: 'replied',
  about: { host, ip: '', startTls: undefined },
  reply: { code, lines: [text] },
});

type Hear = (code: number, text: string, more?: Partial<MailboxQuestion>) => void;

const setUp = (own: Partial<MailProvider> = {}) => {
  const clock = manualClock();
  const manners = new MailManners({ senders: ['probe@own.com'], providers: [{ ...BIG, ...own }], clock });
  const outcomes: string[] = [];
  const single: Call = { isList: false, signal: new AbortController().signal };
  const list: Call = { ...single, isList: true };
  /** Enters, and leaves at once unless `stays`. */
  const enter = (what: string, call: Call, host = 'mx.big.com', stays = false) =>
    manners.enter(host, call).then((pass) => {
      outcomes.push('outcome' in pass ? `${what}: ${pass.why}` : what);
      if (!stays && 'leave' in pass) pass.leave();
      return pass;
    });
  const hear = (code: number, text: string, more: Partial<MailboxQuestion> = {}) => {
    const question = 'host' in more ? (more as MailboxQuestion) : questionTo('mx.big.com', more);
    manners.before('192.0.2.1', question);
    manners.heard('192.0.2.1', question, said('mx.big.com', code, text));
  };
  /** Uses up what may pass at once. */
  const drain = async (calls = 20) => {
    for (let at = 0; at < calls; at++) await enter('', single);
    outcomes.length = 0;
  };
  return { clock, manners, outcomes, single, list, enter, hear, drain };
};

describe('the table of providers', () => {
  for (const [host, name] of [
    ['gmail-smtp-in.l.google.com', 'google'],
    ['aspmx.l.google.com', 'google'],
    ['smtp.google.com', 'google'],
    ['outlook-com.olc.protection.outlook.com', 'microsoft-consumer'],
    ['acme-com.mail.protection.outlook.com', 'microsoft-365'],
    ['acme-com.mail.protection.office365.us', 'microsoft-365'],
    ['acme-com.a-v1.mx.microsoft', 'microsoft-365'],
    ['mta5.am0.yahoodns.net', 'yahoo'],
    ['mx01.mail.icloud.com', 'apple'],
    ['mx.acme.com', undefined],
    ['evil-l.google.com.acme.com', undefined],
  ] as const)
    it(`has ${host} as ${name}`, () => assert.equal(providerOf(mailProviders, host)?.name, name));

  it('has a reason, a source and a day for each rule', () => {
    for (const { single, lists } of mailProviders)
      for (const { mode, reason, source, date } of [single, lists])
        assert.ok(askModes.includes(mode) && reason && /^https:/.test(source) && /^20\d\d-\d\d-\d\d$/.test(date));
  });

  it('has consumers’ mailboxes at Microsoft asked for slowly one by one, and never for a list', () => {
    const { single, lists } = mailProviders.find(({ name }) => name === 'microsoft-consumer') as MailProvider;
    assert.deepEqual([single.mode, lists.mode], ['ask-slowly', 'never']);
  });
});

describe('the way to a provider', () => {
  it('is closed by a rule, for lists apart', async () => {
    const { outcomes, enter, list, single } = setUp({ lists: { ...rule, mode: 'never', reason: 'forbids it' } });
    await enter('list', list);
    await enter('single', single);
    assert.deepEqual(outcomes, ['list: never', 'single']);
  });

  it('is free to hosts of nobody in the table', async () => {
    const { outcomes, enter, list, drain } = setUp();
    await drain();
    for (let at = 0; at < 100; at++) await enter('other', list, 'mx.acme.com', true);
    assert.equal(outcomes.length, 100);
  });

  it('is taken at the pace, by those first that somebody waits for', async () => {
    const { clock, outcomes, enter, list, single, drain } = setUp();
    await drain();
    void enter('list 1', list);
    void enter('list 2', list);
    void enter('single', single);
    await clock.advance(999);
    assert.deepEqual(outcomes, []);
    await clock.advance(1);
    assert.deepEqual(outcomes, ['single']);
    await clock.advance(2000);
    assert.deepEqual(outcomes, ['single', 'list 1', 'list 2']);
  });

  it('takes a quarter of the pace where the rule says slowly', async () => {
    const { clock, outcomes, enter, single, drain } = setUp({ single: { ...rule, mode: 'ask-slowly' } });
    await drain(5);
    const rest = enter('slow', single);
    await clock.advance(3999);
    assert.deepEqual(outcomes, []);
    await clock.advance(1);
    await rest;
    assert.deepEqual(outcomes, ['slow']);
  });

  it('lets no more in at a time than the provider has connections', async () => {
    const { outcomes, enter, single } = setUp();
    const [first] = [await enter('1', single, 'mx.big.com', true), await enter('2', single, 'mx.big.com', true)];
    const third = enter('3', single);
    assert.deepEqual(outcomes, ['1', '2']);
    if ('leave' in first) first.leave();
    await third;
    assert.deepEqual(outcomes, ['1', '2', '3']);
  });

  it('keeps one of the connections for those that somebody waits for', async () => {
    const { outcomes, enter, single, list } = setUp({ connections: 3 });
    for (const name of ['list 1', 'list 2', 'list 3']) void enter(name, list, 'mx.big.com', true);
    await new Promise(setImmediate);
    assert.deepEqual(outcomes, ['list 1', 'list 2']);
    await enter('single', single, 'mx.big.com', true);
    assert.deepEqual(outcomes, ['list 1', 'list 2', 'single']);
  });

  it('lets addresses of lists in at a provider of one connection', async () => {
    const { outcomes, enter, list } = setUp({ connections: 1 });
    await enter('list', list);
    assert.deepEqual(outcomes, ['list']);
  });

  for (const [what, hearAll] of [
    [
      'random recipients asked for together with an address',
      (hear: Hear) => hear(250, '2.1.5 OK', { random: 'r4nd0m' }),
    ],
    ['random recipients asked for alone', (hear: Hear) => hear(550, '5.1.1 User unknown', { isOwn: true })],
    [
      'a second question with another sender',
      (hear: Hear) => {
        const question = questionTo('mx.big.com');
        for (const code of [550, 250]) hear(code, '5.7.1 Null sender', question);
      },
    ],
  ] as const)
    it(`takes the pace of ${what}`, async () => {
      const { clock, outcomes, enter, hear, single, drain } = setUp();
      await drain(19);
      hearAll(hear);
      const waiting = enter('single', single);
      await clock.advance(900);
      assert.deepEqual(outcomes, []);
      await clock.advance(200);
      await waiting;
      assert.deepEqual(outcomes, ['single']);
    });

  it('tells who would wait too long at once', async () => {
    const { outcomes, enter, single, list, drain } = setUp();
    await drain();
    for (let at = 0; at < 7; at++) void enter(`single ${at}`, single);
    void enter('list', list);
    await new Promise(setImmediate);
    assert.deepEqual(outcomes, ['single 5: pace', 'single 6: pace']);
  });

  it('ends the wait of a caller who leaves', async () => {
    const { outcomes, enter, single, drain } = setUp();
    await drain();
    const leaving = new AbortController();
    const waiting = enter('gone', { ...single, signal: leaving.signal });
    leaving.abort();
    await waiting;
    assert.deepEqual(outcomes, ['gone: pace']);
  });

  it('is closed when the day’s budget is used up, random recipients included', async () => {
    const { outcomes, enter, hear, single } = setUp({ perDay: 4 });
    hear(250, '2.1.5 OK', { random: 'r4nd0m' });
    hear(250, '2.1.5 OK');
    await enter('third', single);
    hear(550, '5.1.1 User unknown', { isOwn: true });
    await enter('fifth', single);
    assert.deepEqual(outcomes, ['third', 'fifth: budget']);
  });

  it('rests if too many mailboxes are unknown, our own random ones apart', async () => {
    const { clock, outcomes, enter, hear, single, list } = setUp();
    for (let at = 0; at < 200; at++) {
      hear(550, '5.1.1 User unknown', { isOwn: true });
      hear(250, '2.1.5 OK');
    }
    // The random ones took of the pace.
    await clock.advance(10 * 60_000);
    await enter('good', single);
    for (let at = 0; at < 200; at++) hear(550, '5.1.1 User unknown');
    await enter('single', single);
    await enter('list', list);
    await clock.advance(60 * 60_000);
    await enter('later', single);
    assert.deepEqual(outcomes, ['good', 'single: unknown-share', 'list: unknown-share', 'later']);
  });

  it('has addresses of lists wait for the end of a short rest, and one find out', async () => {
    const { clock, outcomes, enter, hear, single, list } = setUp({ connections: 3 });
    hear(421, '4.7.0 Try again later');
    await enter('single', single);
    void enter('list 1', list, 'mx.big.com', true);
    void enter('list 2', list);
    void enter('other host', list, 'mx2.big.com');
    await clock.advance(5 * 60_000 - 1);
    assert.deepEqual(outcomes, ['single: refused', 'other host']);
    await clock.advance(1);
    assert.deepEqual(outcomes.slice(2), ['list 1']);
    hear(250, '2.1.5 OK');
    await clock.advance(1000);
    void enter('list 3', list);
    await clock.advance(1000);
    assert.deepEqual(outcomes.slice(2), ['list 1', 'list 2', 'list 3']);
  });
});
