import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { domainIn } from '../../src/address/domain-in.js';

describe('the domain in a text that a person writes', () => {
  for (const [text, domain] of [
    ['jane@example.com', 'example.com'],
    ['@example.com', 'example.com'],
    ['example.com', 'example.com'],
    [' Example.COM. ', 'example.com'],
    ['jane@bäcker.de', 'xn--bcker-gra.de'],
    ['jane@[192.0.2.1]', '[192.0.2.1]'],
    ['', undefined],
    ['@@', undefined],
    ['jane@', undefined],
    ['a b', undefined],
    ['https://example.com/', undefined],
  ] as const)
    it(`${JSON.stringify(text)}: ${domain ?? 'none'}`, () => assert.equal(domainIn(text), domain));
});
