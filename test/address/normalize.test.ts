import assert from 'node:assert/strict';
import { it } from 'node:test';
import { normalizeAddress } from '../../src/address/index.js';

const rows: readonly (readonly [what: string, text: string, normal: string])[] = [
  ['spaces around the address are removed', ' \tjane@example.com\n', 'jane@example.com'],
  ["the local part's case stays", 'Jane@EXAMPLE.com', 'Jane@example.com'],
  ['the domain becomes A-labels', 'jane@München.de', 'jane@xn--mnchen-3ya.de'],
  ['A-labels stay A-labels, in lower case', 'jane@XN--mnchen-3ya.de', 'jane@xn--mnchen-3ya.de'],
  ['the local part is normalized to NFC', 'jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['a capital sharp s in the domain is lower-cased on every platform', 'jane@FA\u1e9e.de', 'jane@xn--fa-hia.de'],
  [
    'a local part with dots in a row, as telephone companies gave out, is quoted',
    'a..b@docomo.ne.jp',
    '"a..b"@docomo.ne.jp',
  ],
  ['an invalid address is only trimmed', '  Jane@@Example.com ', 'Jane@@Example.com'],
];

for (const [what, text, normal] of rows) {
  it(`${what}, and a second run changes nothing`, () => {
    assert.equal(normalizeAddress(text), normal);
    assert.equal(normalizeAddress(normal), normal);
  });
}
