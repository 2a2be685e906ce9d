import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeReply, type JudgedReply } from '../../../src/service/probe/meaning.js';
import { judgementOf } from '../../../src/service/probe/reply-signs.js';
import { readableReply, ReplyReader } from '../../../src/service/probe/reply.js';
import type { Meaning } from '../../../src/service/verdict/index.js';

/** Meaning, reply as sent (` / ` between lines), host. Real wordings are condensed to what they say. */
const cases: [Meaning, string, string?][] = [
  // Google, Microsoft, Yahoo, Apple
  [
    'mailbox-missing',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try / 550 5.1.1 double-checking the address',
  ],
  ['mailbox-disabled', '550 5.2.1 The email account that you tried to reach is inactive.'],
  ['rate-or-temporary', '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents more'],
  [
    'mailbox-full',
    "452-4.2.2 The recipient's inbox is out of storage space. / 452 4.2.2 Please direct the recipient to a page",
  ],
  ['auth-or-relay', '550 5.7.26 This mail is unauthenticated, which poses a risk to the user'],
  ['mailbox-missing', '550 5.4.1 Recipient address rejected: Access denied.', 'acme-com.mail.protection.outlook.com'],
  ['mailbox-missing', '550 5.4.1 Recipient address rejected: Access denied. [A.eop-nam01.prod.protection.outlook.com]'],
  ['mailbox-missing', '550 5.4.1 Recipient address rejected: Access denied.', 'acme.mail.protection.office365.us'],
  [
    'mailbox-missing',
    '550 5.4.1 Recipient address rejected: Access denied.',
    'acme.mail.protection.partner.outlook.cn',
  ],
  ['mailbox-missing', '550 5.4.1 Recipient address rejected: Access denied.', 'acme.mail.protection.outlook.de'],
  ['mailbox-missing', '550 5.4.1 Recipient address rejected: Access denied. [A.usg01.prod.protection.office365.us]'],
  ['blocked-or-policy', '550 5.4.1 Recipient address rejected: Access denied.', 'protection.office365.us.acme.com'],
  ['blocked-or-policy', '550 5.4.1 Recipient address rejected: Access denied.', 'mx.acme.com'],
  ['mailbox-missing', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  ['mailbox-missing', '550 5.5.0 Requested action not taken: mailbox unavailable'],
  ['blocked-or-policy', '550 5.7.606 Access denied, banned sending IP [192.0.2.1]'],
  ['mailbox-missing', "554 delivery error: dd This user doesn't have a yahoo.com account (a@yahoo.com) [0]"],
  ['rate-or-temporary', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred'],
  ['mailbox-missing', '550 5.1.1 unknown or illegal alias: a@icloud.com'],
  // Cyrillic, with marks and endings
  ['mailbox-missing', '550 Пользователь не найден'],
  ['mailbox-missing', '550 Почтовый ящик получателя не существует'],
  ['mailbox-missing', '550 Адресат не найден.'],
  ['mailbox-missing', '550 Користувача не знайдено'],
  ['mailbox-disabled', '550 Ящик пользователя отключён'],
  ['other', '550 Адрес отправителя не найден'],
  ['other', '550 Ваш адрес заблокирован'],
  // The recipient does not want mail of this sender
  ['blocked-or-policy', '550 5.1.1 RCP-P2 http://postmaster.acme.com Refused due to recipient preferences'],
  // Words win over the code
  ['mailbox-missing', '550 5.7.1 No such user'],
  ['mailbox-missing', '554 5.7.1 <a@acme.com>: Recipient address rejected: not in our directory'],
  ['mailbox-disabled', '550 5.7.1 blocked due to inactivity'],
  ['mailbox-full', '554 5.7.1 <a@acme.com>: Recipient address rejected: mailbox is full'],
  // Ways to say that nobody is there
  ['mailbox-missing', '511 sorry, no mailbox here by that name (#5.1.1)'],
  ['mailbox-missing', '550 <a@acme.com>: User unknown in virtual mailbox table'],
  ['mailbox-missing', '550 Unrouteable address'],
  ['mailbox-missing', '550 There is no person called so: the recipient may be a non-existent account'],
  ['mailbox-missing', '550 cannot find that recipient'],
  ['mailbox-missing', '550 a@acme.com is not a valid mailbox'],
  ['mailbox-missing', '550 User a (a@acme.com) not listed in our directory'],
  ['mailbox-missing', '550 Boîte aux lettres inexistante'],
  ['mailbox-missing', '550 Benutzer unbekannt'],
  ['mailbox-missing', '550 El usuario no existe'],
  ['mailbox-missing', '550 Usuário desconhecido'],
  ['mailbox-disabled', '550 Account has been suspended'],
  ['mailbox-disabled', '550 This address no longer accepts mail'],
  ['mailbox-full', '552 Requested mail action aborted: exceeded storage allocation'],
  ['mailbox-full', '452 4.2.2 mailbox full, try again later'],
  ['mailbox-full', '550 recipient is over its storage quota'],
  // Not the mailbox: the sender, its network, the moment
  [
    'auth-or-relay',
    '550-Verification failed for <me@own.com> / 550-Response: 550 5.1.1 User unknown / 550 Sender verify failed',
  ],
  ['auth-or-relay', '550 5.1.7 <me@own.com>: Sender address rejected: User unknown'],
  ['auth-or-relay', '550 5.1.8 Sender address rejected: Domain not found'],
  ['auth-or-relay', '550 5.7.1 Unable to relay for a@acme.com'],
  ['rate-or-temporary', '550 5.1.1 Too many invalid recipients, slow down'],
  ['rate-or-temporary', '550 5.7.1 Recipient address rejected: Greylisted'],
  ['rate-or-temporary', '450 4.1.1 <a@acme.com>: Recipient address rejected: User unknown'],
  ['rate-or-temporary', '452 4.3.1 Insufficient system storage'],
  ['rate-or-temporary', '550 5.7.1 daily sending quota exceeded'],
  ['rate-or-temporary', '450 4.2.1 Mailbox temporarily disabled'],
  ['rate-or-temporary', '421 Bye'],
  ['rate-or-temporary', '421 4.7.25 Bye'],
  ['blocked-or-policy', '550 5.1.1 Recipient rejected, your IP is on our blocklist'],
  ['blocked-or-policy', '554 5.7.1 Client host [192.0.2.1] blocked using a list'],
  ['blocked-or-policy', '550 Directory harvest attack: invalid recipients'],
  ['blocked-or-policy', '550 mailbox unavailable: rejected by our policy'],
  ['blocked-or-policy', '550 mailbox unavailable, invalid DNS MX record'],
  ['blocked-or-policy', '550 IP address not found in reverse DNS'],
  // Not the mailbox: logins, access, networks, relaying, bounces, upkeep, and what the host looks things up in
  ['auth-or-relay', '550 SMTP user authentication not valid'],
  ['auth-or-relay', '550 user authentication failed, invalid account'],
  ['auth-or-relay', '550 Relay denied: unknown user domain'],
  ['auth-or-relay', '550 relaying denied; unknown user'],
  ['blocked-or-policy', '550 Mailbox not found or access denied'],
  ['blocked-or-policy', '550 recipient not found in access table'],
  ['blocked-or-policy', '550 5.7.1 User email address is marked as invalid; sending network not trusted'],
  ['blocked-or-policy', '550 User does not receive bounces, address not valid for DSN'],
  ['blocked-or-policy', '550 5.1.1 User does not accept bounce messages, address not valid'],
  ['auth-or-relay', '550 no mailbox here accepts the null sender'],
  ['other', '550 mailbox disabled for delivery status notifications'],
  ['rate-or-temporary', '550 accounts database not found'],
  ['rate-or-temporary', '550 mail server user table not found'],
  ['rate-or-temporary', '550 5.1.1 User lookup table does not exist'],
  ['rate-or-temporary', '550 User not found: LDAP server unreachable'],
  ['rate-or-temporary', '550 mailbox unavailable: internal error'],
  ['other', '550 System disabled account lookups'],
  ['rate-or-temporary', '550 5.2.0 mailbox is closed for maintenance'],
  ['rate-or-temporary', '550 Mailbox closed; migration in progress'],
  ['rate-or-temporary', '550 Domain has exceeded the max emails per hour; user suspended'],
  ['other', '550 user account locked, exceeded message limit'],
  ['blocked-or-policy', '521 5.2.1 (CON:B1)'],
  ['blocked-or-policy', '550 5.1.1 This house will not accept delivery of the message'],
  ['blocked-or-policy', '550 5.1.1 Message rejected by recipients'],
  ['blocked-or-policy', '550 Mail refused'],
  ['blocked-or-policy', '550 Rejected for policy reasons: dynamic addresses do not send unauthenticated mail'],
  ['blocked-or-policy', '550 Suspected spam IP'],
  ['blocked-or-policy', '550 HELO rejected: host not found'],
  ['rate-or-temporary', '550 Connection frequency limited'],
  ['rate-or-temporary', '451 4.4.0 DNS query failed'],
  ['content-or-size', '552 Mail action aborted: exceeded storage allocation, size exceeds limit'],
  // Tables and look-ups that did their work
  ['mailbox-missing', '550 5.1.1 <a@acme.com>: Recipient address rejected: User unknown in relay recipient table'],
  ['mailbox-missing', '550 No such user in directory database'],
  // The client's address is not the mailbox's
  ['blocked-or-policy', '550 Unknown address 192.0.2.1 - no reverse DNS'],
  ['blocked-or-policy', '550 5.1.1 Unknown address [192.0.2.1]'],
  ['blocked-or-policy', '550 Address 2001:db8::25 does not exist'],
  ['other', '550 Address not found (::1)'],
  ['blocked-or-policy', '550 Unknown address: there is no name for 192.0.2.1'],
  ['blocked-or-policy', '550 5.1.1 IP address not found'],
  ['blocked-or-policy', '550 Client host [192.0.2.1] rejected: cannot find your hostname'],
  ['blocked-or-policy', '550 5.1.1 <unknown[192.0.2.1]>: rejected'],
  ['blocked-or-policy', '550 unknown[192.0.2.1]'],
  ['blocked-or-policy', '550 Invalid address - PTR missing'],
  ['blocked-or-policy', '550 Address unknown. HELO does not resolve'],
  ['blocked-or-policy', '550 Unknown user; set up reverse DNS first'],
  ['blocked-or-policy', '550 Access refused: cannot find address of your host'],
  ['other', '550 Account 192.0.2.1 unknown'],
  ['mailbox-missing', '550 No such user'],
  ['mailbox-missing', '550 No such user [192.0.2.1]'],
  ['mailbox-missing', '550 Unknown address <a@acme.com> [192.0.2.1]'],
  ['mailbox-missing', '550 <a@acme.com>: Recipient address rejected: User unknown. Session of 192.0.2.1 at 12:30:45'],
  ['blocked-or-policy', '550 5.7.1'],
  ['auth-or-relay', '530 5.7.27'],
  ['content-or-size', '552 5.3.4 Message too big'],
  ['content-or-size', '554 5.6.0 Spam detected'],
  // Codes, where the words say nothing
  ['mailbox-missing', '550 5.1.1 Recipient rejected'],
  ['mailbox-missing', '550 5.1.2 Sorry'],
  ['mailbox-missing', '550 5.1.3 Sorry'],
  ['mailbox-missing', '550 5.1.6 Sorry'],
  ['mailbox-missing', '550 5.1.10 Sorry'],
  ['mailbox-disabled', '550 5.2.1 Sorry'],
  ['mailbox-full', '550 5.2.2 Sorry'],
  ['domain-or-routing', '556 Sorry'],
  ['domain-or-routing', '550 5.7.1 Domain not found'],
  ['other', '550 5.1.0 Address rejected'],
  ['other', '550 Rejected'],
  ['other', '501 Syntax error in parameters'],
];

const meaningOf = (reply: JudgedReply): Meaning => judgeReply(reply).meaning;

const replyTo = (wire: string) => {
  const [lines] = new ReplyReader().push(Buffer.from(`${wire.replaceAll(' / ', '\r\n')}\r\n`));
  assert.ok(lines);
  return readableReply(lines, 4096);
};

describe('what a refusal means', () => {
  for (const [meaning, wire, host] of cases) {
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
