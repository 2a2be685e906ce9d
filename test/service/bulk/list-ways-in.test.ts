import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, isIPv6, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { domainToASCII } from 'node:url';
import { after, before, describe, it } from 'node:test';
import type { Answer } from 'dns-packet';
import { startDnsServer } from '../../../demo/world/index.js';
import { isMissingAddress, onFreePort } from '../../../demo/world/loopback.js';
import { fetchList, ListError, type ListErrorCode } from '../../../src/service/bulk/index.js';
import { mayContact } from '../../../src/service/net/reachable.js';
import { createWebFetcher } from '../../../src/service/net/web.js';
import { createNameResolver } from '../../../src/service/probe/index.js';
import { startSite } from '../net/site.js';
import { selfSigned } from '../probe/self-signed.js';

/** Where nothing may be fetched from: this machine, at whatever addresses it has that are nobody else's. */
const own = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ internal, scopeid, address }) => !internal && !scopeid && !mayContact(address))
  .map(({ address }) => address);

/** Listens at one port of all of them, and counts who comes. */
const startTraps = () =>
  onFreePort(async (port) => {
    const servers: Server[] = [];
    let connections = 0;
    for (const address of ['127.0.0.1', '::1', ...own]) {
      const server = createServer((socket) => {
        connections += 1;
        socket.on('error', () => undefined).destroy();
      });
      server.listen(port, address);
      try {
        await once(server, 'listening');
        servers.push(server);
      } catch (error) {
        if (!isMissingAddress(error)) throw error;
      }
    }
    return {
      port,
      addresses: servers.map((server) => (server.address() as { address: string }).address),
      connections: () => connections,
      close: () => servers.forEach((server) => server.close()),
    };
  });

const A = (name: string, ...addresses: readonly string[]): Answer[] =>
  addresses.map((data) => (isIPv6(data) ? { type: 'AAAA', name, ttl: 0, data } : { type: 'A', name, ttl: 0, data }));
const alias = (name: string, data: string): Answer[] => [{ type: 'CNAME', name, ttl: 0, data }];
const idn = domainToASCII('lööp.com');

/** What a name has; the one with a good certificate changes from test to test. */
const zone = new Map<string, readonly Answer[] | (() => readonly Answer[])>([
  ...(
    [
      ['loop.com', '127.0.0.1'],
      ['127.0.0.1.nip.io', '127.0.0.1'],
      ['six.com', '::1'],
      ['mapped.com', '::ffff:127.0.0.1'],
      ['nat64.com', '64:ff9b::7f00:1'],
      ['zero.com', '0.0.0.0'],
      ['inside.com', '10.0.0.1'],
      ['metadata.google.internal', '169.254.169.254'],
      ['all.com', '255.255.255.255'],
      [idn, '127.0.0.1'],
    ] as const
  ).map(([name, address]) => [name, A(name, address)] as const),
  ['many.com', A('many.com', '10.0.0.1', '127.0.0.1', '192.168.0.1', '::1', 'fd00::1')],
  ['alias.com', [...alias('alias.com', 'other.com'), ...alias('other.com', 'loop.com'), ...A('loop.com', '127.0.0.1')]],
  ['own.com', A('own.com', ...own)],
]);
const GOOD = 'mx.self-signed.com';
const forbidden = own.length ? own : ['0.0.0.0'];

const traps = await startTraps();
const dns = await startDnsServer({
  answer: ({ name, type }) => {
    const given = zone.get(name.toLowerCase());
    if (!given) return { rcode: 'NXDOMAIN', answers: [] };
    const answers = typeof given === 'function' ? given() : given;
    return { rcode: 'NOERROR', answers: answers.filter((each) => each.type === type || each.type === 'CNAME') };
  },
});
const resolver = createNameResolver({ servers: [dns.dns], timeoutMs: 2_000 });
const open = { addressesOf: (host: string) => resolver.addresses(host), authorities: [selfSigned.cert] };
/** As the service runs. */
const strict = createWebFetcher(open);
/** For a first server, which has to be on this machine; all its other addresses stay forbidden. */
const lenient = createWebFetcher({ ...open, allowLoopback: true });
const at = (host: string) => `https://${host}:${traps.port}/may.csv`;
const site = await startSite(
  ({ url = '' }, response) => {
    const to = new URL(url, 'https://x').searchParams.get('to');
    const location = to === 'far' ? at('0.0.0.0').padEnd(9_000, 'x') : to;
    return location === null ? response.end('a@x.com\n') : response.writeHead(302, { Location: location }).end();
  },
  { isSecure: true },
);

after(async () => {
  strict.close();
  lenient.close();
  resolver.close();
  traps.close();
  await Promise.all([site.close(), dns.close()]);
});

const failsWith = (code: ListErrorCode) => (error: unknown) => {
  assert.ok(error instanceof ListError, String(error));
  assert.equal(error.code, code);
  assert.doesNotMatch(error.message, /\d+\.\d+\.\d+\.\d+|::|localhost|internal/);
  return true;
};
/** Nobody comes to a trap. */
const isRefused = async (url: string, code: ListErrorCode, fetcher = strict) => {
  const before = traps.connections();
  await assert.rejects(fetchList(url, { fetcher, timeoutMs: 5_000 }), failsWith(code));
  assert.equal(traps.connections(), before);
};

const hosts = {
  'unknown-host': [
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0x7F.0.0.0x1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
      '127.255.255.254',
      '0',
      '0.0.0.0',
      '0x0',
    ],
    ...[
      '１２７.０.０.１',
      '127。0。0。1',
      '127．0．0．1',
      '127｡0｡0｡1',
      '①②⑦.0.0.1',
      '%31%32%37.0.0.1',
      '127%2e0%2e0%2e1',
      '127.0.0.1\r\n',
      '1\t27.0.0.1',
    ],
    ...[
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '192.168.257',
      '100.64.0.1',
      '198.18.0.1',
      '192.0.2.1',
      '240.0.0.1',
      '255.255.255.255',
      '224.0.0.1',
      '239.255.255.250',
    ],
    // Of clouds, about the machine itself.
    ...[
      '169.254.169.254',
      '0xa9fea9fe',
      '2852039166',
      '0251.0376.0251.0376',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
      '[fd00:ec2::254]',
      'metadata.google.internal',
    ],
    ...[
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[0000::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[::7f00:1]',
      '[::ffff:0:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b::127.0.0.1]',
      '[64:ff9b:1::7f00:1]',
    ],
    ...[
      '[2002:7f00:1::1]',
      '[2001:0:7f00:1::1]',
      '[fe80::1]',
      '[fec0::1]',
      '[fc00::1]',
      '[fd12:3456::1]',
      '[ff02::1]',
      '[ff0e::1]',
      '[2001:db8::1]',
      '[100::1]',
      ...own.map((address) => (isIPv6(address) ? `[${address}]` : address)),
    ],
    ...[
      'loop.com',
      'LOOP.com',
      'loop.com.',
      'ｌｏｏｐ.com',
      'loop。com',
      'loop%2ecom',
      'lo\top.com',
      'lo\u00adop.com',
      'lööp.com',
      idn,
      '127.0.0.1.nip.io',
      'six.com',
      'mapped.com',
      'nat64.com',
      'zero.com',
      'inside.com',
      'all.com',
      'many.com',
      'alias.com',
    ],
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'localhost.localdomain',
    'ip6-localhost',
    'ｌｏｃａｌｈｏｓｔ',
    'nowhere.com',
    'printer.local',
    'db.internal',
    'kubernetes.default.svc',
  ],
  url: [
    ...[
      '[fe80::1%25eth0]',
      '[::1%25lo]',
      '[::1',
      '127.0.0.1%00.x.com',
      '127.0.0.1%0d%0aHost:x',
      '256.0.0.1',
      '0x7f.0.0.0.1',
      '1.2.3.4.5',
      '08.0.0.1',
      '127.0.0.1%20',
      'a b',
      '',
      '%',
      'x'.repeat(2_000),
    ],
    ...[
      `${GOOD}@127.0.0.1`,
      `${GOOD}:443@127.0.0.1`,
      'jane:secret@127.0.0.1',
      `127.0.0.1:443@${GOOD}`,
      `@@127.0.0.1`,
      `${GOOD}%40x@127.0.0.1`,
    ],
  ],
} as const satisfies Partial<Record<ListErrorCode, readonly string[]>>;

const urls: readonly (readonly [url: string, code: ListErrorCode])[] = [
  ...[
    'http://127.0.0.1:80/may.csv',
    'ftp://127.0.0.1/may.csv',
    'file:///etc/may.csv',
    'gopher://127.0.0.1/may.csv',
    'dict://127.0.0.1/may.csv',
    'ldap://127.0.0.1/may.csv',
    'jar:https://127.0.0.1!/may.csv',
  ].map((url) => [url, 'url'] as const),
  ...[
    'data:text/csv,a@x.com#may.csv',
    'javascript:0//may.csv',
    'blob:https://127.0.0.1/may.csv',
    'unix:/run/may.csv',
    '//127.0.0.1/may.csv',
    'https:///may.csv',
    'https://127.0.0.1:22/may.csv',
    'https://127.0.0.1:65536/may.csv',
  ].map((url) => [url, 'url'] as const),
  [`${at('127.0.0.1')}\r\nHost: ${GOOD}`, 'url'],
  [`https://${GOOD}#@127.0.0.1:${traps.port}/may.csv`, 'url'],
  [`https://${GOOD}?@127.0.0.1:${traps.port}/may.csv`, 'url'],
  // The first host is asked, whatever other readers make of the rest.
  [`https://127.0.0.1:${traps.port}\\@${GOOD}/may.csv`, 'unknown-host'],
  [`https:127.0.0.1:${traps.port}/may.csv`, 'unknown-host'],
  [`https:\\\\127.0.0.1:${traps.port}\\may.csv`, 'unknown-host'],
  [`https:////127.0.0.1:${traps.port}/a/../may.csv`, 'unknown-host'],
];

describe('ways into this machine and its network by the URL of a list', { timeout: 120_000 }, () => {
  it('would be seen where they lead', async () => {
    await assert.rejects(fetchList(at('loop.com'), { fetcher: lenient }), failsWith('certificate'));
    assert.equal(traps.connections(), 1);
    for (const address of traps.addresses)
      await once(
        connect(traps.port, address).on('error', () => undefined),
        'close',
      );
    assert.equal(traps.connections(), 1 + traps.addresses.length);
  });

  for (const [code, each] of Object.entries(hosts) as [ListErrorCode, readonly string[]][]) {
    for (const host of each) it(`${JSON.stringify(host.slice(0, 40))}: ${code}`, () => isRefused(at(host), code));
  }
  for (const [url, code] of urls)
    it(`${JSON.stringify(url.replace(String(traps.port), 'port'))}: ${code}`, () => isRefused(url, code));
});

describe('ways in by redirects', { timeout: 120_000 }, () => {
  before(() => zone.set(GOOD, A(GOOD, '127.0.0.1')));

  const first = (...to: readonly string[]): string =>
    to.reduceRight(
      (next, each) => (next ? `https://${GOOD}:${site.port}${each}?to=${encodeURIComponent(next)}` : each),
      '',
    );
  const redirected = (to: string, hops = 1) => first(...Array<string>(hops).fill('/may.csv'), to);

  const targets: readonly (readonly [to: string, code: ListErrorCode])[] = [
    ...[
      '0.0.0.0',
      '0',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::1]',
      '169.254.169.254',
      '0xa9fea9fe',
      '10.0.0.1',
      '192.168.1',
      '255.255.255.255',
      '224.0.0.1',
      '[fe80::1]',
      '[ff02::1]',
    ].map((host) => [at(host), 'unknown-host'] as const),
    ...[
      ...own.map((address) => (isIPv6(address) ? `[${address}]` : address)),
      'inside.com',
      'mapped.com',
      'nat64.com',
      'zero.com',
      'metadata.google.internal',
      'all.com',
      ...(own.length ? ['own.com'] : []),
    ].map((host) => [at(host), 'unknown-host'] as const),
    ...['localhost', 'a.localhost', 'nowhere.com', 'db.internal'].map((host) => [at(host), 'unknown-host'] as const),
    ...[
      `http://${GOOD}:${traps.port}/may.csv`,
      `http://127.0.0.1:${traps.port}/`,
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'gopher://127.0.0.1/',
      'data:text/csv,a@x.com',
      'javascript:0',
      'unix:/run/docker.sock',
    ].map((to) => [to, 'redirect'] as const),
    ...[
      `https://jane:secret@${GOOD}:${traps.port}/`,
      `https://${GOOD}@0.0.0.0:${traps.port}/`,
      `https://${GOOD}:25/`,
      'https://[::1%25lo]/',
      'https://',
      'https://256.0.0.1/',
      'far',
    ].map((to) => [to, 'redirect'] as const),
    [`//0.0.0.0:${traps.port}/may.csv`, 'unknown-host'],
    [`\\\\0.0.0.0:${traps.port}\\may.csv`, 'unknown-host'],
    [`https:/\\0.0.0.0:${traps.port}`, 'unknown-host'],
  ];
  for (const [to, code] of targets)
    it(`${JSON.stringify(to.replace(String(traps.port), 'port').slice(0, 50))}: ${code}`, () =>
      isRefused(redirected(to), code, lenient));

  it('are checked at the end of a chain too, and a chain has at most three', async () => {
    for (const hops of [2, 3]) await isRefused(redirected(at('0.0.0.0'), hops), 'unknown-host', lenient);
    await isRefused(redirected(at('0.0.0.0'), 4), 'redirects', lenient);
    assert.equal((await fetchList(redirected(`https://${GOOD}:${site.port}/list`, 3), { fetcher: lenient })).count, 1);
  });
});

describe('names that change', { timeout: 60_000 }, () => {
  /** Gives one answer for each time that an A record is asked for, and the last ones for good. */
  const rebind = (...answers: readonly (readonly string[])[]) => {
    let asked = 0;
    zone.set(GOOD, () => A(GOOD, ...(answers[Math.min(Math.floor(asked++ / 2), answers.length - 1)] ?? [])));
    return () => asked / 2;
  };
  const list = `https://${GOOD}:${site.port}/may.csv`;

  it('are looked up once, and the connection uses the address that was checked', async () => {
    const times = rebind(['127.0.0.1'], forbidden);
    const before = traps.connections();
    assert.equal((await fetchList(list, { fetcher: lenient })).count, 1);
    assert.deepEqual([times(), traps.connections()], [1, before]);
  });

  it('are judged again after a redirect', async () => {
    rebind(['127.0.0.1'], forbidden);
    await isRefused(`${list}?to=${encodeURIComponent(at(GOOD))}`, 'unknown-host', lenient);
  });

  it('are fetched from their allowed addresses, and from no other of their addresses', async () => {
    rebind([...forbidden, '127.0.0.1', '0.0.0.0']);
    const before = traps.connections();
    assert.equal((await fetchList(list, { fetcher: lenient })).count, 1);
    assert.equal(traps.connections(), before);
    // Nor where the one that may be contacted is closed.
    rebind(['127.0.0.9', ...forbidden]);
    await isRefused(at(GOOD), 'unreachable', lenient);
  });

  it('are left out if none of their addresses is allowed', async () => {
    rebind(['127.0.0.1'], []);
    await isRefused(`${list}?to=${encodeURIComponent(at(GOOD))}`, 'unknown-host', lenient);
  });
});
