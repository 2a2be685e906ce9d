import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConnectFailure } from '../../../src/service/net/connect-error.js';
import { createMailboxProbe, PortWatch, randomLocalPart } from '../../../src/service/probe/index.js';
import { MailManners } from '../../../src/service/probe/manners/mail-manners.js';
import { scripted } from './scripted-host.js';

const TEN_MINUTES = 600_000;

const setUp = () => {
  const told: string[] = [];
  const clock = { now: 0 };
  const watch = new PortWatch({
    onClosed: () => told.push('closed'),
    onOpen: () => told.push('open'),
    now: () => clock.now,
  });
  /** So many failures, in turn at so many networks. */
  const fail = (failures: number, networks: number, failure: ConnectFailure = 'timeout') => {
    for (let at = 0; at < failures; at++) watch.onConnection(`198.${at % networks}.0.${at}`, failure);
  };
  return { watch, told, clock, fail };
};

describe('the watch over the port of mail hosts', () => {
  it('takes it for closed after twenty failures at five networks in a row, and says so once', () => {
    const { watch, told, fail } = setUp();
    fail(19, 5);
    assert.deepEqual([watch.isClosed, watch.mayAsk()], [false, true]);
    fail(1, 1);
    assert.deepEqual([watch.isClosed, watch.mayAsk(), told], [true, false, ['closed']]);
    fail(40, 5);
    assert.deepEqual(told, ['closed']);
  });

  it('counts one network once, however many failures are there', () => {
    const { watch, fail } = setUp();
    fail(100, 4);
    assert.equal(watch.isClosed, false);
    watch.onConnection('2001:db8::1', 'unreachable');
    assert.equal(watch.isClosed, true);
  });

  it('counts neighbours in IPv6 as one network', () => {
    const { watch, fail } = setUp();
    fail(20, 3);
    for (let at = 0; at < 9; at++) watch.onConnection(`2001:db8:${at}::1`, 'unreachable');
    assert.equal(watch.isClosed, false);
    watch.onConnection('2001:db9::1', 'unreachable');
    assert.equal(watch.isClosed, true);
  });

  it('begins again after a connection that was opened', () => {
    const { watch, fail } = setUp();
    fail(19, 5);
    watch.onConnection('198.0.0.1');
    fail(19, 5);
    assert.equal(watch.isClosed, false);
  });

  for (const failure of ['aborted', 'forbidden', 'proxy'] as const)
    it(`does not count what says nothing of the port: ${failure}`, () => {
      const { watch, fail } = setUp();
      fail(100, 20, failure);
      assert.equal(watch.isClosed, false);
    });

  it('lets one question try every ten minutes, until one gets through', () => {
    const { watch, told, clock, fail } = setUp();
    fail(20, 5, 'refused');
    clock.now += TEN_MINUTES - 1;
    assert.equal(watch.mayAsk(), false);
    clock.now += 1;
    assert.deepEqual([watch.mayAsk(), watch.mayAsk()], [true, false]);
    watch.onConnection('198.0.0.1', 'refused');
    clock.now += TEN_MINUTES;
    assert.deepEqual([watch.mayAsk(), watch.mayAsk()], [true, false]);
    watch.onConnection('198.0.0.1');
    assert.deepEqual([watch.mayAsk(), watch.mayAsk(), told], [true, true, ['closed', 'open']]);
  });

  it('keeps a probe from asking, and hears of the connections that it opens', async () => {
    const { watch, told, clock, fail } = setUp();
    const host = await scripted();
    const probe = createMailboxProbe({
      ...{ port: host.port, helo: 'localhost', mailFrom: '', connectTimeoutMs: 1_000, replyTimeoutMs: 2_000 },
      ...{ randomLocalPart, allowLoopback: true, portWatch: watch },
    });
    const ask = async () => {
      const hosts = [{ name: 'mx.acme.com', preference: 10, addresses: ['127.0.0.1'] }];
      const evidence = await probe(hosts, { localPart: 'user', asciiDomain: 'acme.com' }, { timeoutMs: 5_000 });
      return 'why' in evidence ? evidence.why : evidence.outcome;
    };
    fail(20, 5);
    assert.deepEqual([await ask(), host.connections.length], ['port', 0]);
    clock.now += TEN_MINUTES;
    assert.deepEqual([await ask(), await ask(), told], ['accepted', 'accepted', ['closed', 'open']]);
    probe.close();
    await host.close();
  });

  it('lets the next question try if one opened no connection, by a rule or since the host rests', async (test) => {
    const { watch, clock, fail } = setUp();
    const host = await scripted();
    const never = { mode: 'never', reason: '', source: '', date: '' } as const;
    const big = {
      ...{ name: 'big', hosts: ['.big.com'], single: never, lists: never },
      ...{ connections: 2, perSecond: 1, perDay: 100 },
    };
    const manners = new MailManners({ senders: [''], providers: [big] });
    const probe = createMailboxProbe({
      ...{ port: host.port, helo: 'localhost', mailFrom: '', connectTimeoutMs: 1_000, replyTimeoutMs: 2_000 },
      ...{ randomLocalPart, allowLoopback: true, portWatch: watch, manners },
    });
    test.after(async () => {
      probe.close();
      await host.close();
    });
    const ask = async (name: string) => {
      const hosts = [{ name, preference: 10, addresses: ['127.0.0.1'] }];
      const evidence = await probe(hosts, { localPart: 'user', asciiDomain: 'acme.com' }, { timeoutMs: 5_000 });
      return 'why' in evidence ? evidence.why : evidence.outcome;
    };
    manners.refusals.rest('mx.resting.com', '421 4.7.0 Too many connections');
    fail(20, 5);
    clock.now += TEN_MINUTES;
    const outcomes = [await ask('mx.big.com'), await ask('mx.resting.com')];
    assert.equal(outcomes[0], 'never');
    assert.notEqual(outcomes[1], 'port');
    assert.equal(watch.isClosed, true);
    assert.equal(await ask('mx.acme.com'), 'accepted');
  });
});
