import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hostIn, isPublicHost, isSpecialUse, isThisMachine } from '../../src/network/index.js';
import { isLocalHostname } from '../../src/wire/index.js';

describe('special-use domains', () => {
  for (const domain of [
    'test',
    'a.test',
    'a.b.invalid',
    'localhost',
    'mail.localhost',
    'a.example',
    'printer.local',
    'abc.onion',
    'a.alt',
  ]) {
    it(`${domain} accepts no mail`, () => assert.equal(isSpecialUse(domain), true));
  }
  for (const domain of ['example.com', 'example.net', 'test.com', 'local.de', 'mytest', 'a.latest', 'onion.org', '']) {
    it(`${domain || 'an empty name'} is looked up`, () => assert.equal(isSpecialUse(domain), false));
  }
});

describe('a host name', () => {
  it('is read from a URL without brackets and the dot at its end', () => {
    for (const [url, host] of [
      ['https://Lists.Shop.com./may.csv', 'lists.shop.com'],
      ['https://[2001:DB8::1]:8443/', '2001:db8::1'],
      ['https://127.1/', '127.0.0.1'],
    ] as const)
      assert.equal(hostIn(new URL(url)), host);
  });

  it('may be public', () => {
    for (const name of ['shop.com', 'internal.com', 'local.shop.com', 'arpa.net', '8.8.8.8', '2606:4700::1'])
      assert.ok(isPublicHost(name), name);
    for (const name of [
      'db',
      'db.internal',
      'router.home.arpa',
      '1.0.0.127.in-addr.arpa',
      'printer.local',
      'a.alt',
      '',
    ])
      assert.ok(!isPublicHost(name), name);
    for (const address of ['10.0.0.1', '127.0.0.1', '::1', '::ffff:8.8.8.8', '2001:db8::1'])
      assert.ok(!isPublicHost(address), address);
  });

  it('may be this machine', () => {
    for (const name of ['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '::1'])
      assert.ok(isThisMachine(name), name);
    for (const name of ['localhost.com', 'mylocalhost', '127.0.0.1.nip.io', '10.0.0.1', '::2', ''])
      assert.ok(!isThisMachine(name), name);
  });

  it('is this machine for pages too', () => {
    for (const host of ['localhost', 'a.localhost', 'LOCALHOST.', '127.0.0.1', '127.1', '127.9.9.9', '[::1]', '[0::1]'])
      assert.deepEqual([isLocalHostname(new URL(`http://${host}`).hostname), host], [true, host]);
    for (const host of ['localhost.com', 'mylocalhost', '127.0.0.1.nip.io', '127.shop.com', '10.0.0.1', '[::2]']) {
      const url = new URL(`http://${host}`);
      assert.deepEqual([isLocalHostname(url.hostname), isThisMachine(hostIn(url)), host], [false, false, host]);
    }
  });
});
