import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isGenericName } from '../../../src/service/doctor/generic-name.js';
import { reverseName } from '../../../src/service/doctor/reverse-name.js';
import { addressInEhlo, timeInGreeting } from '../../../src/service/doctor/visit.js';

const IP = '203.0.113.5';
const IP6 = '2001:db8:85a3::8a2e:370:7334';

describe('the name of an address', () => {
  for (const name of [
    'static.5.113.0.203.clients.provider.net',
    'ip-203-0-113-5.provider.net',
    'host203-0-113-5.range203-0.provider.net',
    '203x0x113x5.provider.net',
    '203.000.113.005.provider.net',
    'p203000113005.provider.net',
    'cb007105.virtua.provider.net',
    'customer7.provider.net',
    'c7.dyn.provider.net',
    'a.dsl.provider.co.uk',
    'pool-7.provider.net',
  ])
    it(`is one of many: ${name}`, () => assert.ok(isGenericName(name, IP)));
  for (const name of [
    'vm.firm.net',
    'mail.firm.net',
    'mx1.firm.co.uk',
    'mail5.firm.net',
    'firm.net',
    'dynamic.com',
    'out113.firm.net',
  ])
    it(`is one of its own: ${name}`, () => assert.ok(!isGenericName(name, IP)));
  for (const name of [
    '2001-0db8-85a3-0000-0000-8a2e-0370-7334.provider.net',
    'ip6-0-8a2e-370-7334.provider.net',
    '4.3.3.7.0.7.3.0.e.2.a.8.0.0.0.0.0.0.0.0.3.a.5.8.8.b.d.0.1.0.0.2.provider.net',
  ])
    it(`is one of many, of IPv6: ${name}`, () => assert.ok(isGenericName(name, IP6)));
  it('is not generic for the last groups of a short address alone', () =>
    assert.ok(!isGenericName('mail-0-0-0-5.firm.net', '2001:db8::5')));

  it('stands in DNS backwards', () => {
    assert.equal(reverseName(IP), '5.113.0.203.in-addr.arpa');
    assert.equal(
      reverseName('2001:db8::567:89ab'),
      'b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
    );
  });
});

describe('what mail hosts say of the machine', () => {
  const rows: readonly [line: string, called: string, seen: string | undefined][] = [
    ['mx.google.com at your service, [203.0.113.5]', '192.0.2.1', IP],
    ['mx.google.com at your service, [2001:db8:85a3::8a2e:370:7334]', '2001:db8::1', IP6],
    ['mx.example Hello vm.firm.net [203.0.113.5], pleased to meet you', '192.0.2.1', IP],
    ['AM0.outlook.com Hello [203.0.113.5]', '192.0.2.1', IP],
    ['mx.example Hello [198.51.100.7] (203.0.113.5)', '192.0.2.1', IP],
    ['mx.example Hello [IPv6:2001:DB8:85A3::8A2E:370:7334]', '2001:db8::1', IP6],
    ['mx.example Hello [IPv6:2001:db8::9]', '192.0.2.1', undefined],
    ['mx.example Hello [10.0.0.9]', '192.0.2.1', undefined],
    ['mx.example', '192.0.2.1', undefined],
  ];
  for (const [line, called, seen] of rows)
    it(`its address: ${line}`, () => assert.equal(addressInEhlo({ code: 250, lines: [line] }, called), seen));

  const times: readonly [line: string, at: string | undefined][] = [
    ['AM0.outlook.com Microsoft ESMTP MAIL Service ready at Thu, 26 Nov 2026 10:14:56 +0000', '2026-11-26T10:14:56Z'],
    ['mx ESMTP Sendmail 8.15.2/8.15.2; Thu, 26 Nov 2026 12:14:56 +0200', '2026-11-26T10:14:56Z'],
    ['mx ESMTP Exim 4.96 Thu, 26 Nov 2026 10:14:56 +0000', '2026-11-26T10:14:56Z'],
    ['mx ESMTP Postfix', undefined],
    ['mx 99 Xyz 2026 10:14:56 +0000', undefined],
  ];
  for (const [line, at] of times)
    it(`its time: ${line}`, () =>
      assert.equal(timeInGreeting({ code: 220, lines: [line] }), at === undefined ? undefined : Date.parse(at)));
});
