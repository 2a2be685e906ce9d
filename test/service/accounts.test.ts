import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { Accounts, Admission, loadDatabaseSecret, type RequestedCall } from '../../src/service/accounts/index.js';
import { utcDay } from '../../src/service/accounts/day.js';
import { keyHash, keyHint, newKey } from '../../src/service/accounts/keys.js';
import { countedNetworkOf } from '../../src/service/accounts/daily-counts.js';
import { parseApprovedOrigin, parseOrigin } from '../../src/service/accounts/origins.js';
import { openSqliteStore, type Store } from '../../src/service/store/index.js';
import { isApprovedOrigin } from '../../src/wire/approved-origins.js';
import { balanceCall, DAILY_CALLS_PER_NETWORK, validateCall } from '../../src/wire/index.js';

const secret = 'a secret of the test';

describe('keys', () => {
  it("have the interface's shape", () => {
    assert.match(newKey('private'), /^[A-Za-z0-9]{13}$/);
    assert.match(newKey('public'), /^public_[A-Za-z0-9]{22}$/);
    assert.notEqual(newKey('private'), newKey('private'));
    assert.equal(
      newKey('private', () => 0),
      'A'.repeat(13),
    );
    assert.equal(keyHint('public_abcdWXYZ'), 'WXYZ');
  });

  it('are hashed under the secret', () => {
    assert.match(keyHash(secret, 'k'), /^[0-9a-f]{64}$/);
    assert.notEqual(keyHash(secret, 'k'), keyHash('another', 'k'));
  });
});

describe('networks', () => {
  const rows: [string | undefined, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [undefined, 'local'],
    ['nonsense', 'local'],
  ];
  for (const [address, network] of rows)
    it(`counts ${address} as ${network}`, () => assert.equal(countedNetworkOf(address), network));
});

describe('origins', () => {
  it('are compared in their normal form', () => {
    const rows: [string, string | undefined][] = [
      ['https://Shop.Example:443', 'https://shop.example'],
      ['http://localhost:8080/', 'http://localhost:8080'],
      ['https://bücher.example', 'https://xn--bcher-kva.example'],
      ['null', undefined],
      ['', undefined],
      ['shop.example', undefined],
      ['https://shop.example/page', undefined],
      ['https://shop.example/?', undefined],
      ['https://me@shop.example', undefined],
      ['https://*.shop.example', undefined],
      ['ftp://shop.example', undefined],
      ['javascript:alert(1)', undefined],
      ['https://shop.example.', undefined],
      ['https://shop..example', undefined],
      ['https://.example', undefined],
      ['http://[::1]:8080', 'http://[::1]:8080'],
    ];
    for (const [text, origin] of rows) assert.equal(parseOrigin(text), origin, text);
  });

  it('are approved one by one or with all subdomains', () => {
    const approved = ['https://shop.example', 'https://*.example.com', 'http://*.example.org:8080'].map(
      parseApprovedOrigin,
    );
    const rows: [string, boolean][] = [
      ['https://shop.example', true],
      ['http://shop.example', false],
      ['https://shop.example:8443', false],
      ['https://a.example.com', true],
      ['https://a.b.example.com', true],
      ['https://example.com', false],
      ['https://evil-example.com', false],
      ['https://a.example.com.evil.net', false],
      ['http://a.example.com', false],
      ['http://a.example.org:8080', true],
      ['http://a.example.org', false],
    ];
    for (const [origin, expected] of rows) assert.equal(isApprovedOrigin(approved, origin), expected, origin);
  });

  it('are approved with any port only on this machine', () => {
    const approved = ['http://localhost:*', 'HTTPS://127.0.0.1:*', 'http://[::1]:*'].map(parseApprovedOrigin);
    assert.deepEqual(approved, ['http://localhost:*', 'https://127.0.0.1:*', 'http://[::1]:*']);
    const rows: [string, boolean][] = [
      ['http://localhost:3000', true],
      ['http://localhost', true],
      ['https://localhost:3000', false],
      ['http://localhost.example:3000', false],
      ['http://a.localhost:3000', false],
      ['https://127.0.0.1:5173', true],
      ['http://127.0.0.1:5173', false],
      ['http://[::1]:8080', true],
      ['http://[::2]:8080', false],
    ];
    for (const [origin, expected] of rows) assert.equal(isApprovedOrigin(approved, origin), expected, origin);
  });

  it('are refused if they are not origins, or would cover many owners', () => {
    for (const text of [
      'shop.example',
      '*',
      'https://*',
      'https://*.com',
      'https://*.co.uk',
      'https://*.github.io',
      'https://a.*.example.com',
      'https://shop.example/a',
      'https://shop.example.',
      'https://*..example.com',
      'https://*.example.com.',
      'https://shop.example:*',
      'http://192.168.0.1:*',
      'http://localhost:*/',
      'http://*.localhost:*',
    ])
      assert.throws(() => parseApprovedOrigin(text), { code: 'bad-origin' }, text);
  });
});

describe('administration', () => {
  let store: Store;
  let accounts: Accounts;
  beforeEach(() => {
    store = openSqliteStore({ file: ':memory:', purpose: 'administration' });
    accounts = new Accounts(store, secret, () => 5);
  });
  afterEach(() => store.close());

  it("stores only a key's hash and last characters", async () => {
    const { id } = await accounts.createAccount({ name: ' Shop ', credits: 3 });
    const made = await accounts.createKey({
      account: id,
      kind: 'public',
      origins: ['https://SHOP.example', 'https://shop.example'],
    });
    const [kept] = await accounts.listKeys();
    assert.deepEqual(kept, {
      id: 1,
      accountId: id,
      kind: 'public',
      hash: keyHash(secret, made.key),
      hint: made.key.slice(-4),
      origins: ['https://shop.example'],
      showsBalance: false,
      label: '',
      createdAt: 5,
    });
    assert.deepEqual(await accounts.listAccounts(), [{ id, name: 'Shop', balance: 3, createdAt: 5 }]);
    assert.equal(await accounts.grantCredits(id, 4), 7);
  });

  it('refuses with a message that says what to do', async () => {
    const { id } = await accounts.createAccount({ name: 'Shop' });
    await assert.rejects(accounts.createAccount({ name: ' ' }), { name: 'AccountsError', code: 'bad-name' });
    for (const credits of [0, -1, 1.5, NaN, 1e12 + 1, Number.MAX_SAFE_INTEGER])
      await assert.rejects(accounts.grantCredits(id, credits), { code: 'bad-credits', message: /whole number/ });
    await assert.rejects(accounts.grantCredits(9, 1), { code: 'no-account' });
    await assert.rejects(accounts.createKey({ account: 9, kind: 'private' }), { code: 'no-account' });
    await assert.rejects(accounts.createKey({ account: id, kind: 'public' }), { code: 'no-origins' });
    await assert.rejects(accounts.createKey({ account: id, kind: 'private', origins: ['https://shop.example'] }), {
      code: 'needless-origins',
    });
  });

  it('stores only the limits of a public key that differ from the defaults, and refuses limits for private keys', async () => {
    const { id } = await accounts.createAccount({ name: 'Shop' });
    const order = { account: id, kind: 'public', origins: ['https://shop.example'] } as const;
    const { hash, hint, key, ...usual } = await accounts.createKey(order);
    assert.ok(hash && hint && key);
    const limits = { dailyLimit: 3, dailyBudget: 50, answers: 'domain' } as const;
    const limited = await accounts.createKey({ ...order, ...limits });
    assert.deepEqual(limited, { ...usual, ...limits, id: 2, hash: limited.hash, hint: limited.hint, key: limited.key });
    const off = await accounts.createKey({ ...order, dailyBudget: 'off' });
    assert.equal(off.dailyBudget, 0);
    assert.equal((await accounts.rotateKey(off.id)).dailyBudget, 0);
    const { dailyLimit, dailyBudget, answers } = await accounts.rotateKey(limited.id);
    assert.deepEqual({ dailyLimit, dailyBudget, answers }, limits);
    for (const bad of [0, -1, 1.5, NaN, 1e12]) {
      await assert.rejects(accounts.createKey({ ...order, dailyLimit: bad }), { code: 'bad-limit' });
      await assert.rejects(accounts.createKey({ ...order, dailyBudget: bad }), { code: 'bad-limit' });
    }
    for (const limit of [{ dailyLimit: 3 }, { dailyBudget: 'off' }, { answers: 'domain' }] as const)
      await assert.rejects(accounts.createKey({ account: id, kind: 'private', ...limit }), { code: 'needless-limits' });
  });

  it('notices another secret', async () => {
    await accounts.checkSecret();
    await accounts.checkSecret();
    await assert.rejects(new Accounts(store, 'another', () => 5).checkSecret(), { code: 'other-secret' });
  });
});

describe('the secret beside a database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-secret-'));
  after(() => rmSync(folder, { recursive: true }));

  it('is created once, readable only by its owner', () => {
    const database = join(folder, 'a.sqlite');
    const made = loadDatabaseSecret(database);
    assert.match(made, /^[\w-]{43}$/);
    assert.equal(loadDatabaseSecret(database), made);
    assert.equal(readFileSync(`${database}.secret`, 'utf8'), `${made}\n`);
    assert.equal(statSync(`${database}.secret`).mode & 0o777, 0o600);
  });

  it('needs no hard links, leaves no other file, and is the same for processes that start at once', async () => {
    const database = join(folder, 'c.sqlite');
    const code = `import { loadDatabaseSecret } from ${JSON.stringify(new URL('../../src/service/accounts/secret.ts', import.meta.url).href)}; console.log(loadDatabaseSecret(${JSON.stringify(database)}))`;
    const begin = () =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code]);
    const made = await Promise.all([begin(), begin(), begin()]);
    assert.equal(new Set(made.map(({ stdout }) => stdout)).size, 1);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('c.')),
      ['c.sqlite.secret'],
    );
    assert.equal(statSync(`${database}.secret`).nlink, 1);
  });

  it('is never read from an empty file', () => {
    const database = join(folder, 'b.sqlite');
    writeFileSync(`${database}.secret`, '\n');
    assert.throws(() => loadDatabaseSecret(database), { code: 'empty-secret' });
  });
});

describe('admission', () => {
  let store: Store;
  let admission: Admission;
  let now: number;
  let keys: { private: string; public: string };
  const origin = 'https://shop.example';

  beforeEach(async () => {
    store = openSqliteStore({ file: ':memory:', purpose: 'service' });
    now = Date.UTC(2026, 0, 2, 23, 59, 59, 999);
    admission = new Admission(store, secret, () => now);
    const accounts = new Accounts(store, secret, () => now);
    const { id } = await accounts.createAccount({ name: 'Shop', credits: 100 });
    keys = {
      private: (await accounts.createKey({ account: id, kind: 'private' })).key,
      public: (await accounts.createKey({ account: id, kind: 'public', origins: [origin] })).key,
    };
  });
  afterEach(() => store.close());

  const asked = (more: Partial<RequestedCall>): RequestedCall => ({ call: validateCall, key: keys.private, ...more });
  const kindOf = async (more: Partial<RequestedCall>) => {
    const ruling = await admission.admit(asked(more));
    return ruling.isAdmitted ? 'admitted' : ruling.denial.kind;
  };

  it('reports a fault of the request only to callers with a key', async () => {
    assert.equal(await kindOf({ fault: 'x', key: '' }), 'wrong-key');
    assert.equal(await kindOf({ fault: 'x', key: keys.public }), 'forbidden');
    assert.equal(await kindOf({ fault: 'x' }), 'bad-request');
  });

  it('allows two enriched calls of a private key among its five', async () => {
    const kinds: string[] = [];
    for (const append of [true, true, true, false, false, false, false]) kinds.push(await kindOf({ append }));
    assert.deepEqual(kinds, ['admitted', 'admitted', 'busy', 'admitted', 'admitted', 'admitted', 'busy']);
  });

  it('begins a new day at midnight UTC, for all addresses of a /64', async () => {
    const ask = (address: string) => kindOf({ key: keys.public, origin, address });
    for (let count = 0; count < DAILY_CALLS_PER_NETWORK; count++) {
      const ruling = await admission.admit(asked({ key: keys.public, origin, address: `2001:db8::${count}` }));
      assert.ok(ruling.isAdmitted);
      await admission.settle(ruling, { result: 'Unknown' });
    }
    assert.equal(await ask('2001:db8::ffff'), 'daily-limit');
    assert.equal(await ask('2001:db8:0:1::ffff'), 'admitted');
    assert.equal(utcDay(now), '2026-01-02');
    now += 1;
    assert.equal(await ask('2001:db8::ffff'), 'admitted');
  });

  it('does not go back to a day that has passed', async () => {
    const ask = async () => {
      const ruling = await admission.admit(asked({ key: keys.public, origin, address: '192.0.2.7' }));
      if (ruling.isAdmitted) await admission.settle(ruling, { result: 'Unknown' });
      return ruling.isAdmitted ? 'admitted' : ruling.denial.kind;
    };
    now += 1;
    for (let count = 0; count < DAILY_CALLS_PER_NETWORK; count++) assert.equal(await ask(), 'admitted');
    now -= 1;
    assert.equal(await ask(), 'daily-limit');
  });

  it('does not delay calls for the deletion of past days, and tries again if that failed', async (t) => {
    let fail = () => {};
    const forgetting = t.mock.method(
      store.accounts,
      'forgetDaysBefore',
      () => new Promise<void>((_, reject) => (fail = () => reject(new Error('locked')))),
    );
    for (let count = 0; count < 3; count++) assert.equal(await kindOf({}), 'admitted');
    assert.equal(forgetting.mock.callCount(), 1, 'not once for each call');
    fail();
    await new Promise(setImmediate);
    forgetting.mock.restore();
    const again = t.mock.method(store.accounts, 'forgetDaysBefore');
    for (let count = 0; count < 2; count++) assert.equal(await kindOf({}), 'admitted');
    assert.deepEqual(
      again.mock.calls.map((call) => call.arguments),
      [['2026-01-01']],
    );
  });

  it("keeps yesterday's counts for processes whose clocks are behind", async () => {
    const late = new Admission(store, secret, () => now - 1_000);
    const call = { key: keys.public, origin, address: '192.0.2.7' };
    for (let count = 0; count < DAILY_CALLS_PER_NETWORK; count++) {
      const ruling = await late.admit(asked(call));
      assert.ok(ruling.isAdmitted);
      await late.settle(ruling, { result: 'Unknown' });
    }
    now += 1;
    assert.equal(await kindOf(call), 'admitted', 'it is the next day here');
    const ruling = await late.admit(asked(call));
    assert.equal(!ruling.isAdmitted && ruling.denial.kind, 'daily-limit');
  });

  it('counts an unanswered call with a public key towards the day, and no other unanswered call', async () => {
    const begin = async (key: string) => {
      const ruling = await admission.admit(asked({ key, origin, address: '192.0.2.7' }));
      assert.ok(ruling.isAdmitted);
      await admission.abandon(ruling);
    };
    for (let count = 0; count < DAILY_CALLS_PER_NETWORK; count++) await begin(keys.public);
    assert.equal(await kindOf({ key: keys.public, origin, address: '192.0.2.7' }), 'daily-limit');
    for (let count = 0; count < 6; count++) await begin(keys.private);
    const balance = await admission.authenticate(asked({ call: balanceCall }));
    assert.equal(balance.isAdmitted && balance.balance, 100);
  });

  it('charges nothing if nothing was found', async () => {
    const first = await admission.admit(asked({}));
    assert.ok(first.isAdmitted);
    assert.deepEqual(await admission.settle(first, { result: 'Unknown' }), { credits: 0, balance: 100 });
    const second = await admission.admit(asked({}));
    assert.ok(second.isAdmitted);
    assert.deepEqual(await admission.settle(second, { result: 'Risky' }), { credits: 1, balance: 99 });
  });

  it('accepts a private key for the other calls, and no public one', async () => {
    const ruling = await admission.authenticate(asked({ call: balanceCall }));
    assert.equal(ruling.isAdmitted && ruling.balance, 100);
    const refused = await admission.authenticate(asked({ call: balanceCall, key: keys.public, origin }));
    assert.equal(!refused.isAdmitted && refused.denial.kind, 'forbidden');
  });
});
