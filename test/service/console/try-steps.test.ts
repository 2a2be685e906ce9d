import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tryStepsOf } from '../../../src/service/console/try-steps.js';
import type { HeardReply, VerificationResult } from '../../../src/service/verdict/index.js';

const reply = { code: 250, status: undefined, text: 'fine' };
const host = { host: 'mx.acme.com', ip: '192.0.2.1' };

const verified: VerificationResult = {
  validation: {
    ...{ email: 'jane.doe@acme.com', result: 'Safe to Send', code: 5, reasons: ['Deliverable'], didYouMean: '' },
    ...{ role: false, freeEmail: false, sendTransactional: true },
  },
  evidence: {
    dns: { kind: 'no-such-domain' },
    probe: { outcome: 'accepted', ...host, startTls: false, reply, random: 'refused', randomReply: reply },
    timings: { dns: 4, probe: 100, total: 110 },
  },
};

const heard = (...all: readonly number[]): HeardReply[] =>
  all.map((milliseconds) => ({ ...host, command: 'RCPT TO:<jane.doe@acme.com>', reply, milliseconds }));

describe('the steps of a verdict', () => {
  for (const [name, replies, rest] of [
    ['what its replies took, and the rest', heard(30, 50), 20],
    ['all that it took, if it said nothing', [], 100],
    ['no time twice, if hosts were asked at once', heard(90, 90), 0],
  ] as const)
    it(`show of a mail host ${name}`, () => {
      const steps = tryStepsOf(verified, replies).filter(({ stage }) => stage === 'smtp');
      equal(steps.find(({ title }) => title === 'Mailbox')?.milliseconds, rest);
    });

  it('have titles that say more than their stage', () => {
    const titles = tryStepsOf(verified, heard(1)).map(({ title }) => title);
    deepEqual(titles, [
      ...['Syntax', 'Known lists', 'MX of acme.com', 'RCPT TO:<jane.doe@acme.com>', 'Host', 'Mailbox'],
      'Other addresses',
    ]);
  });
});
