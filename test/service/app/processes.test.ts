import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openAccounts, type Administration } from '../../../src/service/index.js';
import { isSoak } from '../../soak.js';
import { serverForTests } from '../../suites/postgres-server.js';
import { openNursery, type Child, type Nursery } from './children.js';
import { secret, shop, visiting } from './fixture.js';

const { skip, server } = serverForTests();

const CALLS = isSoak ? 1_000 : 200;

describe('two service processes on one PostgreSQL database', { skip }, () => {
  let nursery: Nursery;
  let administration: Administration;
  let children: readonly Child[];
  let account: number;

  before(async () => {
    nursery = await openNursery();
    const database = await server().newDatabase();
    children = await Promise.all([nursery.start(database), nursery.start(database)]);
    administration = await openAccounts({ database, secret });
    account = (await administration.accounts.createAccount({ name: 'Shop', credits: 5_000 })).id;
  });
  after(async () => {
    await nursery.end();
    await administration.close();
  });

  const call = (index: number, key: string, email: string, signal: AbortSignal | null = null) =>
    fetch(`${children[index % 2]!.url}/v1/?api=${key}&email=${email}`, { headers: visiting, signal });

  it(`answer 20 of ${CALLS} calls at once with a public key from one network`, async () => {
    const { key } = await administration.accounts.createKey({ account, kind: 'public', origins: [shop] });
    const statuses = await Promise.all(
      Array.from({ length: CALLS }, async (_, index) => {
        const response = await call(index, key, 'deliverable@a.example');
        await response.arrayBuffer();
        return response.status;
      }),
    );
    assert.deepEqual(
      [statuses.filter((each) => each === 200).length, statuses.filter((each) => each === 429).length],
      [20, CALLS - 20],
    );
    assert.equal((await administration.accounts.listAccounts())[0]?.balance, 4_980);
  });

  it('allow five concurrent calls of a private key in total', async () => {
    const { key } = await administration.accounts.createKey({ account, kind: 'private' });
    const hungUp = new AbortController();
    const refused: number[] = [];
    const calls = Array.from({ length: 20 }, async (_, index) => {
      const response = await call(index, key, 'waiting@a.example', hungUp.signal);
      refused.push(response.status);
    });
    while (refused.length < 15)
      await Promise.race([
        ...calls.map((each) => each.then(() => new Promise(setImmediate))),
        new Promise(setImmediate),
      ]);
    assert.deepEqual(
      refused,
      Array.from({ length: 15 }, () => 429),
    );
    hungUp.abort();
    const ends = await Promise.allSettled(calls);
    assert.equal(
      ends.filter(({ status }) => status === 'rejected').length,
      5,
      'those that were admitted are under way until their caller leaves',
    );
    let status = 429;
    while (status === 429) ({ status } = await call(0, key, 'deliverable@a.example'));
    assert.equal(status, 200);
  });
});
