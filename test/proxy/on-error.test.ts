import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy, type KeyProxyOptions } from '../../src/proxy/index.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';

const gone = new Error('gone');

describe('what the site is told of', () => {
  let upstream: Loopback;
  before(async () => (upstream = await startLoopback()));
  after(() => upstream.end());

  const ask = async (path: string, options: Partial<KeyProxyOptions>) => {
    upstream.answer(json({ service: { result: 'Safe to Send', code: '5' }, success: '1', balance: '5' }));
    const told: unknown[] = [];
    const proxy = createKeyProxy({
      apiKey: 'Kq7ZwX2mVt9Lp',
      baseUrl: upstream.url,
      onError: (error) => void told.push(error),
      ...options,
    });
    const { status } = await proxy(
      new Request(`http://localhost/email-check/${path}`, {
        headers: { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1' },
      }),
    );
    return { status, told };
  };
  const validate = 'validate?email=jane@shop.example';
  const throwing = () => {
    throw gone;
  };

  const parts: Readonly<
    Record<string, readonly [path: string, options: Partial<KeyProxyOptions>, status: number, times: number]>
  > = {
    'authorize that throws': ['balance', { authorize: throwing }, 403, 1],
    'a limiter that rejects': [validate, { limiter: { consume: () => Promise.reject(gone) } }, 503, 1],
    'a cache that rejects, to read and to keep': [
      validate,
      { cache: { get: () => Promise.reject(gone), set: () => Promise.reject(gone) } },
      200,
      2,
    ],
    'a failure of the proxy itself': [validate, { now: throwing }, 503, 1],
  };
  for (const [what, [path, options, status, times]] of Object.entries(parts))
    it(`is ${what}, as it was thrown`, async () =>
      assert.deepEqual(await ask(path, options), { status, told: Array(times).fill(gone) }));

  it('is nothing of what goes well, or of what the service does', async () => {
    assert.deepEqual(await ask(validate, {}), { status: 200, told: [] });
    assert.deepEqual(
      await ask(validate, { fetch: () => Promise.reject(new Error('http://service/?api=Kq7ZwX2mVt9Lp')) }),
      { status: 502, told: [] },
    );
    assert.deepEqual(await ask('nothing', {}), { status: 404, told: [] });
  });

  it('ends no call where telling fails', async () => {
    assert.equal((await ask('balance', { authorize: throwing, onError: throwing })).status, 403);
    assert.equal((await ask(validate, { cache: { get: throwing, set: throwing }, onError: throwing })).status, 200);
  });
});
