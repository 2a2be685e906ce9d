import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { createReadiness } from '../../../src/service/app/readiness.js';
import { createMetrics } from '../../../src/service/metrics/index.js';
import { shop, startService, stubEngine, type Fixture } from './fixture.js';

let fixture: Fixture;
afterEach(() => fixture.end());

const timings = { dns: 20, probe: 300, total: 330 };
const timed = () => {
  const engine = stubEngine();
  return {
    ...engine,
    verify: async (...asked: Parameters<typeof engine.verify>) => ({
      ...(await engine.verify(...asked)),
      evidence: { timings },
    }),
  };
};
const page = async (path = '/metrics') => (await fixture.get(path)).text();
const valueOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length + 1),
  );

describe('/metrics', () => {
  it('counts calls by route, status and outcome, verdicts, stages, credits and batches', async () => {
    const metrics = createMetrics();
    fixture = await startService({ metrics, engine: timed() });
    const ask = (email: string, api = fixture.keys.private) => fixture.get('/v1/', { api, email });
    for (const email of ['deliverable@a.example', 'unknown@a.example', 'broken@a.example']) await ask(email);
    await ask('a@a.example', 'AbCdEfGhIjKlM');
    await fixture.get('/nowhere/x');
    const text = await page();
    assert.equal(valueOf(text, 'email_check_requests_total{call="/v1/",status="200",outcome="answered"}'), 2);
    assert.equal(valueOf(text, 'email_check_requests_total{call="/v1/",status="500",outcome="failed"}'), 1);
    assert.equal(valueOf(text, 'email_check_requests_total{call="/v1/",status="401",outcome="wrong-key"}'), 1);
    assert.equal(valueOf(text, 'email_check_requests_total{call="*",status="404",outcome="rejected"}'), 1);
    assert.equal(valueOf(text, 'email_check_request_seconds_count{call="/v1/"}'), 4);
    assert.equal(valueOf(text, 'email_check_verdicts_total{result="Safe to Send"}'), 1);
    assert.equal(valueOf(text, 'email_check_stage_seconds_sum{stage="dns"}'), 0.04);
    assert.equal(valueOf(text, 'email_check_stage_seconds_sum{stage="smtp"}'), 0.6);
    assert.equal(valueOf(text, 'email_check_stage_seconds_count{stage="syntax"}'), 2);
    assert.equal(valueOf(text, 'email_check_credits_charged_total'), 1);
    assert.equal(valueOf(text, 'email_check_ledger_batch_size_sum'), 2);
    assert.ok(valueOf(text, 'process_cpu_seconds_total') > 0);
  });

  it('counts the calls in progress', async () => {
    fixture = await startService({ metrics: createMetrics() });
    const call = fixture.get('/v1/', { api: fixture.keys.private, email: 'waiting@a.example' });
    await fixture.gate.reached(1);
    assert.equal(valueOf(await page(), 'email_check_requests_under_way'), 1);
    fixture.gate.open();
    await (await call).text();
    assert.equal(valueOf(await page(), 'email_check_requests_under_way'), 0);
  });

  it('shows the date and the number of entries of each list', async () => {
    const metrics = createMetrics();
    fixture = await startService({ metrics });
    const release = { name: 'free', date: '2026-11-29', entries: 3, source: 'release' } as const;
    metrics.countLists(() => [release, { ...release, entries: 1, date: '', source: 'own' }]);
    const text = await page();
    assert.equal(
      valueOf(text, 'email_check_data_date_seconds{list="free",source="release"}'),
      Date.UTC(2026, 10, 29) / 1000,
    );
    assert.equal(valueOf(text, 'email_check_data_entries{list="free",source="release"}'), 3);
    assert.equal(valueOf(text, 'email_check_data_entries{list="free",source="own"}'), 1);
    assert.ok(!text.includes('email_check_data_date_seconds{list="free",source="own"}'));
    metrics.countLists(() => [release]);
    assert.ok(!(await page()).includes('email_check_data_entries{list="free",source="own"}'));
  });

  it('counts questions and mailboxes by outcome', async () => {
    const metrics = createMetrics();
    fixture = await startService({ metrics });
    metrics.onQuestion({ type: 'MX', outcome: 'records' });
    metrics.onProbe({ outcome: 'unreachable' });
    metrics.onResolverRound('rewritten', true);
    metrics.onProbe({ outcome: 'not-asked', why: 'refused', place: 'mx.a.example', reason: '421', until: 0 });
    metrics.onRest();
    metrics.countResting(() => 3);
    metrics.readPaces(() => new Map([['google', 0.5]]));
    const text = await page();
    assert.equal(valueOf(text, 'email_check_smtp_probes_total{outcome="not-asked",meaning="refused"}'), 1);
    assert.equal(valueOf(text, 'email_check_provider_pace{provider="google"}'), 0.5);
    assert.deepEqual([valueOf(text, 'email_check_rests_total'), valueOf(text, 'email_check_resting')], [1, 3]);
    assert.equal(valueOf(text, 'email_check_resolver_rounds_total{outcome="rewritten"}'), 1);
    assert.equal(valueOf(text, 'email_check_resolver_blind'), 1);
    metrics.onResolverRound('good', false);
    assert.equal(valueOf(await page(), 'email_check_resolver_blind'), 0);
    assert.equal(valueOf(text, 'email_check_dns_questions_total{type="MX",outcome="records"}'), 1);
    assert.equal(valueOf(text, 'email_check_smtp_probes_total{outcome="unreachable",meaning=""}'), 1);
  });

  it('has no observer that could end the service by failing', async () => {
    const fault = new Error('The observer failed.');
    fixture = await startService({
      onCall: () => {
        throw fault;
      },
    });
    assert.equal((await fixture.get('/healthz')).status, 200);
    assert.equal((await fixture.get('/healthz', {}, { 'X-Long': 'x'.repeat(30_000) })).status, 431);
    assert.deepEqual(fixture.faults, [fault, fault]);
  });

  it('counts malformed requests', async () => {
    fixture = await startService({ metrics: createMetrics() });
    assert.equal((await fixture.get('/v1/', {}, { 'X-Long': 'x'.repeat(30_000) })).status, 431);
    assert.equal((await fixture.get('/v1/', { email: 'x'.repeat(9_000) })).status, 414);
    assert.equal(fixture.entries.map(({ status }) => status).join(), '431,414');
    assert.equal(valueOf(await page(), 'email_check_requests_total{call="*",status="431",outcome="rejected"}'), 1);
  });

  for (const header of [
    ...[
      'Forwarded',
      'X-Forwarded-For',
      'X-Forwarded-Port',
      'X-Real-IP',
      'Via',
      'CF-Connecting-IP',
      'CF-Ray',
      'CDN-Loop',
    ],
    ...[
      'True-Client-IP',
      'Fastly-Client-IP',
      'Fly-Client-IP',
      'X-Client-IP',
      'X-Cluster-Client-IP',
      'X-Azure-ClientIP',
    ],
    ...['X-Envoy-External-Address', 'X-Original-Host', 'X-Amzn-Trace-Id', 'X-Remote-IP', 'Client-IP', 'Origin'],
  ])
    it(`is refused behind a proxy that sends ${header}`, async () => {
      fixture = await startService({ metrics: createMetrics(), trustedHops: 1 });
      const nothing = await fixture.get('/nowhere');
      const behind = await fixture.get('/metrics', {}, { [header]: 'for=10.0.0.1' });
      assert.deepEqual([behind.status, await behind.text()], [404, await nothing.text()]);
      assert.equal(fixture.entries.at(-1)?.path, '*');
    });

  it('is available to private networks, and to no other or unknown caller', async () => {
    fixture = await startService({ metrics: createMetrics() });
    const statusFor = async (address?: string) =>
      (await fixture.service.fetch(new Request('http://127.0.0.1/metrics'), { address })).status;
    for (const near of ['127.0.0.1', '::1', '10.1.2.3', '192.168.0.9', 'fd00::1', '::ffff:172.16.0.1'])
      assert.equal(await statusFor(near), 200, near);
    for (const far of ['203.0.113.9', '2001:db8::1', '100.64.0.1', '::ffff:8.8.8.8', 'nonsense', undefined])
      assert.equal(await statusFor(far), 404, far);
  });

  it('is available under an IP address, localhost or a configured name, and no other name', async () => {
    fixture = await startService({ metrics: createMetrics(), metricsHosts: ['email-check'] });
    const statusUnder = async (host: string) =>
      (await fixture.service.fetch(new Request(`http://${host}/metrics`), { address: '127.0.0.1' })).status;
    for (const own of [
      '127.0.0.1:8080',
      '[::1]:8080',
      '10.0.0.1',
      'localhost:8080',
      'mail.localhost',
      'EMAIL-CHECK:8080',
    ])
      assert.equal(await statusUnder(own), 200, own);
    for (const foreign of [
      'rebound.example:8080',
      'localhost.rebound.example',
      'email-check.rebound.example',
      '127.0.0.1.nip.example',
    ])
      assert.equal(await statusUnder(foreign), 404, foreign);
  });

  it('is open to all if configured, and closed otherwise', async () => {
    fixture = await startService({ metrics: createMetrics(), metricsFor: 'all' });
    assert.equal((await fixture.get('/metrics', {}, { 'X-Forwarded-For': '203.0.113.9' })).status, 200);
    await fixture.end();
    fixture = await startService();
    assert.equal((await fixture.get('/metrics')).status, 404);
  });
});

describe('/readyz', () => {
  it('is ready without name servers, and says what does not answer', async () => {
    let isAnswering = false;
    fixture = await startService({ isResolverAnswering: () => Promise.resolve(isAnswering) });
    const down = await fixture.get('/readyz');
    assert.equal(down.status, 200);
    assert.deepEqual(await down.json(), { success: '1', store: 'up', resolver: 'down' });
    assert.equal((await fixture.get('/healthz')).status, 200);
    isAnswering = true;
    assert.match(await (await fixture.get('/readyz')).text(), /"resolver":"down"/, 'kept for a moment');
    await fixture.service.close();
    const closing = await fixture.service.fetch(new Request('http://a.example/readyz'));
    assert.match(await closing.text(), /The service is closing/);
  });

  it('tells callers on its own machine what the checks of the machine found, and others the status alone', async () => {
    const findings = [
      { check: 'ptr', level: 'red', sentence: 'It has no name.', remedy: 'Add one.' },
      { check: 'disk', level: 'skipped', sentence: 'It has none.' },
      { check: 'data', level: 'green', sentence: 'The lists are new.' },
    ] as const;
    const metrics = createMetrics();
    const told: unknown[] = [];
    let done: () => void = () => undefined;
    const examined = new Promise<void>((resolve) => (done = resolve));
    fixture = await startService({
      metrics,
      async examine(tryDatabase) {
        assert.deepEqual(await tryDatabase(), { kind: 'works', clock: undefined });
        return { at: 0, level: 'red', findings };
      },
      onDiagnosis(diagnosis) {
        told.push(diagnosis);
        done();
      },
    });
    await examined;
    assert.deepEqual(told, [{ at: 0, level: 'red', findings }]);
    const own = await fixture.get('/readyz');
    assert.deepEqual(
      [own.status, await own.json()],
      [200, { success: '1', store: 'up', resolver: 'up', checks: findings }],
    );
    const strangers: readonly [url: string, headers: Record<string, string>, address: string][] = [
      ['http://127.0.0.1/readyz', {}, '203.0.113.9'],
      ['http://127.0.0.1/readyz', {}, '10.0.0.9'],
      ['http://127.0.0.1/readyz', { 'X-Forwarded-For': '127.0.0.1' }, '127.0.0.1'],
      ['http://127.0.0.1/readyz', { Via: '1.1 proxy' }, '127.0.0.1'],
      ['http://127.0.0.1/readyz', { Origin: shop }, '127.0.0.1'],
      ['http://rebound.example/readyz', {}, '127.0.0.1'],
    ];
    for (const [url, headers, address] of strangers) {
      const answer = await fixture.service.fetch(new Request(url, { headers }), { address });
      assert.deepEqual([answer.status, await answer.json()], [200, { success: '1' }], JSON.stringify(headers));
    }
    const text = await page();
    assert.equal(valueOf(text, 'email_check_doctor{check="ptr"}'), 2);
    assert.equal(valueOf(text, 'email_check_doctor{check="data"}'), 0);
    assert.doesNotMatch(text, /check="disk"/);
  });

  it('gives up the checks of the machine when the service closes, and says nothing of them', async () => {
    const given: AbortSignal[] = [];
    const told: unknown[] = [];
    fixture = await startService({
      examine: (_, signal) =>
        new Promise((resolve) => {
          given.push(signal);
          signal.addEventListener('abort', () => resolve({ at: 0, level: 'green', findings: [] }));
        }),
      onDiagnosis: (diagnosis) => told.push(diagnosis),
    });
    assert.equal((await fixture.get('/readyz')).status, 200, 'nothing waits for them');
    await fixture.service.close();
    assert.deepEqual([given.map(({ aborted }) => aborted), told], [[true], []]);
  });

  it('is ready while name servers are not believed, and says so', async () => {
    fixture = await startService({ isResolverBlind: () => true, isResolverAnswering: () => Promise.resolve(false) });
    const ready = await fixture.get('/readyz');
    assert.equal(ready.status, 200);
    assert.deepEqual(await ready.json(), { success: '1', store: 'up', resolver: 'blind' });
  });

  it('asks each part once for all who ask meanwhile, and again when what it found is old', async () => {
    fixture = await startService();
    let now = 0;
    let asked = 0;
    let isUp = true;
    const store = () => (asked++, isUp ? Promise.resolve() : Promise.reject(new Error('gone')));
    const readiness = createReadiness({
      store,
      resolver: () => Promise.resolve(true),
      isClosing: () => false,
      now: () => now,
    });
    await Promise.all([readiness(), readiness(), readiness()]);
    assert.equal(asked, 1);
    isUp = false;
    now += 2_999;
    assert.deepEqual(await readiness(), { store: true, resolver: true });
    now += 1;
    assert.deepEqual(await readiness(), { store: false, resolver: true });
    assert.equal(asked, 2);
  });

  it('times out a part that does not answer', async () => {
    fixture = await startService();
    const never = () => new Promise<boolean>(() => undefined);
    assert.deepEqual(
      await createReadiness({ store: never, resolver: never, isClosing: () => false, timeoutMs: 10 })(),
      { store: false, resolver: false },
    );
  });
});

describe('every answer', () => {
  const expected = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };

  it("has security headers, and none about the server's software", async () => {
    fixture = await startService({ metrics: createMetrics(), trustedHops: 1 });
    const api = fixture.keys.private;
    const answers = [
      await fixture.get('/v1/', { api, email: 'deliverable@a.example' }),
      await fixture.get('/v1/', { api, email: 'broken@a.example' }),
      await fixture.get('/v1/', {}, { Origin: shop }, 'OPTIONS'),
      await fixture.get('/v1/', { email: 'x'.repeat(9_000) }),
      await fixture.get('/v1/', {}, { 'X-Long': 'x'.repeat(30_000) }),
      ...(await Promise.all(
        ['/v1/balance/', '/disposable/', '/healthz', '/readyz', '/metrics', '/nowhere'].map((path) =>
          fixture.get(path, { api }),
        ),
      )),
    ];
    for (const { url, headers } of answers) {
      for (const [name, value] of Object.entries({ ...expected, 'cross-origin-resource-policy': 'same-origin' }))
        assert.equal(headers.get(name), value, url);
      for (const name of ['server', 'x-powered-by', 'strict-transport-security'])
        assert.equal(headers.get(name), null, url);
    }
    const logo = await fixture.get('/logo/a.example');
    assert.equal(logo.headers.get('cross-origin-resource-policy'), 'cross-origin');
    for (const [name, value] of Object.entries(expected)) assert.equal(logo.headers.get(name), value);
  });

  it('has HSTS only if a trusted proxy reports https', async () => {
    const hsts = async (headers: Record<string, string>) =>
      (await fixture.get('/healthz', {}, headers)).headers.get('strict-transport-security');
    fixture = await startService({ trustedHops: 1 });
    assert.match((await hsts({ 'X-Forwarded-Proto': 'https' })) ?? '', /^max-age=\d+$/);
    assert.match((await hsts({ Forwarded: 'for=203.0.113.9;proto=https' })) ?? '', /^max-age=\d+$/);
    assert.equal(await hsts({ 'X-Forwarded-Proto': 'http' }), null);
    await fixture.end();
    fixture = await startService();
    assert.equal(await hsts({ 'X-Forwarded-Proto': 'https' }), null);
  });
});
