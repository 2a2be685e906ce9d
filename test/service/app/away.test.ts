import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { serverForTests } from '../../suites/postgres-server.js';
import { shop, startService, type Fixture } from './fixture.js';

const { skip, server } = serverForTests();

describe('a service whose database is away', { skip }, () => {
  let url: string;
  let it_: Fixture;
  before(async () => {
    url = await server().newDatabase();
    it_ = await startService({ database: url });
  });
  after(() => it_.end());

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
    assert.equal((it_.faults.at(-1) as Error).name, 'StoreError');
  };

  it('tells callers to come back if another transaction holds their account', async () => {
    const other = new pg.Client(url);
    await other.connect();
    await other.query(`SELECT pg_advisory_lock(email_check.lock_of(${it_.account}))`);
    await isAway(await it_.get('/v1/', { api: it_.keys.public, email }, { Origin: shop }));
    await other.end();
    assert.equal((await it_.get('/v1/', { api: it_.keys.private, email })).status, 200);
  });

  it('tells callers to come back while the server does not answer, and answers when it does', async () => {
    await server().crash();
    for (const path of ['/v1/', '/v1/balance/', '/v1/reverse/'])
      await isAway(await it_.get(path, { api: it_.keys.private, email }));
    await server().run();
    assert.equal((await it_.get('/v1/', { api: it_.keys.private, email })).status, 200);
  });
});
