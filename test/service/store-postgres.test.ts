import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { programOf } from '../programs.js';
import { openPostgresStore } from '../../src/service/store/postgres/store.js';
import { openStore, type Claim, type Store, type Ticket } from '../../src/service/store/index.js';
import { listenForPostgres } from '../suites/postgres-proxy.js';
import { serverForTests } from '../suites/postgres-server.js';
import { storeContract } from '../suites/store-contract.js';

const { skip, server } = serverForTests();

const open = (database: string) => openStore({ database, purpose: 'service' });
const day = '2026-01-02';
const charge = { call: 'validation', credits: 1, day, at: 5 };
const plain: Claim = { credits: 1, concurrency: [] };
const withLimit: Claim = { credits: 1, concurrency: [{ name: 'all', limit: 5 }] };
const times = <Value>(count: number, value: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => value(index)));

/** An account with a key, whose hash is its name. */
const addAccount = async (store: Store, name: string, balance: number): Promise<number> => {
  const { id } = await store.accounts.createAccount({ name, balance, createdAt: 0 });
  await store.accounts.createKey({
    accountId: id,
    kind: 'private',
    hash: name,
    hint: name,
    label: '',
    origins: [],
    showsBalance: true,
    createdAt: 0,
  });
  return id;
};

const outcomeOf = async (store: Store, claim: Claim, hash = 'shop') => {
  const admitted = await store.accounts.admit(hash, () => ({ claim }));
  return admitted.outcome === 'short' ? admitted.limitKind : admitted.outcome;
};

const ticketOf = async (store: Store, hash = 'shop', claim = plain): Promise<Ticket> => {
  const admitted = await store.accounts.admit(hash, () => ({ claim }));
  assert.ok(admitted.outcome === 'admitted', admitted.outcome);
  return admitted.ticket;
};

const answer = async (store: Store, hash = 'shop') => store.accounts.settle(await ticketOf(store, hash), charge);

storeContract('PostgreSQL', async () => open(await server().newDatabase()), { skip });

describe('two PostgreSQL stores on one database', { skip }, () => {
  let url: string;
  let stores: readonly [Store, Store];
  let account: number;
  const storeOf = (index: number) => stores[index % 2 ? 1 : 0];

  beforeEach(async () => {
    url = await server().newDatabase();
    // Together: the first makes the schema.
    stores = await Promise.all([open(url), open(url)]);
    account = await addAccount(stores[0], 'shop', 50);
  });
  afterEach(() => Promise.all(stores.map((store) => store.close())));

  const sumOf = async (table: string) =>
    (await server().administer<{ sum: string }>(`SELECT sum(credits) FROM email_check.${table}`, url))[0]?.sum;
  const balance = async () => (await stores[0].accounts.listAccounts())[0]?.balance;

  it("admit 20 of 1,000 calls at once to a network's day", async () => {
    await stores[0].accounts.grant(account, 1_000, 0);
    const claim: Claim = { ...plain, daily: { day, counts: [{ counter: 'a', limit: 20, limitKind: 'day' }] } };
    const outcomes = await times(1_000, (index) => outcomeOf(storeOf(index), claim));
    assert.deepEqual(
      [outcomes.filter((each) => each === 'admitted').length, outcomes.filter((each) => each === 'day').length],
      [20, 980],
    );
  });

  it('admit five calls at once of a key', async () => {
    const outcomes = await times(100, (index) => outcomeOf(storeOf(index), withLimit));
    assert.deepEqual(
      [outcomes.filter((each) => each === 'admitted').length, outcomes.filter((each) => each === 'concurrency').length],
      [5, 95],
    );
  });

  it('charge 200 calls at once on 50 credits 50 times', async () => {
    const settled = await times(200, async (index) => {
      const admitted = await storeOf(index).accounts.admit('shop', () => ({ claim: plain }));
      return admitted.outcome === 'admitted' ? storeOf(index).accounts.settle(admitted.ticket, charge) : undefined;
    });
    const balances = settled.flatMap((each) => (each ? [each.balance] : []));
    assert.deepEqual(
      balances.sort((a, b) => b - a),
      Array.from({ length: 50 }, (_, index) => 49 - index),
    );
    assert.deepEqual([await balance(), await sumOf('charges')], [0, '50']);
  });

  it('settle many calls of many accounts at once, and keep every balance equal to its grants less its charges', async () => {
    const names = await times(12, async (index) => {
      await addAccount(stores[0], `account ${index}`, 1_000);
      return `account ${index}`;
    });
    await times(600, (index) => answer(storeOf(index), names[(index * 7) % 12]));
    const rows = await server().administer<{ name: string; fits: boolean }>(
      `SELECT name, balance = (SELECT sum(credits) FROM email_check.grants WHERE account_id = accounts.id)
         - coalesce((SELECT sum(credits) FROM email_check.charges WHERE account_id = accounts.id), 0) AS fits FROM email_check.accounts`,
      url,
    );
    assert.equal(rows.length, 13);
    assert.ok(rows.every(({ fits }) => fits));
    assert.equal(await sumOf('usage_by_day'), '600');
  });

  it('see a key revoked by the other, also while a call waits to be admitted', async () => {
    await using held = await holding(`SELECT pg_advisory_lock(email_check.lock_of(${account}))`);
    const waiting = outcomeOf(stores[0], plain);
    await held.isWaitedFor();
    await stores[1].accounts.revokeKey(1, 1);
    await held.letGo('SELECT pg_advisory_unlock_all()');
    assert.equal(await waiting, 'unknown-key');
    assert.equal(await outcomeOf(stores[1], plain), 'unknown-key');
  });

  it('release at once the reservations of a process that closes', async () => {
    const [closing, other] = stores;
    for (let count = 0; count < 5; count++) await ticketOf(closing, 'shop', withLimit);
    assert.equal(await outcomeOf(other, withLimit), 'concurrency');
    await closing.close();
    assert.equal(await outcomeOf(other, withLimit), 'admitted');
  });

  it('reserve nothing for a call that arrives while its process closes', async () => {
    const [closing, other] = stores;
    const late = assert.rejects(outcomeOf(closing, withLimit), { code: 'closed' });
    await closing.close();
    await late;
    for (let count = 0; count < 5; count++) assert.equal(await outcomeOf(other, withLimit), 'admitted');
  });

  it('release the reservations of a dead process, and none of a living one', async () => {
    const child = spawn(process.execPath, [await programOf('test/service/store-postgres-child.ts'), url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await Promise.race([
      once(child.stdout, 'data'),
      exited.then(([code]) => assert.fail(`The process ended by itself, with ${code}.`)),
    ]);
    child.kill('SIGKILL');
    await exited;
    assert.equal(await outcomeOf(stores[0], withLimit), 'concurrency', 'its claims are still there');
    // What 15 seconds without a sign of life look like.
    await server().administer(
      `UPDATE email_check.processes SET seen = seen - interval '15 seconds' WHERE id IN (SELECT process_id FROM email_check.claims)`,
      url,
    );
    const mine = await ticketOf(stores[0]);
    const third = await open(url);
    assert.equal(await outcomeOf(third, withLimit), 'admitted');
    await third.close();
    const claims = await server().administer<{ count: string }>('SELECT count(*) FROM email_check.claims', url);
    assert.equal(claims[0]?.count, '1');
    assert.deepEqual(await stores[0].accounts.settle(mine, charge), { balance: 49 });
  });

  it('release nothing of a process that was cut off and is back', async () => {
    const cutOff = await openPostgresStore({ url, purpose: 'service', heartbeatMilliseconds: 3_600_000 });
    const id = `id NOT IN (SELECT process_id FROM email_check.claims)`;
    for (const store of stores) for (let count = 0; count < 2; count++) await ticketOf(store);
    await server().administer(`UPDATE email_check.processes SET seen = seen - interval '15 seconds' WHERE ${id}`, url);
    for (let count = 0; count < 5; count++) await ticketOf(cutOff, 'shop', withLimit);
    const beating = await open(url);
    assert.equal(await outcomeOf(beating, withLimit), 'concurrency');
    await Promise.all([cutOff.close(), beating.close()]);
  });

  it('still charge a call whose reservation is gone, as far as credits are free', async () => {
    const [cutOff, other] = stores;
    const tickets = await times(50, () => ticketOf(cutOff));
    await server().administer('DELETE FROM email_check.claims', url);
    for (let count = 0; count < 49; count++) await ticketOf(other);
    const [first, second, free] = await Promise.allSettled([
      cutOff.accounts.settle(tickets[0]!, charge),
      cutOff.accounts.settle(tickets[1]!, charge),
      cutOff.accounts.settle(tickets[2]!, { ...charge, credits: 0 }),
    ]);
    assert.deepEqual(first, { status: 'fulfilled', value: { balance: 49 } });
    assert.ok(second.status === 'rejected');
    assert.equal((second.reason as { code: string }).code, 'lapsed');
    assert.deepEqual(free, { status: 'fulfilled', value: { balance: 49 } });
    await assert.rejects(cutOff.accounts.settle(tickets[1]!, charge), { code: 'bad-ticket' });
    assert.equal(await outcomeOf(other, plain), 'credits');
  });

  it('do not delay an account for one that another transaction locks', async () => {
    await addAccount(stores[0], 'quick', 50);
    const hot = await times(20, (index) =>
      ticketOf(storeOf(index)).then((ticket) => ({ ticket, store: storeOf(index) })),
    );
    await using held = await holding(`BEGIN; SELECT FROM email_check.accounts WHERE id = ${account} FOR UPDATE`);
    let settled = 0;
    const waiting = hot.map(({ ticket, store }) => store.accounts.settle(ticket, charge).finally(() => settled++));
    await times(200, (index) => outcomeOf(storeOf(index), { credits: 0, concurrency: [] }));
    await times(50, (index) => answer(storeOf(index), 'quick'));
    assert.equal(settled, 0);
    await held.letGo('COMMIT');
    await Promise.all(waiting);
    assert.equal(await balance(), 30);
  });

  const busy = { name: 'StoreError', code: 'busy', message: /Another transaction .*127\.0\.0\.1.* end it/ };

  it('report an account that another transaction locks for too long, to all who wait for it', async () => {
    await using held = await holding(`SELECT pg_advisory_lock(email_check.lock_of(${account}))`);
    let told = 0;
    const waiting = Array.from({ length: 5 }, () =>
      assert.rejects(outcomeOf(stores[0], plain), busy).finally(() => told++),
    );
    await Promise.race(waiting);
    await new Promise(setImmediate);
    assert.equal(told, 5, 'together, and not one after the other');
    await Promise.all(waiting);
    await held.letGo('SELECT pg_advisory_unlock_all()');
    assert.equal(await outcomeOf(stores[0], plain), 'admitted');
  });

  it('wait no longer for a table that another transaction has locked', async () => {
    await using held = await holding('BEGIN; LOCK TABLE email_check.claims IN SHARE MODE');
    await assert.rejects(outcomeOf(stores[0], plain), busy);
    await held.letGo('COMMIT');
    assert.equal(await outcomeOf(stores[0], plain), 'admitted');
  });

  it('delete old contacts, without waiting for one that is being replaced', async () => {
    await stores[0].profiles.keepContacts(['a', 'b', 'c'].map((hash) => ({ hash, fields: {}, at: 1 })));
    await using held = await holding(`BEGIN; UPDATE email_check.contacts SET at = 9 WHERE hash = 'b'`);
    assert.equal(await stores[0].profiles.forgetContactsBefore(5), 2);
    await held.letGo('COMMIT');
    assert.equal(await stores[0].profiles.countContacts(), 1);
  });

  it('delete many past days, without waiting for one that a charge locks', async () => {
    const count = async () =>
      (
        await server().administer<{ count: number }>('SELECT count(*)::int AS count FROM email_check.daily_calls', url)
      )[0]?.count;
    await server().administer(
      `INSERT INTO email_check.daily_calls SELECT '2026-01-01', 1, i, 1 FROM generate_series(1, 12000) AS i`,
      url,
    );
    await using held = await holding(`BEGIN; SELECT FROM email_check.daily_calls WHERE network = '7' FOR UPDATE`);
    await Promise.all(stores.map((store) => store.accounts.forgetDaysBefore(day)));
    assert.equal(await count(), 1);
    await held.letGo('COMMIT');
    await stores[0].accounts.forgetDaysBefore(day);
    assert.equal(await count(), 0);
  });

  it('report how many charges became durable together', async () => {
    const sizes: number[] = [];
    const store = await openStore({
      database: url,
      purpose: 'service',
      onBatch: (size, seconds) => sizes.push(seconds > 0 ? size : NaN),
    });
    const tickets = await times(10, () => ticketOf(store));
    await Promise.all(tickets.map((ticket) => store.accounts.settle(ticket, charge)));
    await store.close();
    assert.deepEqual(sizes, [10]);
  });

  it('write the other charges if one of a batch cannot be written', async () => {
    await server().administer(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'unlucky'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON email_check.charges FOR EACH ROW WHEN (NEW.at = 13) EXECUTE FUNCTION refuse()`,
      url,
    );
    const tickets = await times(3, () => ticketOf(stores[0]));
    const [first, refused, last] = await Promise.allSettled(
      tickets.map((ticket, index) => stores[0].accounts.settle(ticket, { ...charge, at: 12 + index })),
    );
    assert.deepEqual(first, { status: 'fulfilled', value: { balance: 49 } });
    assert.equal(refused?.status === 'rejected' && (refused.reason as Error).message, 'unlucky');
    assert.deepEqual(last, { status: 'fulfilled', value: { balance: 48 } });
  });

  it('charge once if the connection is cut after the charge was written', async () => {
    await using proxy = await listenForPostgres(url);
    const store = await openPostgresStore({ url: proxy.url, purpose: 'service', heartbeatMilliseconds: 50 });
    const ticket = await ticketOf(store);
    proxy.cutAnswerTo('email_check.settle');
    assert.deepEqual(await store.accounts.settle(ticket, charge), { balance: 49 });
    assert.equal(proxy.cuts, 1);
    assert.equal(await sumOf('charges'), '1');

    proxy.cutAnswerTo('email_check.admit');
    await assert.rejects(outcomeOf(store, plain), { code: 'unreachable', message: /does not answer/ });
    while (
      Number((await server().administer<{ count: string }>('SELECT count(*) FROM email_check.claims', url))[0]?.count) >
      0
    )
      await new Promise(setImmediate);
    await store.close();
  });

  it('charge and live on if questions are lost on the way', async () => {
    await using proxy = await listenForPostgres(url);
    const store = await openPostgresStore({ url: proxy.url, purpose: 'service', heartbeatMilliseconds: 50 });
    const ticket = await ticketOf(store);
    const lastSeen = async () =>
      (
        await server().administer<{ seen: string }>(
          'SELECT seen::text FROM email_check.processes WHERE id IN (SELECT process_id FROM email_check.claims)',
          url,
        )
      )[0]?.seen;

    proxy.lose('email_check.beat');
    while (proxy.deaf === 0) await new Promise(setImmediate);
    const seen = await lastSeen();
    while ((await lastSeen()) === seen) await new Promise(setImmediate);
    assert.equal(proxy.deaf, 1, 'the next sign of life does not wait for an answer to the lost one');

    proxy.lose('email_check.settle');
    assert.deepEqual(await store.accounts.settle(ticket, charge), { balance: 49 });
    assert.equal(await sumOf('charges'), '1');
    await store.close();
  });

  /** A connection of someone else's that has run a statement. */
  const holding = async (statement: string) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(statement);
    return {
      async isWaitedFor(): Promise<void> {
        while ((await client.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount === 0)
          await new Promise(setImmediate);
      },
      letGo: (end: string) => client.query(end),
      [Symbol.asyncDispose]: () => client.end(),
    };
  };
});
