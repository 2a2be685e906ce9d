import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { callerRangeOf, ipRangeOf, networkOf, parseIp, prefixOf } from '../../src/network/index.js';
import { ipText } from '../../src/network/ip-address.js';
import { seed, trials } from '../soak.js';

describe('a network address', () => {
  it('counts as itself if it is IPv4, as its /64 if it is IPv6, and as the IPv4 address if that is mapped into IPv6', () => {
    for (const [text, network] of [
      ['192.0.2.1', '192.0.2.1'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
      ['::1', '0:0:0:0::/64'],
      ['1::', '1:0:0:0::/64'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['::ffff:c000:201', '192.0.2.1'],
      ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ] as const)
      assert.equal(networkOf(text), network, text);
    for (const text of [
      '',
      'unknown',
      '192.0.2',
      '192.0.2.256',
      '010.0.2.1',
      '1.2.3.4.',
      '1.2.3.4.5',
      '0x7f000001',
      '1::2::3',
      '::g',
      'fe80::1%eth0',
      '1:2:3:4:5:6:7',
      '::1]/x[',
    ])
      assert.equal(parseIp(text), undefined, text);
    assert.equal(networkOf('nonsense'), undefined);
    assert.equal(networkOf(undefined), undefined);
  });

  it('counts as its /64 also if it has a zone', () => assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64'));

  it('of version 6 has wider networks', () => {
    for (const [text, length, network] of [
      ['2001:db8:1:1234:5::6', 56, '2001:db8:1:1200::/56'],
      ['2001:db8:1:1234:5::6', 48, '2001:db8:1::/48'],
      ['192.0.2.7', 48, undefined],
      ['::ffff:192.0.2.7', 56, undefined],
      ['nonsense', 56, undefined],
      [undefined, 48, undefined],
    ] as const)
      assert.equal(prefixOf(text, length), network, text);
  });

  it('is public or not', () => {
    const isPublic = (text: string) => ipRangeOf(text) === 'public';
    for (const text of [
      '1.1.1.1',
      '172.15.0.1',
      '172.32.0.1',
      '100.128.0.1',
      '192.0.1.1',
      '168.63.129.17',
      '3fff:1000::1',
      '2606:4700::1',
      '2001:4860::8888',
    ])
      assert.ok(isPublic(text), text);
    for (const text of [
      '0.0.0.0',
      '10.1.2.3',
      '127.0.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '192.0.2.1',
      '198.18.0.1',
      '203.0.113.1',
      '192.88.99.1',
      '168.63.129.16',
      '224.0.0.1',
      '255.255.255.255',
    ])
      assert.ok(!isPublic(text), text);
    for (const text of [
      '::',
      '::1',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '2001:db8::1',
      '2002:a00:1::',
      '2001::1',
      '3fff:fff::1',
      '64:ff9b::a00:1',
      '::ffff:10.0.0.1',
    ])
      assert.ok(!isPublic(text), text);
  });
});

describe('an IP address', () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc
      .tuple(fc.constantFrom('fe80', 'fc00', '2001', '2002', '3fff', '2620', '::ffff', '64:ff9b:', '100:'), fc.ipV4())
      .map(([head, rest]) => `${head}:${head.includes('::') ? '' : ':'}${rest}`),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.x%'), maxLength: 20 }),
  );
  const trial = { seed, numRuns: trials(20_000) };

  it('is read as Node and ipaddr.js read it', () =>
    fc.assert(
      fc.property(address, (text) => {
        const read = parseIp(text);
        assert.equal(read !== undefined, isIP(text) > 0 && !text.includes('%'), text);
        // It takes `::1.2.3.4` for `::ffff:1.2.3.4`, which RFC 4291 §2.5.5 tells apart.
        if (!read || /^::[\d.]+$/.test(text)) return;
        const peer = ipaddr.parse(text);
        assert.deepEqual(read, peer.toByteArray());
        assert.equal(
          ipText(read),
          peer.kind() === 'ipv4' ? peer.toString() : new URL(`http://[${text}]`).hostname.slice(1, -1),
        );
      }),
      trial,
    ));

  it('is in the same range as in ipaddr.js; of IPv6, only global unicast is public', () =>
    fc.assert(
      fc.property(address, (text) => {
        const range = ipRangeOf(text);
        if (range === undefined) return;
        const peer = ipaddr.parse(text);
        const peerRange = peer.range();
        const isGlobal = peer.kind() === 'ipv4' || peer.match(ipaddr.parse('2000::'), 3);
        assert.equal(range === 'public', peerRange === 'unicast' && isGlobal && text !== '168.63.129.16', text);
        const named: Readonly<Record<string, string>> = {
          loopback: 'loopback',
          private: 'private',
          uniqueLocal: 'private',
          linkLocal: 'link-local',
        };
        if (range !== 'public') assert.equal(range, named[peerRange] ?? 'reserved', text);
      }),
      trial,
    ));

  it('of a caller is in the range of the IPv4 address that is mapped into it', () => {
    assert.equal(ipRangeOf('::ffff:127.0.0.1'), 'reserved');
    assert.equal(callerRangeOf('::ffff:127.0.0.1'), 'loopback');
    assert.equal(callerRangeOf('nonsense'), undefined);
    assert.equal(callerRangeOf(undefined), undefined);
  });
});
