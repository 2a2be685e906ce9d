import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createBackend } from '../../demo/backend.js';
import { createCallLog } from '../../demo/call-log.js';
import { createEventStreams } from '../../demo/event-streams.js';
import { createPageApp } from '../../demo/page-app.js';
import { stepsOf } from '../../demo/receipt-evidence.js';
import { rowFor } from '../../demo/sign-up-table.js';
import { receiptRefusals, refuseReceipt, type ReceiptRefusalCode } from '../../src/proxy/receipt-refusals.js';
import { verdictRows } from '../../src/wire/verdict-rows.js';

const HERE = 'http://localhost:8780';

/** Who asks, what their browser says, and whether the page of this server is to be taken for them. */
const askers: readonly (readonly [who: string, headers: Readonly<Record<string, string>>, isOwn: boolean])[] = [
  ['its own page', { 'Sec-Fetch-Site': 'same-origin', Origin: HERE }, true],
  ['its own page in an old browser', { Origin: HERE }, true],
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, false],
  ['another port', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:9999' }, false],
  ['another site in an old browser', { Origin: 'https://evil.example' }, false],
  ['nobody', {}, false],
];

describe("the demo's new day", () => {
  for (const [who, headers, isOwn] of askers)
    it(`is ${isOwn ? 'begun' : 'not begun'} for ${who}`, async () => {
      let days = 0;
      const app = createPageApp({ log: createCallLog(), now: () => 5, startNewDay: () => (days += 1) });
      const response = await app.fetch(new Request(`${HERE}/new-day`, { method: 'POST', headers }));
      assert.deepEqual([response.status, days], isOwn ? [200, 1] : [403, 0]);
      app.close();
    });
});

describe("the demo's copy of a build", () => {
  const app = createPageApp({ log: createCallLog(), now: Date.now, startNewDay: () => undefined });
  const ask = (name: string, headers: Readonly<Record<string, string>> = {}) =>
    app.fetch(new Request(`${HERE}/modules/email-check-element/${name}`, { headers }));

  for (const name of ['email-check.js', 'locales/de.js'])
    it(`is sent as the build compressed it, and once: ${name}`, async () => {
      const plain = readFileSync(`dist/${name}`);
      for (const [accepted, coding, unpack] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip, br;q=0', 'gzip', gunzipSync],
        ['', null, (body: Buffer) => body],
      ] as const) {
        const response = await ask(name, { 'Accept-Encoding': accepted });
        assert.equal(response.headers.get('Content-Encoding'), coding);
        assert.equal(response.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
        assert.equal(response.headers.get('Vary'), 'Accept-Encoding');
        assert.equal(response.headers.get('Cache-Control'), 'no-cache');
        assert.deepEqual(unpack(Buffer.from(await response.arrayBuffer())), plain);
        const etag = response.headers.get('ETag') ?? '';
        assert.equal((await ask(name, { 'Accept-Encoding': accepted, 'If-None-Match': etag })).status, 304);
      }
    });

  it('has modules that are not compressed, and nothing else', async () => {
    const module = await ask('define.js', { 'Accept-Encoding': 'br' });
    assert.equal(await module.text(), readFileSync('dist/define.js', 'utf8'));
    assert.equal((await ask('nothing.js')).status, 404);
  });
});

describe("the demo's site", () => {
  /** Nothing answers at its service. */
  const createSite = () => {
    const app = createPageApp({ log: createCallLog(), now: Date.now, startNewDay: () => undefined });
    const serviceUrl = 'http://127.0.0.1:1';
    const backend = createBackend({
      privateKey: 'a0b1c2d3e4f5g',
      serviceUrl,
      receiptSecret: 'x'.repeat(32),
      origins: [HERE],
      now: Date.now,
    });
    const fill = () => app.fill({ publicKey: 'public_key', serviceUrl }, backend);
    const post = (path: string, headers: Readonly<Record<string, string>>) =>
      app.fetch(new Request(`${HERE}${path}`, { method: 'POST', headers }));
    /** Whether the key proxy lets the owner of a cookie to the account: then it asks the service, in vain. */
    const isOpenTo = async (cookie: string): Promise<boolean> => {
      const headers = { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1', Cookie: cookie };
      const { status } = await app.fetch(new Request(`${HERE}/email-check/balance`, { headers }));
      assert.ok(status === 403 || status === 502, String(status));
      return status === 502;
    };
    return { app, fill, post, isOpenTo };
  };

  const cookieOf = (response: Response): string => response.headers.get('Set-Cookie')?.split(';')[0] ?? '';

  it('is not there until the service is', async () => {
    const { app, fill, post } = createSite();
    for (const path of ['/sign-up', '/sign-in', '/email-check/validate'])
      assert.equal((await post(path, {})).status, 503, path);
    assert.equal((await app.fetch(new Request(`${HERE}/proxy.html`))).status, 503);
    fill();
    assert.equal((await app.fetch(new Request(`${HERE}/proxy.html`))).status, 200);
    app.close();
  });

  for (const [who, headers, isOwn] of askers)
    it(`signs ${isOwn ? 'in and out' : 'nobody in or out'} for ${who}`, async () => {
      const { app, fill, post, isOpenTo } = createSite();
      fill();
      const signedIn = await post('/sign-in', headers);
      assert.deepEqual([signedIn.status, signedIn.headers.has('Set-Cookie')], isOwn ? [303, true] : [403, false]);

      const cookie = cookieOf(await post('/sign-in', { Origin: HERE }));
      assert.equal(await isOpenTo(cookie), true);
      const signedOut = await post('/sign-out', { ...headers, Cookie: cookie });
      assert.deepEqual(
        [signedOut.status, signedOut.headers.has('Set-Cookie'), await isOpenTo(cookie)],
        isOwn ? [303, true, false] : [403, false, true],
      );
      app.close();
    });

  it('has one session for each browser: an expired one, an invented one and one beyond a hundred are not valid', async () => {
    const { app, fill, post, isOpenTo } = createSite();
    fill();
    const first = cookieOf(await post('/sign-in', { Origin: HERE }));
    const second = cookieOf(await post('/sign-in', { Origin: HERE, Cookie: `theme=dark; ${first}` }));
    assert.notEqual(first, second);
    assert.deepEqual([await isOpenTo(first), await isOpenTo(second)], [false, true]);
    for (const madeUp of [
      '',
      'fernhollow-session=',
      `fernhollow-session=${'A'.repeat(43)}`,
      second.slice(0, -1),
      `x${second}`,
    ])
      assert.equal(await isOpenTo(madeUp), false, madeUp);
    for (let count = 0; count < 99; count++) await post('/sign-in', { Origin: HERE });
    assert.equal(await isOpenTo(second), true);
    await post('/sign-in', { Origin: HERE });
    assert.equal(await isOpenTo(second), false);
    app.close();
  });
});

describe("the site's table", () => {
  for (const code of Object.keys(receiptRefusals) as ReceiptRefusalCode[])
    it(`does not refuse a person for a receipt that is ${code}, and reports the failed check`, () => {
      const refused = refuseReceipt(code);
      assert.equal(rowFor(refused, false).decision, code === 'not-an-address' ? 'ask again' : 'check later');
      assert.equal(rowFor(refused, true).decision, 'ask again', 'the free detector knows its domain');
      const outcomes = stepsOf(refused).map(({ outcome }) => outcome);
      const failed = outcomes.indexOf('no');
      assert.ok(failed >= 0);
      assert.deepEqual(
        outcomes,
        outcomes.map((_, at) => (at < failed ? 'yes' : at === failed ? 'no' : 'not asked')),
      );
    });

  it('asks for another address only for Invalid, and for a temporary address by its policy', () => {
    for (const { code, result, reason } of verdictRows) {
      const verified = {
        ok: true,
        found: { result, code, role: false, freeEmail: false, sendTransactional: false, issuedAt: 0 },
      } as const;
      const { decision, because } = rowFor(verified, false);
      assert.equal(decision, result === 'Invalid' ? 'ask again' : 'welcome', reason);
      assert.equal(because.includes('temporary'), ['Disposable', 'Spam Trap'].includes(reason), reason);
      assert.ok(stepsOf(verified).every(({ outcome }) => outcome === 'yes'));
    }
  });
});

describe('streams of events', () => {
  const event = { name: 'call', data: {} };

  it('continue for readers when another one fails or does not read', async () => {
    const streams = createEventStreams();
    const reader = streams.open([]).body?.getReader();
    const idle = streams.open([]).body?.getReader();
    for (let count = 0; count < 5_000; count++) {
      streams.send(event);
      assert.equal((await reader?.read())?.done, false);
    }
    let kept = 0;
    while (!(await idle?.read())?.done) kept += 1;
    assert.ok(kept < 4_000, 'who is far behind is let go of');
    streams.close();
    assert.equal((await reader?.read())?.done, true);
  });

  it('are closed once', () => {
    const streams = createEventStreams();
    streams.open([]);
    streams.close();
    streams.send(event);
    streams.close();
  });
});
