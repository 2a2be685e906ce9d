import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  DnsEvidence,
  Evidence,
  Meaning,
  ProbeEvidence,
  RandomOutcome,
} from '../../../src/service/verdict/evidence.js';
import { answer, decide } from '../../../src/service/verdict/table.js';

const timings = { total: 0 };
const host = { host: 'mx.acme.com', ip: '192.0.2.1', startTls: false };
const hosts: DnsEvidence = {
  kind: 'hosts',
  implicit: false,
  hosts: [{ name: 'mx.acme.com', preference: 10, addresses: ['192.0.2.1'] }],
};

const found = (part: Partial<Evidence>): Evidence => ({ dns: hosts, ...part, timings });
const dns = (kind: Exclude<DnsEvidence['kind'], 'hosts' | 'failed'>) => found({ dns: { kind } });
const probed = (probe: ProbeEvidence | 'off') => found({ probe });
const refused = (code: number, meaning: Meaning, proof: 'text' | 'code' = 'text') =>
  probed({ ...host, outcome: 'refused', meaning, proof, reply: { code, status: undefined, text: '' } });
const accepted = (random: RandomOutcome) =>
  probed({ ...host, outcome: 'accepted', random, reply: { code: 250, status: undefined, text: 'OK' } });
const notAsked = (known: 'accepts-all' | 'refuses-unknown' | undefined) =>
  probed({
    ...host,
    outcome: 'accepted',
    random: 'not-asked',
    ...(known && { known }),
    reply: { code: 250, status: undefined, text: 'OK' },
  });
const ended = (outcome: 'dropped' | 'timed-out' | 'garbled' | 'unsupported') => probed({ ...host, outcome });
const sessionRefused = (meaning: Meaning) =>
  probed({
    ...host,
    outcome: 'session-refused',
    stage: 'banner',
    meaning,
    reply: { code: 554, status: undefined, text: '' },
  });

/** Row, what it is, evidence, and result · reason · code · send_transactional. */
const cases: [number, string, Evidence, string][] = [
  [1, 'a syntax fault', found({ syntax: { fault: 'noAt', at: 3 } }), 'Invalid · Syntax · 1 · 0'],
  [1, 'an address literal', found({ literal: true }), 'Invalid · Syntax · 1 · 0'],
  [2, 'a special-use domain', found({ specialUse: true }), 'Invalid · Bounce · 6 · 0'],
  [3, 'a disposable domain', found({ disposable: true }), 'Invalid · Disposable · 3 · 0'],
  [4, "a spam trap of the operator's", found({ spamTrap: true }), 'Invalid · Spam Trap · 2 · 0'],
  [5, 'NXDOMAIN', dns('no-such-domain'), 'Invalid · Bounce · 6 · 0'],
  [5, 'no MX, A or AAAA', dns('no-mail-host'), 'Invalid · Bounce · 6 · 0'],
  [5, 'Null MX', dns('null-mx'), 'Invalid · Bounce · 6 · 0'],
  [5, 'no mail host that resolves', dns('unresolvable-hosts'), 'Invalid · Bounce · 6 · 0'],
  [5, 'mail hosts inside alone', dns('forbidden-hosts'), 'Invalid · Bounce · 6 · 0'],
  [6, 'SERVFAIL', found({ dns: { kind: 'failed', why: 'servfail' } }), 'Unknown · Unknown · 7 · 1'],
  [6, 'a DNS time-out', found({ dns: { kind: 'failed', why: 'timeout' } }), 'Unknown · Unknown · 7 · 1'],
  [
    7,
    'a mail host of only disposable domains',
    found({ disposableHost: 'mx.mailinator.com' }),
    'Invalid · Disposable · 3 · 0',
  ],
  [8, 'probing off', probed('off'), 'Unknown · Unknown · 7 · 1'],
  [9, 'a missing mailbox, in words', refused(550, 'mailbox-missing'), 'Invalid · Bounce · 6 · 0'],
  [9, 'a disabled mailbox, in words', refused(554, 'mailbox-disabled'), 'Invalid · Bounce · 6 · 0'],
  [9, 'a domain that takes no mail', refused(556, 'domain-or-routing', 'code'), 'Invalid · Bounce · 6 · 0'],
  [10, 'a block', refused(550, 'blocked-or-policy'), 'Unknown · Unknown · 7 · 1'],
  [10, 'a rate limit', refused(550, 'rate-or-temporary'), 'Unknown · Unknown · 7 · 1'],
  [10, 'authentication', refused(550, 'auth-or-relay', 'code'), 'Unknown · Unknown · 7 · 1'],
  [10, 'a session blocked at the banner', sessionRefused('blocked-or-policy'), 'Unknown · Unknown · 7 · 1'],
  [11, 'a full mailbox, for now', refused(452, 'mailbox-full'), 'Risky · Unknown · 7 · 0'],
  [11, 'a full mailbox', refused(552, 'mailbox-full', 'code'), 'Risky · Unknown · 7 · 0'],
  [12, 'a missing mailbox, by code', refused(550, 'mailbox-missing', 'code'), 'Invalid · Bounce · 6 · 0'],
  [12, 'a disabled mailbox, by code', refused(550, 'mailbox-disabled', 'code'), 'Invalid · Bounce · 6 · 0'],
  [13, 'accept-all', accepted('accepted'), 'Risky · Accept All · 4 · 1'],
  [13, 'a parked domain', found({ parked: 'park-mx.above.com' }), 'Risky · Accept All · 4 · 1'],
  [14, 'accepted, a random address refused', accepted('refused'), 'Safe to Send · Deliverable · 5 · 1'],
  [15, 'accepted, the random address inconclusive', accepted('inconclusive'), 'Unknown · Unknown · 7 · 1'],
  [13, 'accepted if everybody is', notAsked('accepts-all'), 'Risky · Accept All · 4 · 1'],
  [14, 'accepted if unknown mailboxes are refused', notAsked('refuses-unknown'), 'Safe to Send · Deliverable · 5 · 1'],
  [15, 'accepted, and nothing known of others', notAsked(undefined), 'Unknown · Unknown · 7 · 1'],
  [16, 'a missing mailbox in a 4xx', refused(450, 'mailbox-missing'), 'Unknown · Unknown · 7 · 1'],
  [16, 'another 5xx', refused(550, 'other', 'code'), 'Unknown · Unknown · 7 · 1'],
  [
    16,
    'a session refused without a reason, in words of a mailbox',
    sessionRefused('mailbox-missing'),
    'Unknown · Unknown · 7 · 1',
  ],
  [16, 'dropped', ended('dropped'), 'Unknown · Unknown · 7 · 1'],
  [16, 'a time-out', ended('timed-out'), 'Unknown · Unknown · 7 · 1'],
  [16, 'no SMTP', ended('garbled'), 'Unknown · Unknown · 7 · 1'],
  [16, 'SMTPUTF8 missing', ended('unsupported'), 'Unknown · Unknown · 7 · 1'],
  [16, 'unreachable', probed({ outcome: 'unreachable' }), 'Unknown · Unreachable · 7 · 1'],
  [16, 'out of time', found({ gaveUp: 'deadline' }), 'Unknown · Unknown · 7 · 1'],
  [16, 'nothing found at all', { timings }, 'Unknown · Unknown · 7 · 1'],
];

const shown = ({ result, reasons, code, sendTransactional }: ReturnType<typeof decide>) =>
  `${result} · ${reasons.join(', ')} · ${code} · ${sendTransactional ? 1 : 0}`;

describe('the verdict table', () => {
  for (const [row, name, evidence, verdict] of cases) {
    it(`row ${row}: ${name} is ${verdict}`, () => {
      const decided = decide(evidence, { role: false });
      assert.equal(shown(decided), verdict);
      assert.equal(decided.row, row);
    });
  }

  it('has a row for each line', () => {
    assert.deepEqual(
      [...new Set(cases.map(([row]) => row))],
      Array.from({ length: 16 }, (_, at) => at + 1),
    );
  });

  it('uses the first row that matches', () => {
    const everything = {
      syntax: { fault: 'noAt', at: 0 },
      specialUse: true,
      disposable: true,
      spamTrap: true,
      dns: { kind: 'null-mx' },
      disposableHost: 'mx.mailinator.com',
      probe: 'off',
    } as const;
    const order = (['syntax', 'specialUse', 'disposable', 'spamTrap', 'dns', 'disposableHost', 'probe'] as const).map(
      (_, at, parts) => {
        const left = Object.fromEntries(parts.slice(at).map((part) => [part, everything[part]])) as Partial<Evidence>;
        return decide(left, { role: false }).row;
      },
    );
    assert.deepEqual(order, [1, 2, 3, 4, 5, 7, 8]);
  });

  it('gives a relay the same verdict as any domain, with and without a role', () => {
    assert.equal(
      shown(decide({ ...accepted('refused'), relay: true }, { role: false })),
      'Safe to Send · Deliverable · 5 · 1',
    );
    assert.equal(
      shown(decide({ ...accepted('refused'), relay: true }, { role: true })),
      'Risky · Deliverable, Role · 5 · 1',
    );
    assert.equal(decide({ ...accepted('refused'), relay: true }, { role: true }).row, 14);
  });

  it('adds Role to every reason, and changes no result but Safe to Send', () => {
    for (const [, , evidence, verdict] of cases) {
      const [result = '', reason = '', code = '', send = ''] = verdict.split(' · ');
      const expected = [result === 'Safe to Send' ? 'Risky' : result, `${reason}, Role`, code, send].join(' · ');
      assert.equal(shown(decide(evidence, { role: true })), expected);
    }
  });

  it('has no answer yet if only mail hosts are known', () => {
    assert.equal(answer(found({ disposable: false }), { role: false }), undefined);
  });
});
