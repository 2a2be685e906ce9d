import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SecretSealer } from '../../../src/service/webhook/index.js';

const sealer = new SecretSealer('a secret of the service');
const text = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('a sealed secret', () => {
  it('is opened by the same secret of the service, for the same account', () => {
    const sealed = sealer.seal(text, 1);
    assert.ok(!sealed.includes(text.slice(6)) && !Buffer.from(sealed, 'base64url').includes(text.slice(6)));
    assert.equal(new SecretSealer('a secret of the service').open(sealed, 1), text);
  });

  it('is another text each time', () => assert.notEqual(sealer.seal(text, 1), sealer.seal(text, 1)));

  it('is not opened for another account, or by another secret of the service', () => {
    const sealed = sealer.seal(text, 1);
    assert.throws(() => sealer.open(sealed, 2));
    assert.throws(() => new SecretSealer('another secret').open(sealed, 1));
  });

  it('is not opened if a byte of it was changed, or it was cut', () => {
    const octets = Buffer.from(sealer.seal(text, 1), 'base64url');
    for (let at = 0; at < octets.length; at++) {
      const changed = Buffer.from(octets);
      changed[at]! ^= 1;
      assert.throws(() => sealer.open(changed.toString('base64url'), 1), `byte ${at}`);
    }
    for (const length of [0, 12, 20, 28, octets.length - 1])
      assert.throws(() => sealer.open(octets.subarray(0, length).toString('base64url'), 1), `${length} bytes`);
  });
});
