import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMailboxProbe } from '../../../../src/service/probe/index.js';
import { MailManners } from '../../../../src/service/probe/manners/mail-manners.js';
import { options } from '../meeting.js';
import { scripted } from '../scripted-host.js';

it('asks Microsoft for a consumer’s mailbox that was typed, and for none of a list', async () => {
  const host = await scripted();
  const probe = createMailboxProbe({ ...options, port: host.port });
  const hosts = [{ name: 'hotmail-com.olc.protection.outlook.com', preference: 2, addresses: ['127.0.0.1'] }];
  const ask = (isList: boolean) =>
    probe(hosts, { localPart: 'user', asciiDomain: 'hotmail.com' }, { timeoutMs: 5_000, isList });
  const listed = await ask(true);
  assert.deepEqual('why' in listed && [listed.why, listed.outcome, host.connections.length], ['never', 'not-asked', 0]);
  assert.equal((await ask(false)).outcome, 'accepted');
  probe.close();
  await host.close();
});

const rule = { mode: 'ask', reason: '', source: '', date: '' } as const;
const BIG = {
  ...{ name: 'big', hosts: ['.big.com'], single: rule, lists: rule },
  ...{ connections: 2, perSecond: 0.001, perDay: 1_000 },
};
const HOSTS = [{ name: 'mx.big.com', preference: 2, addresses: ['127.0.0.1'] }];

it('ends the wait for a provider at the caller’s word, and not what is being asked', async (test) => {
  const host = await scripted();
  const manners = new MailManners({ senders: [options.mailFrom], providers: [BIG] });
  const probe = createMailboxProbe({ ...options, port: host.port, manners });
  test.after(async () => {
    probe.close();
    await host.close();
  });
  const leaving = new AbortController();
  const ask = (localPart: string) => {
    const limits = { timeoutMs: 5_000, isList: true, waitSignal: leaving.signal };
    return probe(HOSTS, { localPart, asciiDomain: 'big.com' }, limits);
  };
  const signal = new AbortController().signal;
  for (let at = 0; at < 19; at++) {
    const pass = await manners.enter('mx.big.com', { isList: true, signal });
    if ('leave' in pass) pass.leave();
  }
  const [asked, waiting] = [ask('user'), ask('user')];
  leaving.abort();
  const outcomes = (await Promise.all([asked, waiting])).map((each) => ('why' in each ? each.why : each.outcome));
  assert.deepEqual(outcomes, ['accepted', 'pace']);
});

it('asks a later host by the rule of its own provider', async (test) => {
  const host = await scripted();
  const never = { ...BIG, lists: { ...rule, mode: 'never' as const } };
  const manners = new MailManners({ senders: [options.mailFrom], providers: [never] });
  const probe = createMailboxProbe({ ...options, port: host.port, manners });
  test.after(async () => {
    probe.close();
    await host.close();
  });
  const hosts = [{ name: 'gate.acme.com', preference: 1, addresses: ['127.0.0.9'] }, ...HOSTS];
  const ask = (isList: boolean) =>
    probe(hosts, { localPart: 'user', asciiDomain: 'acme.com' }, { timeoutMs: 5_000, isList });
  const listed = await ask(true);
  assert.deepEqual(['why' in listed && listed.why, host.connections.length], ['never', 0]);
  assert.equal((await ask(false)).outcome, 'accepted');
});

it('asks a later host no faster than its provider’s pace', async (test) => {
  const host = await scripted();
  const manners = new MailManners({ senders: [options.mailFrom], providers: [BIG] });
  const probe = createMailboxProbe({ ...options, port: host.port, manners });
  test.after(async () => {
    probe.close();
    await host.close();
  });
  const hosts = [{ name: 'gate.acme.com', preference: 1, addresses: ['127.0.0.9'] }, ...HOSTS];
  const outcomes: string[] = [];
  for (let at = 0; at < 21; at++) {
    const evidence = await probe(hosts, { localPart: 'user', asciiDomain: 'acme.com' }, { timeoutMs: 5_000 });
    outcomes.push('why' in evidence ? String(evidence.why) : evidence.outcome);
  }
  assert.deepEqual([outcomes[0], outcomes.at(-1)], ['accepted', 'pace']);
});
