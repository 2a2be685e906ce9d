import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeReply, type JudgedReply } from '../../../src/service/probe/meaning.js';
import { judgementOf } from '../../../src/service/probe/reply-signs.js';
import type { Meaning } from '../../../src/service/verdict/index.js';
import { replyRows, replyTo } from './reply-rows.js';

const meaningOf = (reply: JudgedReply): Meaning => judgeReply(reply).meaning;

describe('what a refusal means', () => {
  for (const [meaning, wire, host] of replyRows) {
    it(`${meaning}: ${wire}`, () => assert.equal(meaningOf({ ...replyTo(wire), host }), meaning));
  }

  it('distinguishes words from codes', () => {
    assert.equal(judgeReply(replyTo('550 5.1.1 No such user')).proof, 'text');
    assert.equal(judgeReply(replyTo('550 5.1.1 Sorry')).proof, 'code');
  });

  it('does not read the address that a reply repeats', () => {
    const address = '"no such user"@acme.com';
    assert.equal(meaningOf(replyTo(`550 <${address}>: rejected`)), 'other');
    assert.equal(meaningOf(replyTo('550 mailbox.not.found@acme.com rejected')), 'other');
  });

  it('is found in linear time in a long text', () => {
    const since = performance.now();
    for (const word of [
      'user ',
      'mailbox a ',
      'not a ',
      'user@',
      '<@',
      '"',
      'exceeded a ',
      '1.2.',
      '1:',
      'address ',
      'address:',
    ])
      meaningOf({ code: 550, text: word.repeat(4096 / word.length) });
    assert.ok(performance.now() - since < 1000);
  });
});

describe('a reply that names our sender', () => {
  const around = { host: 'mx.acme.com', senders: ['', 'Probe@own.com'], recipient: 'a@acme.com' };
  const judge = (text: string, senders = around.senders) =>
    judgementOf({ code: 550, lines: [text] }, { ...around, senders });
  it('and not the recipient is not about the mailbox', () => {
    for (const text of [
      '5.7.1 <probe@own.com>: user unknown',
      '5.1.1 <probe@own.com>: user unknown, ask postmaster@acme.com',
      '5.1.1 probe@own.com',
    ]) {
      assert.deepEqual(judge(text), { meaning: 'auth-or-relay', proof: 'text' }, text);
    }
    assert.equal(judge('5.7.1 <probe@own.com> is blocked, user unknown').meaning, 'blocked-or-policy');
  });
  it('and the recipient is of the recipient', () => {
    assert.equal(judge('5.1.1 <A@acme.com>: user unknown (from probe@own.com)').meaning, 'mailbox-missing');
    assert.equal(judge('5.1.1 <a@acme.com>: user unknown', ['']).meaning, 'mailbox-missing');
  });
});
