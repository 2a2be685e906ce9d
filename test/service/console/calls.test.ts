import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FeedEntry } from '../../../src/wire/console/index.js';
import { shop, visiting } from '../app/fixture.js';
import { startConsole, type ConsoleFixture, type Page } from './fixture.js';

describe('the live feed of calls', () => {
  let fixture: ConsoleFixture;
  let page: Page;
  let operator: Page;

  before(async () => {
    fixture = await startConsole();
    page = await fixture.signIn(fixture.account);
    operator = await fixture.signIn();
  });
  after(() => fixture.end());

  const parts = () => ({ account: fixture.account });

  /** The entry of a call: it is awaited, as an open page awaits it. */
  const entryOf = async (
    call: () => Promise<Response>,
    of: 'feed' | 'operatorFeed' = 'feed',
  ): Promise<Omit<FeedEntry, 'number' | 'at' | 'milliseconds'>> => {
    const from = of === 'feed' ? page : operator;
    const { last } = await from.ask(of, { parts: parts() });
    const waiting = from.ask(of, { parts: parts(), query: { after: String(last), wait: '1' } });
    await (await call()).text();
    const { entries } = await waiting;
    equal(entries.length, 1, JSON.stringify(entries));
    const { number, at, milliseconds, ...entry } = entries[0] ?? ({} as FeedEntry);
    ok(number > last && at > 0 && milliseconds >= 0);
    return entry;
  };
  const validate = (email: string, key = fixture.keys.private, headers: Record<string, string> = {}) =>
    fixture.get('/v1/', { api: key, email }, headers);

  it('shows the domain and the verdict, never the local part or the key', async () => {
    const entry = await entryOf(() => validate('Deliverable.Jane+x@Shop.Example'));
    const { keyName, key, ...rest } = entry;
    deepEqual(rest, {
      ...{ account: fixture.account, call: '/v1/', status: 200, domain: 'shop.example' },
      ...{ result: 'Safe to Send', reason: 'Deliverable' },
    });
    ok(key);
    equal(keyName, fixture.keys.private.slice(-4));
    const all = JSON.stringify((await page.ask('feed', { parts: parts() })).entries);
    ok(!/jane/i.test(all) && !all.includes(fixture.keys.private), all);
  });

  it('shows domains in their readable form, and none of a text that is not an address', async () => {
    equal((await entryOf(() => validate('unknown@müll.example'))).domain, 'müll.example');
    equal((await entryOf(() => validate('jane@secret@shop.example'))).domain, undefined);
  });

  it('shows the origin that could be approved, which one click approves', async () => {
    const Origin = 'http://localhost:5173';
    const asPage = () => validate('deliverable@shop.example', fixture.keys.public, { ...visiting, Origin });
    const entry = await entryOf(asPage);
    equal(entry.status, 403);
    equal(entry.origin, Origin);
    match(entry.refusal ?? '', /http:\/\/localhost:5173 is not among this key's: add it/);
    const key = await page.ask('approveOrigin', {
      parts: { ...parts(), key: entry.key ?? 0 },
      body: { origin: entry.origin ?? '' },
    });
    ok(key.origins.includes(Origin) && key.origins.includes(shop));
    equal((await entryOf(asPage)).status, 200);
  });

  it('offers no origin that cannot be approved', async () => {
    const headers = { ...visiting, Origin: 'null' };
    const entry = await entryOf(() => validate('deliverable@shop.example', fixture.keys.public, headers));
    equal(entry.status, 403);
    equal(entry.origin, undefined);
    ok(entry.refusal);
  });

  it('says why other calls were refused, and what to do', async () => {
    const { id: poor } = await fixture.service.accounts.createAccount({ name: 'Poor' });
    const { key } = await fixture.service.accounts.createKey({ account: poor, kind: 'private' });
    const broke = await entryOf(() => validate('deliverable@shop.example', key), 'operatorFeed');
    equal(broke.account, poor);
    match(broke.refusal ?? '', /no credits left: add some/);
    const bad = await entryOf(() => fixture.get('/v1/', { api: fixture.keys.private }));
    match(bad.refusal ?? '', /"email" is missing/);
    const wide = await entryOf(() => fixture.get('/v1/balance/', { api: fixture.keys.public }, visiting));
    match(wide.refusal ?? '', /public key allows only single validations/);
  });

  it('shows calls with an unknown key to the operator alone', async () => {
    const { entries } = await page.ask('feed', { parts: parts() });
    const entry = await entryOf(() => validate('deliverable@shop.example', 'unknown'), 'operatorFeed');
    equal(entry.account, undefined);
    match(entry.refusal ?? '', /unknown or revoked/);
    equal((await page.ask('feed', { parts: parts() })).entries.length, entries.length);
  });

  it('shows a batch when it has ended', async () => {
    const entry = await entryOf(() =>
      fetch(`${fixture.url}/v1/batch/?api=${fixture.keys.private}`, {
        method: 'POST',
        headers: { Accept: 'application/x-ndjson' },
        body: JSON.stringify({ emails: ['deliverable@shop.example', 'unknown@shop.example'] }),
      }),
    );
    equal(entry.call, '/v1/batch/');
  });

  it('shows no calls of the console, the detector or the page files', async () => {
    const { last } = await operator.ask('operatorFeed');
    await fixture.get('/disposable/', { email: 'jane@mailinator.example' });
    await fixture.get('/console');
    deepEqual((await operator.ask('operatorFeed', { query: { after: String(last) } })).entries, []);
  });

  it('refuses a number that is none', async () => {
    for (const number of ['x', '-1', '1.5', '9'.repeat(17)])
      equal((await page.refused('feed', { parts: parts(), query: { after: number } })).status, 400, number);
  });

  it('shows at once that a key was used', async () => {
    const { id, key } = await fixture.service.accounts.createKey({ account: fixture.account, kind: 'private' });
    const lastUse = async () => {
      const keys = await page.ask('keys', { parts: parts() });
      return keys.find((each) => each.id === id)?.lastUsedAt;
    };
    equal(await lastUse(), undefined);
    equal((await validate('deliverable@shop.example', key)).status, 200);
    ok((await lastUse()) !== undefined);
  });

  it('counts verdicts by result, and calls by key', async () => {
    await fixture.service.close();
    const again = await startConsole({ database: fixture.database });
    try {
      const owner = await again.signIn(fixture.account);
      const overview = await owner.ask('overview', { parts: parts() });
      ok((overview.results['Safe to Send'] ?? 0) >= 2, JSON.stringify(overview.results));
      equal(overview.days.length, 30);
      ok((overview.days.at(-1)?.calls ?? 0) > 2);
      equal(overview.balance, (await owner.ask('account', { parts: parts() })).balance);
      ok(overview.today.some(({ budget }) => budget && budget.calls > 0 && budget.limit === 10_000));
      const keys = await owner.ask('keys', { parts: parts() });
      ok(keys.some(({ lastUsedAt }) => lastUsedAt !== undefined));
    } finally {
      await again.end();
    }
  });
});
