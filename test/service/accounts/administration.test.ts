import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Accounts, Admission, type KeySettingsOrder } from '../../../src/service/accounts/index.js';
import { openSqliteStore, type Store } from '../../../src/service/store/index.js';
import { validateCall } from '../../../src/wire/index.js';

const secret = 'a secret of the test';
const day = '2026-01-02';
const now = () => Date.parse(day);

describe('administration of an account', () => {
  let store: Store;
  let accounts: Accounts;
  let account: number;
  beforeEach(async () => {
    store = openSqliteStore({ file: ':memory:', purpose: 'service' });
    accounts = new Accounts(store, secret, now);
    account = (await accounts.createAccount({ name: 'Shop', credits: 50 })).id;
  });
  afterEach(() => store.close());

  it('renames it, on one line', async () => {
    assert.deepEqual(await accounts.rename(account, ' Market '), await accounts.account(account));
    assert.equal((await accounts.account(account)).name, 'Market');
    for (const name of ['', ' ', 'two\nlines', 'a\ttab', 'two\u2028lines'])
      await assert.rejects(accounts.rename(account, name), { code: 'bad-name' }, JSON.stringify(name));
    await assert.rejects(accounts.rename(account + 1, 'Nobody'), { code: 'no-account' });
  });

  it('closes it for good, and says so afterwards', async () => {
    const { key } = await accounts.createKey({ account, kind: 'private' });
    const consoleKey = await accounts.consoleKey(account);
    await accounts.close(account);
    assert.equal((await accounts.account(account)).closedAt, now());
    const admission = new Admission(store, secret, now);
    for (const each of [key, consoleKey])
      assert.equal((await admission.admit({ call: validateCall, key: each })).isAdmitted, false);
    const order = { id: 'a-new-name', credits: 5, reason: 'Refund' };
    const refused = [
      accounts.close(account),
      accounts.createKey({ account, kind: 'private' }),
      accounts.grantCredits(account, 5),
      accounts.changeCredits(account, order),
      accounts.consoleKey(account),
    ];
    for (const each of refused) await assert.rejects(each, { code: 'closed-account', message: /closed for good/ });
    await assert.rejects(accounts.close(account + 1), { code: 'no-account' });
  });

  it('changes credits once for each id, and never below zero', async () => {
    const order = { id: 'order-17', credits: -20, reason: ' Refund of order 17 ' };
    assert.deepEqual(await accounts.changeCredits(account, order), { balance: 30, isNew: true });
    assert.deepEqual(await accounts.changeCredits(account, order), { balance: 30, isNew: false });
    await assert.rejects(accounts.changeCredits(account, { ...order, reason: 'Another' }), { code: 'other-change' });
    await assert.rejects(accounts.changeCredits(account, { ...order, id: 'order-18', credits: -31 }), {
      code: 'short-credits',
      message: /fewer than 31 credits/,
    });
    await assert.rejects(accounts.changeCredits(account + 1, order), { code: 'no-account' });
    const rows: [string, Partial<typeof order>][] = [
      ['bad-credits', { credits: 0 }],
      ['bad-credits', { credits: 0.5 }],
      ['bad-credits', { credits: 1e13 }],
      ['bad-credits', { credits: -1e13 }],
      ['bad-reason', { reason: ' ' }],
      ['bad-reason', { reason: 'two\nlines' }],
      ['bad-reason', { reason: 'x'.repeat(201) }],
      ['bad-id', { id: 'short' }],
      ['bad-id', { id: 'x'.repeat(65) }],
      ['bad-id', { id: 'with spaces' }],
    ];
    for (const [code, wrong] of rows)
      await assert.rejects(accounts.changeCredits(account, { ...order, id: 'order-19', ...wrong }), { code });
    assert.equal((await accounts.account(account)).balance, 30);
  });

  it('keeps below how many credits its owner is told', async () => {
    await accounts.setLowCredits(account, 10);
    assert.equal((await accounts.account(account)).lowCredits, 10);
    await accounts.setLowCredits(account, undefined);
    assert.equal((await accounts.account(account)).lowCredits, undefined);
    for (const credits of [0, -1, 1.5, 1e13])
      await assert.rejects(accounts.setLowCredits(account, credits), { code: 'bad-credits' });
    await assert.rejects(accounts.setLowCredits(account + 1, 10), { code: 'no-account' });
  });

  it('gives keys a label of one line', async () => {
    const labelled = (label: string) => accounts.createKey({ account, kind: 'private', label });
    assert.equal((await labelled(' Checkout ')).label, 'Checkout');
    assert.equal((await labelled(' ')).label, '');
    assert.equal((await labelled('x'.repeat(60))).label, 'x'.repeat(60));
    for (const label of ['x'.repeat(61), 'two\nlines', 'a\u0000b'])
      await assert.rejects(labelled(label), { code: 'bad-label' }, label);
  });

  it('changes what is given of a key, and leaves the rest', async () => {
    const { key: _, ...made } = await accounts.createKey({
      ...{ account, kind: 'public', label: 'Sign-up', origins: ['https://a.example'] },
      ...{ dailyLimit: 5, dailyBudget: 'off', answers: 'domain' },
    });
    const { answers: __, ...rest } = made;
    const origins = ['https://b.example', 'https://*.example.com'];
    const rows: [KeySettingsOrder, object][] = [
      [{}, made],
      [
        { label: 'New', origins: undefined },
        { ...made, label: 'New' },
      ],
      [{ origins: ['https://B.example/', ...origins] }, { ...made, label: 'New', origins }],
      [{ answers: 'full' }, { ...rest, label: 'New', origins }],
      [
        { dailyBudget: 7, dailyLimit: 2 },
        { ...rest, label: 'New', origins, dailyBudget: 7, dailyLimit: 2 },
      ],
    ];
    for (const [change, expected] of rows) {
      assert.deepEqual(await accounts.changeKey(account, made.id, change), expected);
      assert.deepEqual(await accounts.listKeys(account), [expected]);
    }
  });

  it('checks a change of a key as it does a new key', async () => {
    const page = await accounts.createKey({ account, kind: 'public', origins: ['https://a.example'] });
    const server = await accounts.createKey({ account, kind: 'private' });
    const rows: [number, KeySettingsOrder, string][] = [
      [page.id, { origins: [] }, 'no-origins'],
      [page.id, { origins: ['nonsense'] }, 'bad-origin'],
      [page.id, { dailyLimit: 0 }, 'bad-limit'],
      [page.id, { label: 'two\nlines' }, 'bad-label'],
      [server.id, { origins: ['https://a.example'] }, 'needless-origins'],
      [server.id, { answers: 'domain' }, 'needless-limits'],
      [server.id + 1, {}, 'no-key'],
    ];
    for (const [id, change, code] of rows)
      await assert.rejects(accounts.changeKey(account, id, change), { code }, JSON.stringify(change));
    await assert.rejects(accounts.changeKey(account + 1, page.id, {}), { code: 'no-key' });
    await accounts.revokeKey(page.id);
    await assert.rejects(accounts.changeKey(account, page.id, {}), { code: 'no-key' });
  });

  it('approves one more origin of a key, once', async () => {
    const { id } = await accounts.createKey({ account, kind: 'public', origins: ['https://a.example'] });
    for (let count = 0; count < 2; count++) {
      const { origins } = await accounts.approveOrigin(account, id, 'http://localhost:5173');
      assert.deepEqual(origins, ['https://a.example', 'http://localhost:5173']);
    }
    await assert.rejects(accounts.approveOrigin(account, id, 'null'), { code: 'bad-origin' });
    await assert.rejects(accounts.approveOrigin(account + 1, id, 'https://b.example'), { code: 'no-key' });
  });

  it('loses no origin if many are approved at once, and no change that others make meanwhile', async () => {
    const { id } = await accounts.createKey({ account, kind: 'public', origins: ['https://a.example'] });
    const more = Array.from({ length: 20 }, (_, at) => `https://site${at}.example`);
    await Promise.all([
      ...more.map((origin) => accounts.approveOrigin(account, id, origin)),
      accounts.changeKey(account, id, { label: 'Many' }),
    ]);
    const changed = (await accounts.listKeys(account)).find((key) => key.id === id);
    assert.deepEqual([...(changed?.origins ?? [])].sort(), ['https://a.example', ...more].sort());
    assert.equal(changed?.label, 'Many');
  });

  it('has one key for its console, which works, is not listed and cannot be revoked', async () => {
    const [key, ...others] = await Promise.all(Array.from({ length: 5 }, () => accounts.consoleKey(account)));
    assert.ok(key);
    assert.match(key, /^[A-Za-z0-9]{13}$/);
    assert.deepEqual(new Set(others), new Set([key]));
    assert.deepEqual(await accounts.listKeys(account), []);
    const admitted = await new Admission(store, secret, now).admit({ call: validateCall, key });
    assert.ok(admitted.isAdmitted && admitted.key.isConsole);
    assert.equal(await accounts.revokeKey(admitted.key.id), false);
    await assert.rejects(accounts.rotateKey(admitted.key.id), { code: 'no-key' });
    await assert.rejects(accounts.changeKey(account, admitted.key.id, {}), { code: 'no-key' });
    await assert.rejects(accounts.consoleKey(account + 1), { code: 'no-account' });
    const other = (await accounts.createAccount({ name: 'Other' })).id;
    assert.notEqual(await accounts.consoleKey(other), key);
    assert.notEqual(await new Accounts(store, 'another', now).consoleKey(account), key);
  });

  it('returns usage and counts by day, and the calls of public keys', async () => {
    const origin = 'https://a.example';
    const { key, id } = await accounts.createKey({ account, kind: 'public', origins: [origin] });
    const admission = new Admission(store, secret, now);
    const admitted = await admission.admit({ call: validateCall, key, origin, address: '192.0.2.1' });
    assert.ok(admitted.isAdmitted);
    await admission.settle(admitted, { result: 'Invalid' });
    const count = { accountId: account, day, name: 'Invalid', count: 1 };
    await store.accounts.addCounts([count]);
    assert.deepEqual(await accounts.usageOfDays(account, day, day), [{ day, calls: 1, credits: 1 }]);
    assert.deepEqual(await accounts.counts(account, day, day), [count]);
    assert.deepEqual(await accounts.callsOfDay(account, day), new Map([[id, 1]]));
    assert.deepEqual(await accounts.callsOfDay(account, '2026-01-01'), new Map());
  });

  it('names the key of a call that it refuses, if it is a valid one', async () => {
    const made = await accounts.createKey({ account, kind: 'public', origins: ['https://a.example'] });
    const admission = new Admission(store, secret, now);
    const call = { call: validateCall, key: made.key, origin: 'https://b.example' };
    for (const refused of [await admission.admit(call), await admission.authenticate(call)])
      assert.deepEqual([refused.isAdmitted, refused.isAdmitted || refused.key?.id], [false, made.id]);
    const short = await accounts.createAccount({ name: 'Empty' });
    const { key, id } = await accounts.createKey({ account: short.id, kind: 'private' });
    const unpaid = await admission.admit({ call: validateCall, key });
    assert.deepEqual([unpaid.isAdmitted, unpaid.isAdmitted || unpaid.key?.id], [false, id]);
    const unknown = await admission.admit({ call: validateCall, key: 'unknown' });
    assert.equal('key' in unknown, false);
  });
});
