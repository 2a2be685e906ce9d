import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectError, type ConnectFailure } from '../../../../src/service/net/connect-error.js';
import { connect } from '../../../../src/service/net/connect.js';
import { DeadAddresses } from '../../../../src/service/probe/manners/dead-addresses.js';
import { createMailboxProbe } from '../../../../src/service/probe/index.js';
import { options } from '../meeting.js';
import { scripted } from '../scripted-host.js';

const hosts = [
  { name: 'mx1.acme.com', preference: 0, addresses: ['192.0.2.1', '192.0.2.2'] },
  { name: 'mx2.acme.com', preference: 10, addresses: ['192.0.2.3'] },
];
const setUp = () => {
  const clock = { now: 0 };
  const dead = new DeadAddresses(() => clock.now);
  const fail = (ip: string, code: ConnectFailure = 'timeout') =>
    assert.rejects(dead.watch(Promise.reject(new ConnectError(code, ip)), ip));
  const order = () =>
    dead
      .inOrder(hosts)
      .map(({ ip }) => ip.at(-1))
      .join('');
  return { clock, dead, fail, order };
};

describe('addresses that could not be connected to', () => {
  it('come last for a minute, then one question tries each again', async () => {
    const { clock, fail, order } = setUp();
    assert.equal(order(), '123');
    await fail('192.0.2.1');
    assert.equal(order(), '231');
    clock.now += 59_999;
    assert.equal(order(), '231');
    clock.now += 1;
    assert.deepEqual([order(), order()], ['123', '231']);
    clock.now += 30_000;
    assert.equal(order(), '123', 'the one who was to try never did');
  });

  it('rest longer each time, up to ten minutes, until they open', async () => {
    const { clock, dead, fail, order } = setUp();
    for (const minutes of [1, 2, 4, 8, 10, 10]) {
      await fail('192.0.2.1');
      clock.now += minutes * 60_000 - 1;
      assert.equal(order(), '231');
      clock.now += 1;
      assert.equal(order(), '123');
    }
    await dead.watch(Promise.resolve(), '192.0.2.1');
    await fail('192.0.2.1');
    clock.now += 60_000;
    assert.equal(order(), '123');
  });

  it('rest no longer for failures that come together', async () => {
    const { clock, fail, order } = setUp();
    for (const minutes of [1, 2]) {
      for (let at = 0; at < 4; at++) await fail('192.0.2.1');
      clock.now += minutes * 60_000 - 1;
      assert.equal(order(), '231');
      clock.now += 1;
      assert.equal(order(), '123');
    }
  });

  it('keep their order if a domain has no others', async () => {
    const { fail, order } = setUp();
    for (const ip of ['192.0.2.3', '192.0.2.2', '192.0.2.1']) await fail(ip, 'refused');
    assert.equal(order(), '123');
  });

  for (const code of ['aborted', 'proxy', 'forbidden'] as const)
    it(`are not known by what is not theirs: ${code}`, async () => {
      const { fail, order } = setUp();
      await fail('192.0.2.1', code);
      assert.equal(order(), '123');
    });
});

it('sixty addresses of a domain whose first mail host is dead cost one wait', async () => {
  const host = await scripted();
  const tried: string[] = [];
  const probe = createMailboxProbe({
    ...options,
    port: host.port,
    connect: (target) => {
      tried.push(target.address);
      return target.address === '127.0.0.2'
        ? Promise.reject(new ConnectError('timeout', target.address))
        : connect(target);
    },
  });
  const domain = [
    { name: 'mx1.acme.com', preference: 0, addresses: ['127.0.0.2'] },
    { name: 'mx2.acme.com', preference: 10, addresses: ['127.0.0.1'] },
  ];
  for (let at = 0; at < 60; at++) {
    const found = await probe(domain, { localPart: `user${at}`, asciiDomain: 'acme.com' }, { timeoutMs: 5_000 });
    assert.equal(found.outcome, 'accepted');
  }
  probe.close();
  await host.close();
  assert.equal(tried.filter((ip) => ip === '127.0.0.2').length, 1);
});
