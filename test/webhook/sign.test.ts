import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { signWebhook, verifyWebhook, type WebhookErrorCode } from '../../src/webhook/index.js';
import { body, id, now, otherSecret, secret } from './signed.js';

/** A signature that the libraries of the Standard Webhooks specification are tested with. */
const published = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
} as const;

describe('signWebhook', () => {
  it('makes the signature that was published', async () => {
    const { signature, seconds, ...webhook } = published;
    assert.deepEqual(await signWebhook({ ...webhook, secret, now: seconds * 1_000 + 999 }), {
      'webhook-id': webhook.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signature,
    });
  });

  it('makes what another implementation of HMAC makes, of a text that is not ASCII', async () => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key)
      .update(`${id}.${now / 1_000}.${body}`)
      .digest('base64');
    assert.equal((await signWebhook({ id, body, secret, now }))['webhook-signature'], `v1,${expected}`);
    const octets = new TextEncoder().encode(body);
    assert.equal((await signWebhook({ id, body: octets, secret, now }))['webhook-signature'], `v1,${expected}`);
  });

  it('signs with the current secret and the former one, each of which verifies', async () => {
    const headers = await signWebhook({ id, body, secrets: [secret, otherSecret], now });
    assert.equal(headers['webhook-signature'].split(' ').length, 2);
    for (const each of [secret, otherSecret])
      assert.equal((await verifyWebhook({ body, headers: { ...headers }, secret: each, now })).id, id);
  });

  const faults: readonly (readonly [Partial<Parameters<typeof signWebhook>[0]>, WebhookErrorCode])[] = [
    [{ id: '' }, 'bad-option'],
    [{ id: 'evt.1' }, 'bad-option'],
    [{ id: 'evt 1' }, 'bad-option'],
    [{ id: 'é' }, 'bad-option'],
    [{ id: 'x'.repeat(257) }, 'bad-option'],
    [{ now: Number.NaN }, 'bad-option'],
    [{ now: -1 }, 'bad-option'],
    [{ now: Infinity }, 'bad-option'],
    [{ secret: 'secret' }, 'bad-secret'],
    [{ body: 'x'.repeat(65_537) }, 'too-large'],
  ];
  for (const [options, code] of faults)
    it(`refuses ${JSON.stringify(options).slice(0, 40)} with ${code}`, () =>
      assert.rejects(signWebhook({ id, body, secret, now, ...options }), { name: 'WebhookError', code }));
});
