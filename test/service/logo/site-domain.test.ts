import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { siteDomain } from '../../../src/service/logo/site-domain.js';

describe('the domain whose site is asked', () => {
  for (const [text, domain] of [
    ['shop.com', 'shop.com'],
    ['SHOP.COM.', 'shop.com'],
    ['mail.eu.shop.co.uk', 'shop.co.uk'],
    ['jane@shop.com', 'shop.com'],
    ['https://jane:secret@www.shop.com:8080/a?b#c', 'shop.com'],
    ['shop.com/../../etc/passwd', 'shop.com'],
    ['müller.de', 'xn--mller-kva.de'],
    ['XN--MLLER-KVA.de', 'xn--mller-kva.de'],
    ['ｓｈｏｐ．com', 'shop.com'],
    ['jane.github.io', 'jane.github.io'],
    ['github.io', 'github.io'],
  ] as const) {
    it(`of ${text} is ${domain}`, () => assert.equal(siteDomain(text), domain));
  }

  for (const text of [
    ...[
      '',
      ' ',
      '.',
      '..',
      '@',
      '%',
      '%00',
      '\u0000',
      'a\u0000.com',
      'com',
      'co.uk',
      'shop',
      '💥',
      '<svg>',
      '日本',
      'x'.repeat(64) + '.com',
      `${'a.'.repeat(4_000)}com`,
    ],
    ...[
      'localhost',
      'a.localhost',
      'shop.local',
      'shop.test',
      'shop.example',
      'shop.invalid',
      'shop.onion',
      'shop.alt',
      'shop.internal',
      'shop.lan',
      'home.arpa',
      'router.home.arpa',
      '1.0.0.127.in-addr.arpa',
    ],
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.0.0.1.',
      '①②⑦.0.0.1',
      '[::1]',
      '::1',
      '[::ffff:127.0.0.1]',
      'http://127.0.0.1/shop.com',
      'fe80::1%eth0',
      '169.254.169.254',
    ],
  ]) {
    it(`of ${JSON.stringify(text.slice(0, 30))} is undefined`, () => assert.equal(siteDomain(text), undefined));
  }
});
