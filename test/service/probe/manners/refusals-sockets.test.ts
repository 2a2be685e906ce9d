import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { many, meet } from '../meeting.js';
import { usual, type Script } from '../scripted-host.js';

const BLOCKED = '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org';
const whoRefuses = (command: string, at: string, reply: string) => (command.startsWith(at) ? reply : usual(command));

const hosts: readonly (readonly [what: string, Script])[] = [
  ['a banner of 421', { banner: () => '421 4.7.0 Try again later' }],
  ['a banner of 554', { banner: () => '554 No SMTP service here for you' }],
  ['421 at EHLO', { greeting: () => '421 4.7.0 Too many connections from your host' }],
  ['421 at MAIL', { say: (command) => whoRefuses(command, 'MAIL', '421 4.7.0 Not you') }],
  ['421 at RCPT', { say: (command) => whoRefuses(command, 'RCPT', '421 4.7.0 Not you') }],
  ['450 4.7.1 at MAIL', { say: (command) => whoRefuses(command, 'MAIL', '450 4.7.1 Client host rejected') }],
  ['a block list at MAIL', { say: (command) => whoRefuses(command, 'MAIL', BLOCKED) }],
  ['a block list at RCPT', { say: (command) => whoRefuses(command, 'RCPT', BLOCKED) }],
  ['a policy at RCPT', { say: (command) => whoRefuses(command, 'RCPT', '550 5.7.1 Rejected for policy reasons') }],
  ['the same without pipelining', { extensions: [], say: (command) => whoRefuses(command, 'RCPT', BLOCKED) }],
];

describe('a hundred addresses of ten domains at a host that refuses us', () => {
  for (const [what, script] of hosts)
    for (const way of ['together', 'one after the other'] as const)
      it(`cost at most 12 connections and 24 recipients: ${what}, ${way}`, async () => {
        const { host, ask, end } = await meet(script);
        const addresses = many(100, 10);
        const outcomes: string[] = [];
        if (way === 'together')
          outcomes.push(...(await Promise.all(addresses.map((each) => ask(each)))).map((each) => each.outcome));
        else for (const each of addresses) outcomes.push((await ask(each)).outcome);
        await end();
        const recipients = host.connections.reduce((sum, each) => sum + each.recipients.length, 0);
        assert.ok(
          host.connections.length <= 12 && recipients <= 24,
          `${host.connections.length} connections, ${recipients} recipients`,
        );
        assert.ok(
          outcomes.every((each) => ['session-refused', 'refused', 'not-asked'].includes(each)),
          [...new Set(outcomes)].join(),
        );
        assert.equal(outcomes.at(-1), way === 'together' ? outcomes.at(-1) : 'not-asked');
      });
});

describe('a host that refuses recipients alone', () => {
  for (const [what, reply] of [
    ['greylisting', '450 4.2.0 Greylisted, please try again later'],
    ['greylisting under policy', '451 4.7.1 Greylisting in action, please come back in 5 minutes'],
    ['one of them busy', '450 4.2.1 The mailbox is busy, please try again later'],
  ] as const)
    it(`is asked on: ${what}`, async () => {
      const { host, ask, end } = await meet({ say: (command) => whoRefuses(command, 'RCPT', reply) });
      for (const each of many(20, 10)) assert.equal((await ask(each)).outcome, 'refused');
      await end();
      assert.ok(host.connections.flatMap(({ recipients }) => recipients).length >= 20);
    });
});
