import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { addressHash, isAddressHash } from '../../src/proxy/address-hash.js';

const secret = 'a secret';
const email = 'jane@example.com';

describe('the hash of an address', () => {
  it('is HMAC-SHA-256 of its purpose and its normal form, in base64url', async () => {
    const expected = createHmac('sha256', secret).update('cache\njane@xn--mnchen-3ya.de').digest('base64url');
    for (const text of ['jane@münchen.de', ' jane@XN--mnchen-3ya.DE\n'])
      assert.equal(await addressHash(secret, 'cache', text), expected);
    assert.equal(
      await addressHash(new TextEncoder().encode(secret), 'cache', 'jane@münchen.de'),
      expected,
      'by the octets of the secret',
    );
  });

  it('is another one for another purpose, address or secret', async () => {
    const hashes = await Promise.all([
      addressHash(secret, 'cache', email),
      addressHash(secret, 'receipt', email),
      addressHash(secret, 'visitor', email),
      addressHash(secret, 'cache', 'Jane@example.com'),
      addressHash('another', 'cache', email),
    ]);
    assert.equal(new Set(hashes).size, hashes.length);
    for (const hash of hashes) assert.match(hash, /^[\w-]{43}$/);
  });

  it('matches the same address, and no other', async () => {
    for (const text of [email, 'jos\u00e9@example.com', '2001:db8::/64']) {
      const hash = await addressHash(secret, 'visitor', text);
      assert.equal(await isAddressHash(secret, 'visitor', ` ${text}`, hash), true);
      assert.equal(await isAddressHash(secret, 'cache', text, hash), false);
      assert.equal(await isAddressHash(secret, 'visitor', `${text}x`, hash), false);
      assert.equal(await isAddressHash('another', 'visitor', text, hash), false);
    }
  });
});
