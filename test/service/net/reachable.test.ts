import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mayContact } from '../../../src/service/net/reachable.js';

const refused = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::808:808',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:808:808',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:db8::1',
  '2001:10::1',
  '2001:20::1',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
  '8000::1',
  '2606:4700::1%eth0',
  'fe80::1%1',
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '010.8.8.8',
  '8.8.8',
  '8.8.8.8 ',
  '[2606:4700::1]',
  '8.8.8.8/0',
  '8.8.8.256',
];
const contacted = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '168.63.129.17',
  '192.0.3.1',
  '223.255.255.254',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1b',
  '2001:4860::1',
];
const loopback = ['127.0.0.1', '127.9.9.9', '127.255.255.254', '::1'];

describe('addresses that may be contacted', () => {
  for (const ip of refused) it(`not ${ip || 'nothing'}`, () => assert.equal(mayContact(ip), false));
  for (const ip of contacted) it(ip, () => assert.equal(mayContact(ip), true));

  it('include loopback if that is allowed, and no other address', () => {
    for (const ip of [...refused, ...loopback])
      assert.equal(mayContact(ip, { allowLoopback: true }), loopback.includes(ip), ip);
  });
});
