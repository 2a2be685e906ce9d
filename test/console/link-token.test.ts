import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { takeLinkToken } from '../../src/console/link-token.js';

const token = 'Ab_-9'.repeat(8) + 'xyz';

const taken = (hash: string) => {
  const urls: unknown[] = [];
  const found = takeLinkToken(
    { hash, pathname: '/console', search: '?a=1' },
    { replaceState: (_data, _unused, url) => urls.push(url) },
  );
  return { found, urls };
};

describe('the token of a one-time link', () => {
  it('is taken out of the URL', () => assert.deepEqual(taken(`#${token}`), { found: token, urls: ['/console?a=1'] }));

  for (const hash of ['', '#', '#short', '#main', `#${token}!`, `#${'x'.repeat(101)}`])
    it(`is not seen in ${hash.slice(0, 20) || 'no fragment'}`, () =>
      assert.deepEqual(taken(hash), { found: undefined, urls: [] }));
});
