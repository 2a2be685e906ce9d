import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Answer } from 'dns-packet';
import { createNameResolver } from '../../../src/service/probe/name-resolver.js';
import { inServiceOrder } from '../../../src/service/probe/service-order.js';
import { message, startRawDns } from './raw-dns.js';

const srv = (target: string, port: number, priority = 0, weight = 0) => ({ target, port, priority, weight });
const answers: Readonly<Record<string, readonly object[]>> = {
  'A acme.com': ['127.0.0.2', '10.0.0.1'].map((data) => ({ data })),
  'AAAA acme.com': [{ data: '::1' }],
  'AAAA six.com': [{ data: '2001:db8::1' }],
  'A many.com': Array.from({ length: 40 }, (_, at) => ({ data: `192.0.2.${at}` })),
  'SRV _avatars._tcp.acme.com': [
    srv('Late.acme.com', 80, 20),
    srv('first.acme.com', 8080, 10),
    srv('none.acme.com', 0, 1),
  ].map((data) => ({ data })),
  'SRV _avatars._tcp.none.com': [{ data: srv('.', 80) }],
};
const server = await startRawDns(({ id, question }) => {
  const { name, type } = question;
  if (name === 'silent.com') return undefined;
  const found = answers[`${type} ${name}`];
  const flags = name === 'failing.com' ? 2 : found ? 0 : 3;
  return message(
    id,
    question,
    (found ?? []).map((each) => ({ name, type, ttl: 1, ...each }) as Answer),
    { flags: 0x0180 | flags },
  );
});
const resolver = createNameResolver({ servers: [server.dns], timeoutMs: 400, random: () => 0 });

after(async () => {
  resolver.close();
  await server.close();
});

describe('names', () => {
  for (const [host, addresses] of [
    ['acme.com', ['127.0.0.2', '10.0.0.1', '::1']],
    ['six.com', ['2001:db8::1']],
    ['nowhere.com', []],
    ['failing.com', []],
    ['silent.com', []],
    ['localhost', []],
    ['127.0.0.1', []],
    ['2130706433', []],
    ['', []],
    ['a\u0000.com', []],
    [`${'a.'.repeat(4_000)}com`, []],
  ] as const) {
    it(`${host.slice(0, 20)}: ${addresses.join(', ') || 'nowhere'}`, async () =>
      assert.deepEqual(await resolver.addresses(host), addresses));
  }

  it('have sixteen addresses at most', async () => assert.equal((await resolver.addresses('many.com')).length, 16));

  it('of services are found by priority', async () => {
    assert.deepEqual(await resolver.services('_avatars._tcp.acme.com'), [
      { host: 'first.acme.com', port: 8080 },
      { host: 'late.acme.com', port: 80 },
    ]);
    for (const name of ['_avatars._tcp.none.com', '_avatars._tcp.nowhere.com', 'localhost'])
      assert.deepEqual(await resolver.services(name), [], name);
  });

  it('of equal priority are chosen by weight', () => {
    const records = [
      ['light', 1],
      ['heavy', 3],
      ['idle', 0],
    ].map(([name, weight]) => ({ name: String(name), weight: Number(weight), priority: 1, port: 80 }));
    const orderFor = (lot: number) =>
      inServiceOrder(records, () => lot)
        .map(({ host }) => host)
        .join(' ');
    assert.equal(orderFor(0), 'heavy light idle');
    assert.equal(orderFor(0.8), 'light heavy idle');
  });
});

describe('name servers', () => {
  const isAnswering = async (answer: Parameters<typeof startRawDns>[0]) => {
    const server = await startRawDns(answer);
    const own = createNameResolver({ servers: [server.dns], timeoutMs: 200 });
    const result = await own.isAnswering();
    own.close();
    await server.close();
    return result;
  };
  const saying = (rcode: number) =>
    isAnswering(({ id, question }) => message(id, question, [], { flags: 0x0180 | rcode }));

  it('are answering if they return any answer', async () => {
    for (const rcode of [0, 2, 3]) assert.equal(await saying(rcode), true, String(rcode));
  });

  it('are not answering if they are silent or refuse', async () => {
    assert.equal(await isAnswering(() => undefined), false);
    assert.equal(await saying(5), false);
  });

  it('are not asked after the end', async () => {
    const own = createNameResolver({ servers: [server.dns], timeoutMs: 200 });
    own.close();
    assert.deepEqual([await own.isAnswering(), await own.addresses('acme.com')], [false, []]);
  });
});
