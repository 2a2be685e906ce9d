import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explain, explanationWith } from '../../../src/cli/check/explain.js';
import type { Judgement, VerificationResult } from '../../../src/service/verdict/index.js';

const refusedWith = (code: number, judgement: Judgement, text = 'no'): VerificationResult => ({
  validation: {
    email: 'jane@acme.com',
    result: 'Invalid',
    code: 6,
    reasons: ['Bounce'],
    role: false,
    freeEmail: false,
    sendTransactional: false,
    didYouMean: '',
  },
  evidence: {
    probe: {
      host: 'mx.acme.com',
      ip: '192.0.2.1',
      startTls: false,
      outcome: 'refused',
      ...judgement,
      reply: { code, status: undefined, text },
    },
    timings: { total: 1 },
  },
});

describe('an explanation', () => {
  for (const [name, code, judgement, because] of [
    [
      'words about the mailbox',
      550,
      { meaning: 'mailbox-missing', proof: 'text' },
      "the mail host's words say that the mailbox does not exist (row 9)",
    ],
    [
      'a code about the domain',
      556,
      { meaning: 'domain-or-routing', proof: 'code' },
      "the mail host's code (556) says that the domain does not accept mail (row 9)",
    ],
    [
      'a code about the mailbox',
      550,
      { meaning: 'mailbox-missing', proof: 'code' },
      "the mail host's code says that the mailbox does not exist (row 12)",
    ],
  ] as const)
    it(`names as proof ${name}`, () =>
      assert.ok(explain(refusedWith(code, judgement)).includes(`\n  because      ${because}\n`)));

  it('says of a parked domain why it is Risky', () => {
    const { validation } = refusedWith(550, { meaning: 'other', proof: 'code' });
    const shown = explain({ validation, evidence: { parked: 'park-mx.above.com', timings: { total: 1 } } });
    assert.match(shown, /^ {2}because +the domain is parked: .* nobody reads the mail \(row 13\)$/m);
    assert.match(shown, /^ {2}parked at +park-mx\.above\.com, a mail host of parked domains; not asked$/m);
  });

  for (const [name, evidence, line] of [
    [
      'name servers are not believed',
      { dns: { kind: 'failed', why: 'blind' } },
      /^ {2}mail hosts +DNS is not believed: the name servers answer wrongly/m,
    ],
    [
      'the port of mail hosts is closed',
      { probe: { outcome: 'unreachable', why: 'port' } },
      /^ {2}mailbox +could not connect to a mail host: none was tried/m,
    ],
    [
      'the host refused lately',
      {
        probe: {
          outcome: 'not-asked',
          why: 'refused',
          place: 'mx.acme.com',
          reason: '554 5.7.1',
          until: Date.UTC(2026, 0, 2, 3, 4),
        },
      },
      /^ {2}mailbox +not asked: mx\.acme\.com refused this machine \(554 5\.7\.1\), and is left alone until 2026-01-02 03:04 UTC$/m,
    ],
  ] as const)
    it(`says that ${name}`, () => {
      const { validation } = refusedWith(550, { meaning: 'other', proof: 'code' });
      assert.match(explain({ validation, evidence: { ...evidence, timings: { total: 1 } } }), line);
    });

  it('repeats nothing that would move the cursor', () =>
    assert.ok(
      explain(
        refusedWith(550, { meaning: 'mailbox-missing', proof: 'text' }, 'a\u001b[2Jb\u202ec\u2028d\u200be'),
      ).includes('\n  it said      550 a[2Jbcde\n'),
    ));

  const release = { name: 'free', date: '2026-11-29', entries: 3, source: 'release' } as const;
  for (const [lists, line] of [
    [[release, { ...release, name: 'role' }], 'all of 2026-11-29'],
    [
      [release, { ...release, name: 'role', date: '2026-11-30', source: 'update' }, { ...release, source: 'own' }],
      'role (update) of 2026-11-30; free, free (your own) of 2026-11-29',
    ],
    [[release, { ...release, date: '', source: 'own' }], 'free of 2026-11-29; free (your own) of an unknown day'],
  ] as const)
    it(`tells how old the lists are: ${line}`, () => {
      const { line: written } = explanationWith(lists);
      const answered = refusedWith(550, { meaning: 'mailbox-missing', proof: 'text' });
      assert.ok(written(answered, '').includes(`\n  lists        ${line}\n`));
    });
});
