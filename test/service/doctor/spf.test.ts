import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { answersFromRecords, startDnsServer, type DnsServer, type TextRecord } from '../../../demo/world/index.js';
import { evaluateSpf, type SpfResult } from '../../../src/service/doctor/spf/evaluate.js';
import { expandMacros } from '../../../src/service/doctor/spf/macros.js';
import { readSpf, SpfSyntaxError } from '../../../src/service/doctor/spf/record.js';
import { DnsQuestions } from '../../../src/service/probe/index.js';

const IP = '192.0.2.3';
const IP6 = '2001:db8::cb01';

const txt = (name: string, data: string): TextRecord => ({ name, type: 'TXT', data });
const a = (name: string, data: string): TextRecord => ({ name, type: data.includes(':') ? 'AAAA' : 'A', data });

/** Names that the records of the rows speak of. */
const zone: readonly TextRecord[] = [
  a('own.net', IP),
  a('own.net', IP6),
  a('near.net', '192.0.2.200'),
  a('far.net', '198.51.100.1'),
  a('far.net', '2001:db8:ffff::1'),
  { name: 'mail.net', type: 'MX', data: '10 own.net.' },
  { name: 'other.net', type: 'MX', data: '10 far.net.' },
  { name: '3.2.0.192.in-addr.arpa', type: 'PTR', data: 'own.net.' },
  txt('allows.net', `v=spf1 ip4:${IP} -all`),
  txt('forbids.net', 'v=spf1 -all'),
  txt('wrong.net', 'v=spf1 ip4:1.2.3 -all'),
  txt('loop.net', 'v=spf1 include:loop.net -all'),
  txt('plain.net', 'a text of another kind'),
  a('3.2.0.192.listed.net', '127.0.0.2'),
];

const rows: readonly [record: string, result: SpfResult['result'], ip?: string][] = [
  // RFC 7208 §5.1, §4.6.2: qualifiers, and the first match wins.
  ['v=spf1 +all', 'pass'],
  ['v=spf1 all', 'pass'],
  ['v=spf1 -all', 'fail'],
  ['v=spf1 ~all', 'softfail'],
  ['v=spf1 ?all', 'neutral'],
  ['v=spf1', 'neutral'],
  [`v=spf1 -ip4:${IP} +all`, 'fail'],
  // §5.6.
  [`v=spf1 ip4:${IP} -all`, 'pass'],
  ['v=spf1 ip4:192.0.2.0/24 -all', 'pass'],
  ['v=spf1 ip4:192.0.2.0/31 -all', 'fail'],
  ['v=spf1 ip4:0.0.0.0/0 -all', 'pass'],
  ['v=spf1 ip6:2001:db8::/32 -all', 'pass', IP6],
  ['v=spf1 ip6:2001:db8::/32 -all', 'fail'],
  ['v=spf1 ip4:192.0.2.0/33 -all', 'permerror'],
  ['v=spf1 ip4:192.0.2 -all', 'permerror'],
  ['v=spf1 ip4 -all', 'permerror'],
  // §5.3.
  ['v=spf1 a:own.net -all', 'pass'],
  ['v=spf1 a:own.net -all', 'pass', IP6],
  ['v=spf1 a:near.net -all', 'fail'],
  ['v=spf1 a:near.net/24 -all', 'pass'],
  ['v=spf1 a:far.net//32 -all', 'pass', IP6],
  ['v=spf1 a:far.net/8//48 -all', 'fail', IP6],
  // §5.4.
  ['v=spf1 mx:mail.net -all', 'pass'],
  ['v=spf1 mx:other.net -all', 'fail'],
  // §5.2.
  ['v=spf1 include:allows.net -all', 'pass'],
  ['v=spf1 include:forbids.net ~all', 'softfail'],
  ['v=spf1 include:plain.net -all', 'permerror'],
  ['v=spf1 include:wrong.net -all', 'permerror'],
  ['v=spf1 include -all', 'permerror'],
  // §6.1.
  ['v=spf1 redirect=allows.net', 'pass'],
  ['v=spf1 redirect=forbids.net', 'fail'],
  ['v=spf1 ~all redirect=allows.net', 'softfail'],
  ['v=spf1 redirect=plain.net', 'permerror'],
  // §5.5, §5.7, §7.
  ['v=spf1 ptr:own.net -all', 'pass'],
  ['v=spf1 ptr:other.net -all', 'fail'],
  ['v=spf1 exists:%{ir}.listed.net -all', 'pass'],
  ['v=spf1 exists:%{i}.listed.net -all', 'fail'],
  ['v=spf1 exists:%{x}.listed.net -all', 'permerror'],
  // §6: unknown modifiers are skipped; unknown mechanisms are errors.
  ['v=spf1 moo=far.net -all', 'fail'],
  ['v=spf1 exp=why.net -all', 'fail'],
  ['v=spf1 ipv4:192.0.2.3 -all', 'permerror'],
  // §4.6.4: ten questions, two of which may find nothing.
  ['v=spf1 include:loop.net -all', 'permerror'],
  ['v=spf1 a:no1.net a:no2.net -all', 'fail'],
  ['v=spf1 a:no1.net a:no2.net a:no3.net -all', 'permerror'],
  [`v=spf1 ${'a:far.net '.repeat(10)}-all`, 'fail'],
  [`v=spf1 ${'a:far.net '.repeat(11)}-all`, 'permerror'],
  // §4.5: one record.
  ['v=spf10 -all', 'none'],
  ['V=SPF1 -ALL', 'fail'],
];

describe('SPF', () => {
  let server: DnsServer;
  let questions: DnsQuestions;
  let record = '';
  before(async () => {
    const fromRecords = answersFromRecords(() => [...zone, txt('asked.net', record)]);
    server = await startDnsServer({
      answer: (question) =>
        question.name === 'fails.net' ? { rcode: 'SERVFAIL', answers: [] } : fromRecords(question),
    });
    questions = new DnsQuestions({ servers: [server.dns], timeoutMs: 5_000, tries: 2 });
  });
  after(async () => {
    questions.close();
    await server.close();
  });

  const evaluate = (domain: string, ip = IP) =>
    evaluateSpf({ domain, ip, sender: `check@${domain}`, helo: 'own.net', questions });

  for (const [text, result, ip] of rows)
    it(`${text} is ${result} for ${ip ?? IP}`, async () => {
      record = text;
      assert.equal((await evaluate('asked.net', ip)).result, result);
    });

  it('is an error of the moment if DNS fails', async () => {
    record = 'v=spf1 include:fails.net -all';
    assert.equal((await evaluate('asked.net')).result, 'temperror');
    assert.equal((await evaluate('fails.net')).result, 'temperror');
  });

  it('has macros', () => {
    // RFC 7208 §7.4.
    const values = { ip: IP, sender: 'strong-bad@email.example.com', helo: 'mx.example.org' };
    const ip6 = { ...values, ip: IP6 };
    for (const [text, expected] of [
      ['%{s}', 'strong-bad@email.example.com'],
      ['%{o}', 'email.example.com'],
      ['%{d}', 'email.example.com'],
      ['%{d4}', 'email.example.com'],
      ['%{d3}', 'email.example.com'],
      ['%{d2}', 'example.com'],
      ['%{d1}', 'com'],
      ['%{dr}', 'com.example.email'],
      ['%{d2r}', 'example.email'],
      ['%{l}', 'strong-bad'],
      ['%{l-}', 'strong.bad'],
      ['%{lr}', 'strong-bad'],
      ['%{lr-}', 'bad.strong'],
      ['%{l1r-}', 'strong'],
      ['%{ir}.%{v}._spf.%{d2}', '3.2.0.192.in-addr._spf.example.com'],
      ['%{lr-}.lp._spf.%{d2}', 'bad.strong.lp._spf.example.com'],
      ['%{d2}.trusted-domains.example.net', 'example.com.trusted-domains.example.net'],
      ['%%%_%-', '% %20'],
    ] as const)
      assert.equal(expandMacros(text, 'email.example.com', values), expected, text);
    assert.equal(
      expandMacros('%{ir}.%{v}._spf.%{d2}', 'email.example.com', ip6),
      '1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6._spf.example.com',
    );
  });

  it('refuses two redirects, and terms that are none', () => {
    for (const text of ['v=spf1 redirect=a.net redirect=b.net', 'v=spf1 4ip', 'v=spf1 a:own.net/x'])
      assert.throws(() => readSpf(text), SpfSyntaxError, text);
  });
});
