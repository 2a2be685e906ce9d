import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPublicAddress, networkAddressOf, networkOf } from '../../src/proxy/network-address.js';
import { visitorOf } from '../../src/proxy/visitor.js';

const networkIn = (text: string) => {
  const address = networkAddressOf(text);
  return address && networkOf(address);
};

describe('a network address', () => {
  it('counts as itself, an IPv6 one as its /64, and a mapped one as the IPv4 one in it', () => {
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
      assert.equal(networkIn(text), network, text);
    for (const text of [
      '',
      'unknown',
      '192.0.2',
      '192.0.2.256',
      '0x7f000001',
      '1::2::3',
      '::g',
      'fe80::1%eth0',
      '1:2:3:4:5:6:7',
      '::1]/x[',
    ])
      assert.equal(networkIn(text), undefined, text);
  });

  it('is public or not', () => {
    const isPublic = (text: string) => isPublicAddress(networkAddressOf(text)!);
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

describe('a visitor', () => {
  const behind = (hops: number, headers: Record<string, string>, caller: unknown = { address: '192.0.2.99' }) =>
    visitorOf(new Request('http://localhost/', { headers }), caller, hops);

  it('is the socket’s address where no proxy is trusted', () => {
    assert.equal(behind(0, { 'X-Forwarded-For': '192.0.2.1' }), '192.0.2.99');
    for (const caller of [null, {}, 'text', { address: 7 }, { address: 'pipe' }])
      assert.equal(behind(0, {}, caller), 'unknown', JSON.stringify(caller));
  });

  it('is whom the furthest trusted proxy was called by, whatever stands before', () => {
    for (const [hops, header, network] of [
      [1, '192.0.2.1', '192.0.2.1'],
      [1, '192.0.2.7, 192.0.2.1', '192.0.2.1'],
      [2, '192.0.2.7, 192.0.2.1, 192.0.2.2', '192.0.2.1'],
      [2, '192.0.2.2', '192.0.2.2'],
      [1, '192.0.2.1:8080', '192.0.2.1'],
      [1, '[2001:db8::1]:8080', '2001:db8:0:0::/64'],
      [1, '192.0.2.1, nonsense', '192.0.2.99'],
      [1, '', '192.0.2.99'],
    ] as const)
      assert.equal(behind(hops, { 'X-Forwarded-For': header }), network, header);
    for (const [header, network] of [
      ['for=192.0.2.1', '192.0.2.1'],
      ['for=192.0.2.7, For="[2001:db8::1]:80";proto=https', '2001:db8:0:0::/64'],
      ['for="192.0.2.7, by=x;for=192.0.2.1', '192.0.2.1'],
      ['for=_hidden', '192.0.2.99'],
    ] as const)
      assert.equal(behind(1, { Forwarded: header }), network, header);
  });

  it('is nobody’s word where two headers differ', () => {
    assert.equal(behind(1, { Forwarded: 'for=192.0.2.1', 'X-Forwarded-For': '192.0.2.2' }), '192.0.2.99');
    assert.equal(behind(1, { Forwarded: 'for=192.0.2.1', 'X-Forwarded-For': '192.0.2.1' }), '192.0.2.1');
  });
});
