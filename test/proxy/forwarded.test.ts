import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { visitorOf } from '../../src/proxy/visitor.js';

const visitor = (headers: Record<string, string>, hops = 1) =>
  visitorOf(new Request('http://localhost/', { headers }), { address: '10.0.0.1' }, hops);

describe("the visitor's network behind a proxy of the site's", () => {
  const rows: readonly (readonly [forwarded: string, network: string])[] = [
    ['for=198.51.100.1', '198.51.100.1'],
    ['for=8.8.8.8, for=198.51.100.1;proto=https;by="_a,b"', '10.0.0.1'],
    ['for="8.8.8.8, for=198.51.100.1', '198.51.100.1'],
    ['for=8.8.8.8, proto=https;for="198.51.100.1:4711"', '198.51.100.1'],
    ['for="[2001:db8:1:2::3]:80"', '2001:db8:1:2::/64'],
    ['for=unknown', '10.0.0.1'],
  ];
  for (const [forwarded, network] of rows)
    it(`is what the proxy said: ${forwarded}`, () => assert.equal(visitor({ Forwarded: forwarded }), network));

  // The proxy quotes the host that the visitor named.
  for (const host of ['x,for=8.8.8.8', 'x,for=8.8.8.8;a=', 'x,for=8.8.8.8;a=\\"', 'x, for=8.8.8.8;by=\\\\'])
    it(`is not what the visitor made it quote: ${host}`, () =>
      assert.equal(visitor({ Forwarded: `for=198.51.100.1;host="${host}";proto=https` }), '10.0.0.1'));
});
