import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReplyLines } from '../../../src/service/probe/reply.js';
import { ReplySync } from '../../../src/service/probe/smtp-reply-sync.js';

const said = (text: string): ReplyLines => {
  const lines = text.split('\n');
  return { code: Number(lines[0]?.slice(0, 3)), lines: lines.map((line) => line.slice(4)) };
};
const all = (...texts: readonly string[]) => texts.map(said);
const GREETING = '250-mx.acme.com\n250-PIPELINING\n250 HELP';

describe('the end of a transaction', () => {
  for (const [name, learned, replies, isAtEnd] of [
    [
      'is recognised by the RSET reply seen before',
      ['250 2.1.0 Ok', '250 2.1.5 Ok', '250 2.0.0 Ok'],
      ['250 2.1.0 Ok', '550 Gone', '250 2.0.0 Ok'],
      true,
    ],
    [
      'is not recognised by another reply',
      ['250 2.1.0 Ok', '250 2.1.5 Ok', '250 2.0.0 Ok'],
      ['250 2.1.0 Ok', '550 Gone', '250 2.1.5 Ok'],
      false,
    ],
    [
      'is not recognised by a RSET reply not seen before',
      undefined,
      ['250 2.1.0 Ok', '550 Gone', '250 2.0.0 Ok'],
      false,
    ],
    [
      'is not recognised if a recipient was answered in the same words',
      ['250 OK', '550 Gone', '250 OK'],
      ['250 OK', '250 OK', '250 OK'],
      false,
    ],
    [
      'is recognised if only the sender was answered in the same words',
      ['250 OK', '250 Accepted', '250 OK'],
      ['250 OK', '250 Accepted', '250 OK'],
      true,
    ],
    ['is recognised at once by the word reset', undefined, ['250 OK', '250 Accepted', '250 Reset OK'], true],
    [
      'is recognised by the word flushed, whatever follows',
      ['250 ok 1', '250 ok 1', '250 2.1.5 Flushed 1 - gsmtp'],
      ['250 ok 2', '250 ok 2', '250 2.1.5 Flushed 2 - gsmtp'],
      true,
    ],
    [
      'is not recognised by the word if two replies have it',
      ['250 ok', '250 ok', '250 flushed'],
      ['250 flushed', '250 ok', '250 flushed'],
      false,
    ],
    ['is not recognised by the word in a refusal', undefined, ['250 OK', '250 OK', '550 Reset'], false],
    ['is not recognised by the word in a domain', undefined, ['250 OK', '250 OK', '250 2.1.5 reset.com'], false],
    ['is not recognised by the word in an address', undefined, ['250 OK', '250 OK', '250 reset@acme.com OK'], false],
  ] as const) {
    it(name, () => {
      const replySync = new ReplySync(said(GREETING));
      if (learned) replySync.learn(all(...learned));
      assert.equal(replySync.isAtEnd(all(...replies)), isAtEnd);
    });
  }
});

describe('an answer to a second greeting', () => {
  const taken = ['250 2.1.0 Ok', '250 2.1.5 Ok', '250 2.0.0 Ok'];
  for (const [name, reply, replies, isGreeting] of [
    ['is recognised if it repeats the first one', GREETING, taken, true],
    ['is recognised by a 503 that calls it out of order', '503 5.5.1 Already identified', taken, true],
    [
      'is not recognised if another reply had its code',
      '503 5.5.1 Already identified',
      ['250 2.1.0 Ok', '503 Need MAIL', '250 2.0.0 Ok'],
      false,
    ],
    [
      'is not recognised if the first greeting was answered late',
      GREETING,
      [GREETING, '250 2.1.0 Ok', '250 2.1.5 Ok'],
      false,
    ],
    ['is not recognised if it could answer RCPT', '550 5.1.1 User unknown', taken, false],
    ['is not recognised if it has other words', '250 2.0.0 Ok', taken, false],
  ] as const) {
    it(name, () => assert.equal(new ReplySync(said(GREETING)).isGreeting(said(reply), all(...replies)), isGreeting));
  }
});
