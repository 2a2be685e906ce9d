import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { serverForTests } from '../../suites/postgres-server.js';
import { shop, startService, type Fixture } from './fixture.js';

const { skip, server } = serverForTests();

describe('a service whose database is away', { skip }, () => {
  let url: string;
  let fixture: Fixture;
  before(async () => {
    url = await server().newDatabase();
    fixture = await startService({ database: url });
  });
  after(() => fixture.end());

  const email = 'deliverable@a.example';
  const isAway = async (response: Response) => {
    const body = await response.text();
    assert.deepEqual(
      [response.status, response.headers.get('retry-after'), response.headers.get('access-control-allow-origin')],
      [503, '5', '*'],
      body,
    );
    assert.match(body, /ask again in a few seconds/);
    assert.doesNotMatch(body, /database|127\.0\.0\.1|postgres/i);
    assert.equal((fixture.faults.at(-1) as Error).name, 'StoreError');
  };

  it('asks callers to retry later if another transaction locks their account', async () => {
    const other = new pg.Client(url);
    await other.connect();
    await other.query(`SELECT pg_advisory_lock(email_check.lock_of(${fixture.account}))`);
    await isAway(await fixture.get('/v1/', { api: fixture.keys.public, email }, { Origin: shop }));
    await other.end();
    assert.equal((await fixture.get('/v1/', { api: fixture.keys.private, email })).status, 200);
  });

  it('asks callers to retry later while the server does not answer, and answers when it does', async () => {
    await server().crash();
    for (const path of ['/v1/', '/v1/balance/', '/v1/reverse/'])
      await isAway(await fixture.get(path, { api: fixture.keys.private, email }));
    await server().run();
    assert.equal((await fixture.get('/v1/', { api: fixture.keys.private, email })).status, 200);
  });
});
