import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyProxy, KeyProxyOptionError, type KeyProxyOptions } from '../../src/proxy/index.js';

const right: KeyProxyOptions = { apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: 'https://check.example.com' };

describe('the options of a key proxy', () => {
  it('are enough with a key and an address', () => {
    assert.equal(typeof createKeyProxy(right), 'function');
  });

  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    apiKey: [undefined, '', 'short', 'with a blank', 'public_abcdefgh', 7],
    baseUrl: [
      undefined,
      '',
      'check.example.com',
      'ftp://check.example.com',
      'https://u:p@check.example.com',
      'https://check.example.com/?api=1',
    ],
    logoUrl: ['nonsense'],
    mount: ['email-check', '/email check', '/a//b'],
    origins: ['https://shop.example', ['https://shop.example/'], ['shop.example'], ['*']],
    trustedHops: [-1, 1.5, '1', 11],
    authorize: [true],
    allow: ['append', ['everything']],
    dailyPerVisitor: [-1, Number.NaN],
    budgetPerDay: ['many'],
    receiptSecret: ['', 'short', new Uint8Array(31), [], {}, 32],
    timeout: [0, Number.POSITIVE_INFINITY],
    cache: [true],
    apikey: ['a misspelt name'],
  };
  for (const [option, values] of Object.entries(wrong))
    it(`throw an error about ${option}, without the key`, () => {
      for (const value of values)
        assert.throws(
          () => createKeyProxy({ ...right, [option]: value }),
          (error) =>
            error instanceof KeyProxyOptionError &&
            error.option === option &&
            error.message.includes(`"${option}"`) &&
            !error.message.includes(right.apiKey),
        );
    });
});
