import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CONSOLE_API_PATH, CONSOLE_PATH, consolePath } from '../../../src/wire/console/index.js';
import { cookieOf, INDEX, startConsole, type ConsoleFixture } from './fixture.js';

const HOUR = 3_600_000;

describe('signing in to the console', () => {
  let now = Date.UTC(2026, 5, 1);
  let fixture: ConsoleFixture;

  before(async () => {
    fixture = await startConsole({ now: () => now, trustedHops: 1 });
  });
  after(() => fixture.end());

  const tokenFor = (account?: number) => fixture.service.links.make(account);
  /** Tries are counted by network: each test has its own. */
  let networks = 0;
  const elsewhere = () => ({ 'X-Forwarded-For': `192.0.2.${(networks += 1)}` });

  it('opens one session with a link', async () => {
    const token = await tokenFor();
    const headers = elsewhere();
    const first = await fixture.visitor.call('signIn', { body: { token }, headers });
    equal(first.status, 200);
    const again = await fixture.visitor.refused('signIn', { body: { token }, headers });
    equal(again.status, 401);
    match(again.error, /used before/);
  });

  it('opens one session, however many tries come at once', async () => {
    const token = await tokenFor();
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => fixture.visitor.call('signIn', { body: { token }, headers: elsewhere() })),
    );
    deepEqual(tries.map(({ status }) => status).sort(), [200, 401, 401, 401, 401]);
  });

  it('takes no link after ten minutes', async () => {
    const token = await tokenFor();
    now += 600_001;
    equal((await fixture.visitor.refused('signIn', { body: { token }, headers: elsewhere() })).status, 401);
  });

  for (const token of ['', 'short', 'x'.repeat(43), 7, null, ['x'.repeat(43)]])
    it(`takes no token ${JSON.stringify(token).slice(0, 20)}`, async () => {
      const { status, code } = await fixture.visitor.refused('signIn', { body: { token }, headers: elsewhere() });
      ok(status === 400 || status === 401, String(status));
      equal(code, undefined);
    });

  it('gives no link to an account that is closed or unknown', async () => {
    await fixture.service.links.make(99).then(
      () => ok(false),
      (error: Error) => match(error.message, /no account 99/),
    );
  });

  it('keeps the cookie from scripts, other sites and plain HTTP', async () => {
    const plain = await fixture.visitor.call('signIn', { body: { token: await tokenFor() }, headers: elsewhere() });
    match(plain.headers.get('Set-Cookie') ?? '', /^email-check-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const origin = fixture.url.replace('http:', 'https:');
    const secure = await fixture.visitor.call('signIn', {
      body: { token: await tokenFor() },
      headers: { ...elsewhere(), 'X-Forwarded-Proto': 'https', Origin: origin },
    });
    match(
      secure.headers.get('Set-Cookie') ?? '',
      /^__Host-email-check-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    match(secure.headers.get('Strict-Transport-Security') ?? '', /max-age=/);
  });

  it('keeps the hash of tokens alone', async () => {
    const token = await tokenFor();
    const response = await fixture.visitor.call('signIn', { body: { token }, headers: elsewhere() });
    const session = cookieOf(response).split('=')[1] ?? '';
    const { readFileSync, existsSync } = await import('node:fs');
    const files = ['', '-wal'].map((ending) => fixture.database + ending).filter(existsSync);
    for (const file of files) {
      const bytes = readFileSync(file);
      ok(!bytes.includes(token) && !bytes.includes(session), file);
    }
  });

  it('refuses the eleventh try of a network in a minute, and says when', async () => {
    const headers = elsewhere();
    const body = { token: 'x'.repeat(43) };
    for (let count = 0; count < 10; count += 1)
      equal((await fixture.visitor.refused('signIn', { body, headers })).status, 401);
    const eleventh = await fixture.visitor.call('signIn', { body, headers });
    equal(eleventh.status, 429);
    match(eleventh.headers.get('Retry-After') ?? '', /^\d+$/);
    equal((await fixture.visitor.refused('signIn', { body, headers: elsewhere() })).status, 401);
  });

  const signedIn = async (account?: number) => {
    const response = await fixture.visitor.call('signIn', {
      body: { token: await tokenFor(account) },
      headers: elsewhere(),
    });
    return { Cookie: cookieOf(response) };
  };

  it('ends a session that was not used for twelve hours', async () => {
    const headers = await signedIn();
    now += 11 * HOUR;
    equal((await fixture.visitor.call('session', { headers })).status, 200);
    now += 11 * HOUR;
    equal((await fixture.visitor.call('session', { headers })).status, 200);
    now += 12 * HOUR + 60_001;
    const { status, code } = await fixture.visitor.refused('session', { headers });
    deepEqual({ status, code }, { status: 401, code: 'session' });
  });

  it('ends a session whose page only watches the calls', async () => {
    const headers = await signedIn();
    for (let hour = 0; hour < 12; hour++) {
      now += HOUR;
      equal((await fixture.visitor.call('operatorFeed', { headers })).status, 200);
    }
    now += 1;
    equal((await fixture.visitor.refused('operatorFeed', { headers })).code, 'session');
  });

  it('lists sessions, and ends one while it is in use', async () => {
    const [one, other] = [await signedIn(fixture.account), await signedIn(fixture.account)];
    const session = await fixture.visitor.ask('session', { headers: other });
    const listed = await fixture.visitor.ask('sessions', { headers: one });
    deepEqual(
      listed.filter(({ isThisOne }) => isThisOne).map(({ account }) => account),
      [fixture.account],
    );
    ok(listed.some(({ id }) => id === session.id));
    // A page that waits for news is told as well.
    const parts = { account: fixture.account };
    const { last } = await fixture.visitor.ask('feed', { headers: other, parts });
    const waiting = fixture.visitor.refused('feed', {
      headers: other,
      parts,
      query: { after: String(last), wait: '1' },
    });
    await fixture.visitor.ask('endSession', { headers: one, parts: { session: session.id } });
    await fixture.get('/v1/', { api: fixture.keys.private, email: 'deliverable@shop.example' });
    equal((await waiting).code, 'session');
    equal((await fixture.visitor.refused('session', { headers: other })).code, 'session');
    equal((await fixture.visitor.call('session', { headers: one })).status, 200);
  });

  it('signs out, and has the browser drop the cookie', async () => {
    const headers = await signedIn();
    const out = await fixture.visitor.call('signOut', { headers });
    match(out.headers.get('Set-Cookie') ?? '', /^email-check-console=; .*Max-Age=0$/);
    equal((await fixture.visitor.refused('session', { headers })).status, 401);
  });

  it('ends the former session of a browser that signs in again', async () => {
    const former = await signedIn();
    await fixture.visitor.ask('signIn', { body: { token: await tokenFor() }, headers: { ...elsewhere(), ...former } });
    equal((await fixture.visitor.refused('session', { headers: former })).status, 401);
  });

  it('takes no cookie that was sent twice or is not a token', async () => {
    const { Cookie } = await signedIn();
    for (const cookie of [
      `${Cookie}; email-check-console=x`,
      'email-check-console=%00',
      'email-check-console',
      `x${Cookie}`,
    ])
      equal((await fixture.visitor.refused('session', { headers: { Cookie: cookie } })).status, 401, cookie);
    equal((await fixture.visitor.call('session', { headers: { Cookie: `a=b; ${Cookie}; c` } })).status, 200);
  });

  it('keeps what was changed, and by which session', async () => {
    const headers = await signedIn();
    const { id } = await fixture.visitor.ask('session', { headers });
    const [entry] = await fixture.visitor.ask('audit', { headers });
    deepEqual({ ...entry, id: 0 }, { id: 0, at: now, session: id, action: 'signIn', detail: '' });
    const all = await fixture.visitor.ask('audit', { headers });
    ok(all.some(({ action, session }) => action === 'console link' && session === undefined));
  });

  describe('changes from other pages', () => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'];
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', undefined])
      it(`refuses those of ${origin ?? 'callers that name no page'}`, async () => {
        const { Cookie } = await signedIn();
        for (const type of [...forms, 'application/json']) {
          const response = await fetch(fixture.url + consolePath('addAccount'), {
            method: 'POST',
            headers: { Cookie, 'Content-Type': type, ...(origin !== undefined && { Origin: origin }) },
            body: JSON.stringify({ name: 'Evil', credits: 1 }),
          });
          equal(response.status, 403, type);
          equal(response.headers.get('Access-Control-Allow-Origin'), null);
        }
        equal(
          (await fixture.service.accounts.listAccounts()).some(({ name }) => name === 'Evil'),
          false,
        );
      });

    it("refuses forms of the console's own origin", async () => {
      const { Cookie } = await signedIn();
      for (const type of forms) {
        const headers = { Cookie, 'Content-Type': type };
        equal(
          (await fixture.visitor.refused('addAccount', { headers, body: { name: 'Form', credits: 1 } })).status,
          415,
        );
      }
    });

    it('answers no preflight', async () => {
      const response = await fetch(fixture.url + consolePath('addAccount'), {
        method: 'OPTIONS',
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
      });
      equal(response.status, 405);
      equal(response.headers.get('Access-Control-Allow-Origin'), null);
      equal(response.headers.get('Access-Control-Allow-Headers'), null);
    });
  });

  describe('bodies and addresses', () => {
    const bombs: readonly (readonly [string, string, number])[] = [
      ['not JSON', '{', 400],
      ['an array', '[]', 400],
      ['a number', '7', 400],
      ['too long', JSON.stringify({ name: 'x'.repeat(65_536) }), 413],
      ['deep', `{"name":${'['.repeat(32_000)}${']'.repeat(32_000)}}`, 400],
      ['a prototype', '{"__proto__":{"name":"x"},"credits":1}', 400],
      ['an unknown field', '{"name":"x","credits":1,"balance":5}', 400],
      ['a long name', JSON.stringify({ name: 'x'.repeat(201), credits: 1 }), 400],
      ['a control character', JSON.stringify({ name: 'a\u0000b', credits: 1 }), 400],
    ];
    for (const [what, body, status] of bombs)
      it(`refuses a body that is ${what}`, async () => {
        const headers = { ...(await signedIn()), 'Content-Type': 'application/json' };
        equal((await fixture.visitor.refused('addAccount', { headers, body })).status, status);
      });

    it('answers unknown paths below the interface with 404, and other methods with 405', async () => {
      for (const path of [
        '',
        '/',
        '/nothing',
        '/accounts/0',
        '/accounts/1e3',
        '/accounts/1/../1',
        '/accounts/%31',
        '/SESSION',
      ]) {
        const response = await fetch(`${fixture.url}${CONSOLE_API_PATH}${path}`);
        const isSame = path === '/accounts/1/../1';
        equal(response.status, isSame ? 401 : 404, path);
        equal(response.headers.get('Content-Type'), 'application/json');
      }
      const wrong = await fetch(fixture.url + consolePath('session'), { method: 'DELETE' });
      deepEqual([wrong.status, wrong.headers.get('Allow')], [405, 'GET']);
      const long = await fetch(`${fixture.url}${CONSOLE_API_PATH}/${'x'.repeat(9_000)}`);
      equal(long.status, 414);
    });
  });

  describe('headers', () => {
    it('keeps the page to what the service serves, and its code to its own', async () => {
      for (const path of ['', '/', '/accounts/1/lists/abc', '/sessions', '/..%2f..%2fetc%2fpasswd']) {
        const response = await fetch(`${fixture.url}${CONSOLE_PATH}${path}`);
        equal(response.status, 200, path);
        equal(await response.text(), INDEX);
        const { headers } = response;
        equal(
          headers.get('Content-Security-Policy'),
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
        );
        equal(headers.get('X-Content-Type-Options'), 'nosniff');
        equal(headers.get('Referrer-Policy'), 'no-referrer');
        equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin');
        equal(headers.get('Access-Control-Allow-Origin'), null);
        equal(headers.get('Cache-Control'), 'no-cache');
      }
    });

    it('sends files with their type, and 304 to browsers that have them', async () => {
      const script = await fetch(`${fixture.url}${CONSOLE_PATH}/console.js`);
      match(script.headers.get('Content-Type') ?? '', /javascript/);
      const etag = script.headers.get('ETag') ?? '';
      notEqual(etag, '');
      const again = await fetch(`${fixture.url}${CONSOLE_PATH}/console.js`, { headers: { 'If-None-Match': etag } });
      equal(again.status, 304);
      equal((await fetch(`${fixture.url}${CONSOLE_PATH}/nothing.js`)).status, 404);
      const post = await fetch(`${fixture.url}${CONSOLE_PATH}`, { method: 'POST' });
      equal(post.status, 405);
    });

    it('has nothing of the interface kept', async () => {
      const response = await fixture.visitor.call('session');
      equal(response.headers.get('Cache-Control'), 'no-store');
      equal(response.headers.get('Content-Security-Policy'), "default-src 'none'; frame-ancestors 'none'");
    });
  });
});

describe('the console with a public URL', () => {
  it('takes changes from there, and gives it to pages', async () => {
    const fixture = await startConsole({ publicUrl: 'https://check.example.com' });
    try {
      const Origin = 'https://check.example.com';
      const token = await fixture.service.links.make();
      const response = await fixture.visitor.call('signIn', { body: { token }, headers: { Origin } });
      equal(response.status, 200);
      const { serviceUrl } = (await response.json()) as { serviceUrl: string };
      equal(serviceUrl, Origin);
      match(cookieOf(response), /^__Host-/, 'a proxy that replaces the host, and says no scheme');
      match(response.headers.get('Set-Cookie') ?? '', /; Secure$/);
      equal((await fixture.visitor.call('session', { headers: { Cookie: cookieOf(response) } })).status, 200);
    } finally {
      await fixture.end();
    }
  });
});

describe('a service without the console', () => {
  it('has nothing at its address', async () => {
    const fixture = await startConsole({ console: undefined });
    try {
      for (const path of [CONSOLE_PATH, `${CONSOLE_PATH}/x`, consolePath('session')])
        equal((await fetch(fixture.url + path)).status, 404);
    } finally {
      await fixture.end();
    }
  });
});
