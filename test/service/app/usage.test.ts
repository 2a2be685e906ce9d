import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient, type Client } from '../../../src/client/index.js';
import { decodeRefusal } from '../../../src/wire/index.js';
import { shop, startService, type Fixture } from './fixture.js';

const email = 'deliverable@shop.example';

describe('usage over HTTP', () => {
  let now = Date.UTC(2026, 10, 27, 23, 59, 59, 999);
  let fixture: Fixture;
  let client: Client;
  before(async () => {
    fixture = await startService({ now: () => now });
    client = createClient({ baseUrl: fixture.url, apiKey: fixture.keys.private });
    await client.validate(email);
    await client.validate('unknown@shop.example');
    now += 1;
    await client.validate(email);
    await fixture.get('/v1/', { api: fixture.keys.public, email }, { Origin: shop });
    await fixture.get('/v1/', { api: fixture.keys.private });
    await client.balance();
  });
  after(() => fixture.end());

  it('counts only the answered validations of the account, by UTC day, with all of its keys', async () => {
    assert.deepEqual(await client.usage({ start: '20-08-14', end: '26-11-28' }), {
      start: '20-08-14',
      end: '26-11-28',
      calls: 4,
      days: [
        { day: '26-11-27', calls: 2, credits: 1 },
        { day: '26-11-28', calls: 2, credits: 2 },
      ],
    });
    assert.deepEqual(await client.usage({ start: '26-11-28', end: '26-11-28' }), {
      start: '26-11-28',
      end: '26-11-28',
      calls: 2,
      days: [{ day: '26-11-28', calls: 2, credits: 2 }],
    });
    assert.deepEqual(await client.usage({ start: '26-11-01', end: '26-11-26' }), {
      start: '26-11-01',
      end: '26-11-26',
      calls: 0,
      days: [],
    });
  });

  it('has only strings, its time zone, and the last characters of the key', async () => {
    const response = await fixture.get('/v1/usage', { api: fixture.keys.private, start: '26-11-27', end: '26-11-27' });
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await response.json(), {
      service: {
        api: `*********${fixture.keys.private.slice(-4)}`,
        start: '26-11-27',
        end: '26-11-27',
        calls: '2',
        timezone: 'UTC',
        days: [{ day: '26-11-27', calls: '2', credits: '1' }],
      },
      success: '1',
    });
  });

  it('does not include other accounts', async () => {
    const { id: account } = await fixture.service.accounts.createAccount({ name: 'Other' });
    const { key } = await fixture.service.accounts.createKey({ account, kind: 'private' });
    assert.equal(
      (await createClient({ baseUrl: fixture.url, apiKey: key }).usage({ start: '20-08-14', end: '26-11-28' })).calls,
      0,
    );
  });

  const rows: [name: string, query: Record<string, string>, words: RegExp][] = [
    ['no start', { end: '26-11-28' }, /"start" is missing/],
    ['no end', { start: '26-11-28' }, /"end" is missing/],
    ['a start before the first day', { start: '20-08-13', end: '26-11-28' }, /"start" is before 20-08-14/],
    ['an end after today', { start: '26-11-28', end: '26-11-29' }, /"end" is after today, which is 26-11-28 in UTC/],
    ['a start after the end', { start: '26-11-28', end: '26-11-27' }, /"start" is after "end"/],
    ['a day that there is not', { start: '26-02-30', end: '26-11-27' }, /"start" is 26-02-30, which is not a date/],
    ['another form', { start: '26-02-01', end: '27.11.2026' }, /"end" must be written as YY-MM-DD/],
    ['ten thousand digits', { start: '1'.repeat(5_000), end: '26-11-27' }, /"start" must be written/],
  ];
  for (const [name, query, words] of rows)
    it(`refuses ${name}`, async () => {
      const response = await fixture.get('/v1/usage/', { api: fixture.keys.private, ...query });
      const body: unknown = await response.json();
      assert.equal(response.status, 400);
      const refusal = decodeRefusal(400, body, 'service');
      assert.equal(refusal?.kind, 'bad-request');
      assert.match(refusal.message, words);
      const { service, success, error } = body as { service: object; success: string; error: string };
      assert.deepEqual([service, success, error], [{ error: refusal.message, code: '0' }, '0', refusal.message]);
    });

  it('explains faults of the days only to callers with a key', async () => {
    assert.equal((await fixture.get('/v1/usage/', { api: 'AbCdEfGhIjKlM', start: 'x', end: 'y' })).status, 401);
    assert.equal(
      (await fixture.get('/v1/usage/', { api: fixture.keys.public, start: 'x', end: 'y' }, { Origin: shop })).status,
      403,
    );
  });
});
