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
      'is known by words learned',
      ['250 2.1.0 Ok', '250 2.1.5 Ok', '250 2.0.0 Ok'],
      ['250 2.1.0 Ok', '550 Gone', '250 2.0.0 Ok'],
      true,
    ],
    [
      'is not known by others',
      ['250 2.1.0 Ok', '250 2.1.5 Ok', '250 2.0.0 Ok'],
      ['250 2.1.0 Ok', '550 Gone', '250 2.1.5 Ok'],
      false,
    ],
    ['is not known by words before they are learned', undefined, ['250 2.1.0 Ok', '550 Gone', '250 2.0.0 Ok'], false],
    [
      'is not known by words that a recipient was answered in',
      ['250 OK', '550 Gone', '250 OK'],
      ['250 OK', '250 OK', '250 OK'],
      false,
    ],
    [
      'is known by words that the sender alone was answered in',
      ['250 OK', '250 Accepted', '250 OK'],
      ['250 OK', '250 Accepted', '250 OK'],
      true,
    ],
    ['is known at once by the word itself', undefined, ['250 OK', '250 Accepted', '250 Reset OK'], true],
    [
      'is known by the word itself, whatever follows',
      ['250 ok 1', '250 ok 1', '250 2.1.5 Flushed 1 - gsmtp'],
      ['250 ok 2', '250 ok 2', '250 2.1.5 Flushed 2 - gsmtp'],
      true,
    ],
    [
      'is not known by the word if it comes twice',
      ['250 ok', '250 ok', '250 flushed'],
      ['250 flushed', '250 ok', '250 flushed'],
      false,
    ],
    ['is not known by the word if it is refused', undefined, ['250 OK', '250 OK', '550 Reset'], false],
    ['is not known by a domain', undefined, ['250 OK', '250 OK', '250 2.1.5 reset.com'], false],
    ['is not known by an address', undefined, ['250 OK', '250 OK', '250 reset@acme.com OK'], false],
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
    ['is the first one again', GREETING, taken, true],
    ['is that it is out of order', '503 5.5.1 Already identified', taken, true],
    [
      'is none if its code was said before',
      '503 5.5.1 Already identified',
      ['250 2.1.0 Ok', '503 Need MAIL', '250 2.0.0 Ok'],
      false,
    ],
    ['is none if the first came late', GREETING, [GREETING, '250 2.1.0 Ok', '250 2.1.5 Ok'], false],
    ['is none if a recipient may be meant', '550 5.1.1 User unknown', taken, false],
    ['is none if it says something else', '250 2.0.0 Ok', taken, false],
  ] as const) {
    it(name, () => assert.equal(new ReplySync(said(GREETING)).isGreeting(said(reply), all(...replies)), isGreeting));
  }
});
