import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../../src/client/index.js';
import { createRateLimit } from '../../../src/service/app/rate-limit.js';
import { decodeRefusal, DETECTOR_CALLS_PER_MINUTE, LOGO_CALLS_PER_MINUTE } from '../../../src/wire/index.js';
import { startService, type Fixture } from './fixture.js';

describe('a rate limit', () => {
  it('is counted for each network', async () => {
    const rateLimit = createRateLimit(3);
    const ask = async (address: string | undefined) => (await rateLimit.secondsToWait(address)) === 0;
    for (let count = 0; count < 3; count++) assert.equal(await ask('192.0.2.7'), true);
    assert.equal(await ask('192.0.2.7'), false);
    assert.equal(await ask('::ffff:192.0.2.7'), false);
    assert.equal(await ask('192.0.2.8'), true);
    for (let count = 0; count < 3; count++) assert.equal(await ask(`2001:db8::${count + 1}`), true);
    assert.equal(await ask('2001:db8::ffff'), false);
    assert.equal(await ask('2001:db8:0:1::1'), true);
    assert.equal(await ask(undefined), true);
    const wait = await rateLimit.secondsToWait('192.0.2.7');
    assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, String(wait));
  });

  it('is kept for a limited number of networks, those with the latest requests', async () => {
    const rateLimit = createRateLimit(1, 100);
    await rateLimit.secondsToWait('192.0.2.7');
    for (let count = 0; count < 1_000; count++) {
      await rateLimit.secondsToWait(`2001:db8:0:${count.toString(16)}::1`);
      assert.ok((await rateLimit.secondsToWait('192.0.2.7')) > 0);
      assert.ok(rateLimit.networks() <= 100);
    }
    assert.equal(await rateLimit.secondsToWait('2001:db8::1'), 0, 'forgotten long since');
    assert.ok((await rateLimit.secondsToWait('2001:db8:0:3e7::1')) > 0);
  });
});

describe('a rate limit over HTTP', () => {
  const page = { Origin: 'https://any.example' };
  let fixture: Fixture;
  before(async () => (fixture = await startService({ trustedHops: 1 })));
  after(() => fixture.end());

  it('of the detector ends in a refusal with Retry-After that pages can read', async () => {
    const ask = (address: string) =>
      fixture.get('/disposable/', { email: 'mailinator.example' }, { ...page, 'X-Forwarded-For': address });
    for (let count = 0; count < DETECTOR_CALLS_PER_MINUTE; count++) {
      const { status, body } = await ask('192.0.2.7');
      await body?.cancel();
      assert.equal(status, 200);
    }
    const refused = await ask('192.0.2.7');
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('access-control-allow-origin'), '*');
    assert.equal(refused.headers.get('access-control-expose-headers'), 'Retry-After');
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60);
    const body = (await refused.json()) as { service: { error: string; code: string }; success: string; error: string };
    assert.equal(decodeRefusal(429, body, 'service')?.kind, 'busy');
    assert.equal(
      body.error,
      `The detector answers ${DETECTOR_CALLS_PER_MINUTE} calls a minute to one network: ask again in ${seconds} seconds.`,
    );
    assert.deepEqual([body.service, body.success], [{ error: body.error, code: '0' }, '0']);
    assert.equal((await ask('192.0.2.8')).status, 200);
    const client = createClient({
      baseUrl: fixture.url,
      fetch: (url, init) => fetch(url, { ...init, headers: { 'X-Forwarded-For': '192.0.2.7' } }),
    });
    await assert.rejects(client.isDisposable('mailinator.example'), { name: 'RefusalError', code: 'busy' });
  });

  it('of logos falls back to the monogram, which is cached for a short time', async () => {
    const ask = (domain: string, address: string) =>
      fixture.get(`/logo/${domain}`, {}, { ...page, 'X-Forwarded-For': address });
    for (let count = 0; count < LOGO_CALLS_PER_MINUTE; count++) {
      const { status, body } = await ask('shop.example', '192.0.2.7');
      await body?.cancel();
      assert.equal(status, 200);
    }
    const plain = await ask('another.example', '192.0.2.7');
    assert.equal(plain.status, 200);
    assert.equal(plain.headers.get('content-type'), 'image/png');
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=60');
    assert.equal(plain.headers.get('access-control-allow-origin'), '*');
    assert.equal(
      Buffer.from(await plain.arrayBuffer())
        .subarray(1, 4)
        .toString(),
      'PNG',
    );
    assert.equal((await ask('another.example', '192.0.2.8')).headers.get('cache-control'), 'public, max-age=86400');
    const empty = await fixture.get('/logo/github.com', { monogram: '0' }, { ...page, 'X-Forwarded-For': '192.0.2.7' });
    assert.equal(empty.headers.get('cache-control'), 'public, max-age=60');
    assert.ok((await empty.arrayBuffer()).byteLength < 100);
  });
});
