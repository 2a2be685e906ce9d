import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createKeyProxy, ServiceFault, type KeyProxyOptions } from '../../src/proxy/index.js';
import { json, raw, refusal, startLoopback, type Answer, type Loopback } from '../client/loopback.js';

const gone = new Error('gone');
const fromPage = { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1' };
const refusedConnection = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

describe('the onError option', () => {
  let upstream: Loopback;
  before(async () => (upstream = await startLoopback()));
  after(() => upstream.end());

  const good = json({ service: { result: 'Safe to Send', code: '5' }, success: '1', balance: '5' });
  /** With the answer that `of` has, or a good one. */
  const ask = async (path: string, options: Partial<KeyProxyOptions>, of?: Loopback) => {
    if (!of) upstream.answer(good);
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
    it(`gets ${what}, as thrown`, async () =>
      assert.deepEqual(await ask(path, options), { status, told: Array(times).fill(gone) }));

  const never = <Value>(): Promise<Value> => new Promise<Value>(() => {});
  const slow: Readonly<Record<string, readonly [path: string, options: Partial<KeyProxyOptions>]>> = {
    authorize: ['balance', { authorize: () => never() }],
    limiter: [validate, { limiter: { consume: () => never() } }],
    cache: [validate, { cache: { get: () => never(), set: () => never() } }],
  };
  for (const [part, [path, options]] of Object.entries(slow))
    it(`gets that ${part} does not answer, and not that the service does not`, async () => {
      const { status, told } = await ask(path, { ...options, timeout: 100 });
      const [error] = told;
      assert.ok(status === 504 && told.length === 1 && error instanceof Error);
      assert.equal((error as Error & { readonly code?: unknown }).code, `${part}-timeout`);
      assert.match(error.message, new RegExp(`"${part}" did not answer in time`));
    });

  it("gets that the service does not answer, if the site's parts did", async () => {
    const { told } = await ask(validate, { fetch: () => never(), timeout: 100 });
    assert.deepEqual(told.map(String), ['ServiceFault: The service did not answer in time.']);
  });

  it('gets the name of the part', async () => {
    const faults: string[] = [];
    const onError = (_: unknown, fault: string): void => void faults.push(fault);
    for (const [path, options] of [...Object.values(parts), ...Object.values(slow)])
      await ask(path, { timeout: 100, ...options, onError });
    await ask(validate, { fetch: () => Promise.reject(gone), onError });
    assert.deepEqual(faults, [
      // The clock that fails is the limiter's too.
      ...['authorize', 'limiter', 'cache', 'cache', 'limiter'],
      ...['authorize', 'limiter', 'cache', 'upstream-unreachable'],
    ]);
  });

  it("gets nothing of successful calls, or of a visitor's faults", async () => {
    assert.deepEqual(await ask(validate, {}), { status: 200, told: [] });
    for (const [path, status] of [
      ['nothing', 404],
      ['validate?email=jane', 400],
      ['balance', 403],
    ] as const)
      assert.deepEqual(await ask(path, {}), { status, told: [] });
    upstream.answer(refusal('Maximum concurrent calls reached', 429));
    assert.deepEqual((await ask(validate, { timeout: 200 }, upstream)).told, []);
  });

  const ofService: Readonly<Record<string, readonly [answer: Answer, code: string, told: RegExp]>> = {
    'a key that the service does not take': [refusal('Wrong API', 401), 'wrong-key', /check `apiKey`/],
    'an account without credits': [refusal('Credits Low', 402), 'no-credits', /no credits left/],
    'a key that may not do this': [refusal('Not allowed for this key', 403), 'forbidden', /does not allow/],
    'a service that fails': [raw('Oh', 500), 'upstream-failed', /^The service failed\.$/],
    'a service that speaks something else': [
      raw('<h1>Hello</h1>'),
      'upstream-bad-answer',
      /does not come from this API/,
    ],
    'a service that hangs up': [(response) => response.destroy(), 'upstream-unreachable', /\(closed\)/],
  };
  for (const [what, [answer, code, told]] of Object.entries(ofService))
    it(`gets ${what}, in words without the key and the address`, async () => {
      upstream.answer(answer);
      const { told: all } = await ask(validate, {}, upstream);
      const [error] = all;
      assert.ok(all.length === 1 && error instanceof ServiceFault);
      assert.equal(error.code, code);
      assert.match(error.message, told);
      assert.doesNotMatch(inspect(error), /Kq7ZwX2mVt9Lp|jane/);
    });

  it('gets that the service was not reached, and never the URL', async () => {
    const { told } = await ask(validate, {
      fetch: () => Promise.reject(new TypeError('http://service/?api=Kq7ZwX2mVt9Lp', { cause: refusedConnection })),
    });
    assert.deepEqual(told.map(String), ['ServiceFault: The service cannot be reached (refused).']);
  });

  describe('without a function, on the console', () => {
    const lines: unknown[][] = [];
    const { error: own } = console;
    beforeEach(() => (console.error = (...line: unknown[]) => void lines.push(line)));
    afterEach(() => {
      console.error = own;
      lines.length = 0;
    });

    it('prints one line, the same fault once a minute', async () => {
      let at = 0;
      upstream.answer(refusal('Wrong API', 401));
      const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, now: () => at });
      const request = () => new Request(`http://localhost/email-check/${validate}`, { headers: fromPage });
      for (at of [0, 1, 59_999]) await proxy(request());
      const line =
        'email-check key proxy: wrong-key: The service does not accept the key: check `apiKey`, and that it is a key of the service at `baseUrl`.';
      assert.deepEqual(lines, [[line]]);
      upstream.answer(raw('Oh', 500));
      await proxy(request());
      assert.deepEqual(lines.slice(1), [['email-check key proxy: upstream-failed: The service failed.']]);
      upstream.answer(refusal('Wrong API', 401));
      at = 60_000;
      await proxy(request());
      assert.deepEqual(lines.slice(2), [[line]]);
    });

    const thrown: readonly (readonly [message: string, shown: RegExp])[] = [
      ['connect ECONNREFUSED 127.0.0.1:6379', /limiter: connect ECONNREFUSED 127\.0\.0\.1:6379$/],
      ['no room for\n  jane@shop.example\n', /limiter: no room for … *$/],
      ['/?email=jane%40shop.example failed', /limiter: … failed$/],
      [`of ${'x'.repeat(990)} jane@shop.example`, /limiter: of x+$/],
      ['key Kq7ZwX2mVt9Lp', /limiter: its message contains a part of the key/],
      ['key %4bq7ZwX2mVt9Lp', /limiter: its message contains a part of the key/],
    ];
    for (const [message, shown] of thrown)
      it(`prints neither key nor address: ${message.slice(0, 40)}`, async () => {
        await ask(validate, { onError: undefined, limiter: { consume: () => Promise.reject(new Error(message)) } });
        assert.equal(lines.length, 1);
        assert.equal(lines[0]?.length, 1);
        const line = String(lines[0]?.[0]);
        assert.match(line, shown);
        assert.doesNotMatch(line, /jane|q7ZwX|\n/);
        assert.ok(line.length < 400);
      });
  });

  it('ends no call if telling fails', async () => {
    assert.equal((await ask('balance', { authorize: throwing, onError: throwing })).status, 403);
    assert.equal((await ask(validate, { cache: { get: throwing, set: throwing }, onError: throwing })).status, 200);
  });
});
