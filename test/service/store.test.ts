import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { openSqliteStore } from '../../src/service/store/index.js';
import { migrations } from '../../src/service/store/sqlite/schema.js';
import { GroupCommit } from '../../src/service/store/sqlite/group-commit.js';
import { storeContract } from '../suites/store-contract.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-store-'));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${++files}.sqlite`);
const open = (file = newFile()) => openSqliteStore({ file, purpose: 'service' });

storeContract('SQLite, a file', () => Promise.resolve(open()));
storeContract('SQLite, in memory', () => Promise.resolve(open(':memory:')));

describe('SQLite store', () => {
  it('opens a file for one service at a time, by any of its names', async () => {
    const file = newFile();
    const store = open(file);
    assert.throws(() => open(file), { name: 'StoreError', code: 'in-use', message: /Stop that one/ });
    const alias = newFile();
    symlinkSync(file, alias);
    assert.throws(() => open(alias), { code: 'in-use' });
    await store.close();
    await open(file).close();
  });

  it('allows administration beside a service, which sees its changes at once', async () => {
    const file = newFile();
    const store = open(file);
    const administration = openSqliteStore({ file, purpose: 'administration' });
    const { id } = await administration.accounts.createAccount({ name: 'Shop', balance: 1, createdAt: 0 });
    assert.equal(await store.accounts.grant(id, 1, 0), 2);
    assert.deepEqual(await administration.accounts.listAccounts(), [{ id, name: 'Shop', balance: 2, createdAt: 0 }]);
    await administration.close();
    await store.close();
  });

  it('keeps answering while another process writes, and charges afterwards', async () => {
    const file = newFile();
    const store = open(file);
    const { id } = await store.accounts.createAccount({ name: 'Shop', balance: 10, createdAt: 0 });
    await store.accounts.createKey({
      accountId: id,
      kind: 'private',
      hash: 'h',
      hint: 'h',
      label: '',
      origins: [],
      showsBalance: true,
      createdAt: 0,
    });
    const admitted = await store.accounts.admit('h', () => ({ claim: { credits: 1, concurrency: [] } }));
    assert.ok(admitted.outcome === 'admitted');
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const since = performance.now();
    const settled = store.accounts.settle(admitted.ticket, {
      call: 'validation',
      credits: 1,
      day: '2026-01-02',
      at: 5,
    });
    const forgotten = store.accounts.forgetDaysBefore('2026-01-02');
    assert.equal((await store.accounts.findKey('h'))?.balance, 10, 'reading goes on');
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.ok(performance.now() - since < 1_000, 'the event loop is free');
    other.exec('COMMIT');
    other.close();
    assert.deepEqual(await settled, { balance: 9 });
    await forgotten;
    await store.close();
  });

  it('allows calls in between while many past days are deleted', async () => {
    const file = newFile();
    const store = open(file);
    const { id } = await store.accounts.createAccount({ name: 'Shop', balance: 10, createdAt: 0 });
    await store.accounts.createKey({
      accountId: id,
      kind: 'private',
      hash: 'h',
      hint: 'h',
      label: '',
      origins: [],
      showsBalance: true,
      createdAt: 0,
    });
    const other = new Database(file);
    other.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) INSERT INTO daily_calls SELECT '2026-01-01', 1, i, 1 FROM n`,
    );
    const left = other.prepare<[], number>('SELECT count(*) FROM daily_calls').pluck();
    const forgotten = store.accounts.forgetDaysBefore('2026-01-02');
    await new Promise(setImmediate);
    const meanwhile = left.get() ?? 0;
    assert.ok(meanwhile > 0 && meanwhile < 10_000, String(meanwhile));
    await forgotten;
    assert.equal(left.get(), 0);
    other.close();
    await store.close();
  });

  it('never loads the driver of another database', () => {
    const code = `
      import { createRequire } from 'node:module';
      import { openStore } from ${JSON.stringify(new URL('../../src/service/store/index.ts', import.meta.url).href)};
      const store = await openStore({ database: ':memory:', purpose: 'service' });
      const loaded = (name) => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('/node_modules/' + name + '/'));
      console.log(loaded('better-sqlite3'), loaded('pg'));
      await store.close();`;
    const said = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
      encoding: 'utf8',
    });
    assert.equal(said, 'true false\n');
  });

  it('refuses foreign files with a remedy', () => {
    const text = newFile();
    writeFileSync(text, 'A shopping list, and a long one at that. '.repeat(50));
    assert.throws(() => open(text), { code: 'foreign-file', message: /is not a database/ });
    const other = newFile();
    new Database(other).exec('CREATE TABLE recipes (name)').close();
    assert.throws(() => open(other), { code: 'foreign-file', message: /something else/ });
    const newer = newFile();
    new Database(newer).exec('PRAGMA user_version = 999').close();
    assert.throws(() => open(newer), { code: 'newer-schema', message: /Update/ });
    assert.throws(() => open(join(folder, 'nowhere', 'a.sqlite')), { code: 'cannot-open', message: /folder exists/ });
  });

  it('keeps a balance equal to its grants less its charges', async () => {
    const file = newFile();
    const store = open(file);
    const { id } = await store.accounts.createAccount({ name: 'Shop', balance: 10, createdAt: 0 });
    await store.accounts.createKey({
      accountId: id,
      kind: 'private',
      hash: 'h',
      hint: 'h',
      label: '',
      origins: [],
      showsBalance: true,
      createdAt: 0,
    });
    await store.accounts.grant(id, 7, 0);
    for (const credits of [1, 0, 1]) {
      const admitted = await store.accounts.admit('h', () => ({ claim: { credits: 1, concurrency: [] } }));
      assert.equal(admitted.outcome, 'admitted');
      if (admitted.outcome === 'admitted')
        await store.accounts.settle(admitted.ticket, { call: 'validation', credits, day: '2026-01-02', at: 5 });
    }
    await store.close();
    const database = new Database(file, { readonly: true });
    const sum = (table: string) => database.prepare<[], number>(`SELECT sum(credits) FROM ${table}`).pluck().get();
    assert.deepEqual([sum('grants'), sum('charges')], [17, 2]);
    assert.deepEqual(
      database.prepare('SELECT account_id, key_id, day, call, credits, at FROM charges WHERE id = 1').get(),
      {
        account_id: id,
        key_id: 1,
        day: '2026-01-02',
        call: 'validation',
        credits: 1,
        at: 5,
      },
    );
    assert.equal(database.prepare<[], number>('SELECT balance FROM accounts').pluck().get(), 15);
    database.close();
  });
});

describe('a SQLite file of the first release', () => {
  it('keeps its charges in usage, and accepts more', async () => {
    const file = newFile();
    const old = new Database(file);
    old.exec(`${migrations[0]}
      INSERT INTO accounts VALUES (1, 'Shop', 10, 0), (2, 'Other', 10, 0);
      INSERT INTO keys VALUES (1, 1, 'private', 'h', 'h', '[]', 1, 0, NULL), (2, 2, 'private', 'i', 'i', '[]', 1, 0, NULL);
      INSERT INTO charges (account_id, key_id, day, call, credits, at) VALUES
        (1, 1, '2026-01-01', 'validation', 1, 1), (1, 1, '2026-01-02', 'validation', 1, 2), (1, 1, '2026-01-02', 'validation', 0, 3), (2, 2, '2026-01-02', 'validation', 1, 4)`);
    old.pragma('user_version = 1');
    old.close();
    const store = open(file);
    const admitted = await store.accounts.admit('h', () => ({ claim: { credits: 1, concurrency: [] } }));
    assert.ok(admitted.outcome === 'admitted');
    await store.accounts.settle(admitted.ticket, { call: 'validation', credits: 1, day: '2026-01-02', at: 5 });
    assert.deepEqual(await store.accounts.usage(1, '2026-01-01', '2026-01-02'), [
      { day: '2026-01-01', calls: 1, credits: 1 },
      { day: '2026-01-02', calls: 3, credits: 2 },
    ]);
    assert.deepEqual(await store.accounts.usage(2, '2026-01-01', '2026-01-02'), [
      { day: '2026-01-02', calls: 1, credits: 1 },
    ]);
    await store.close();
  });
});

describe('SQLite store, if one charge of a batch cannot be written', () => {
  it('writes the others', async () => {
    const file = newFile();
    const store = open(file);
    const { id } = await store.accounts.createAccount({ name: 'Shop', balance: 10, createdAt: 0 });
    await store.accounts.createKey({
      accountId: id,
      kind: 'private',
      hash: 'h',
      hint: 'h',
      label: '',
      origins: [],
      showsBalance: true,
      createdAt: 0,
    });
    const other = new Database(file);
    other.exec(
      `CREATE TRIGGER refuse BEFORE INSERT ON charges WHEN NEW.at = 13 BEGIN SELECT RAISE(ABORT, 'unlucky'); END`,
    );
    other.close();
    const settle = async (at: number) => {
      const admitted = await store.accounts.admit('h', () => ({ claim: { credits: 1, concurrency: [] } }));
      assert.ok(admitted.outcome === 'admitted');
      return store.accounts.settle(admitted.ticket, { call: 'validation', credits: 1, day: '2026-01-02', at });
    };
    const [first, refused, last] = await Promise.allSettled([settle(12), settle(13), settle(14)]);
    assert.deepEqual(first, { status: 'fulfilled', value: { balance: 9 } });
    assert.equal(refused.status === 'rejected' && (refused.reason as Error).message, 'unlucky');
    assert.deepEqual(last, { status: 'fulfilled', value: { balance: 8 } });
    assert.equal((await store.accounts.findKey('h'))?.balance, 8);
    await store.close();
  });
});

describe('group commit', () => {
  it('waits while more arrives with every turn of the event loop, and no longer', async () => {
    const batches: number[][] = [];
    const group = new GroupCommit<number, number>((batch) => {
      batches.push([...batch]);
      return batch.map((work) => ({ outcome: work }));
    });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const added: Promise<number>[] = [];
    for (let work = 1; work <= 12; work += 2) {
      added.push(group.add(work), group.add(work + 1));
      await turn();
    }
    await Promise.all(added);
    assert.deepEqual(batches, [
      [1, 2, 3, 4, 5, 6, 7, 8],
      [9, 10, 11, 12],
    ]);
  });

  it('writes work that arrives together as one batch and answers after it', async () => {
    const batches: number[][] = [];
    const group = new GroupCommit<number, number>((batch) => {
      batches.push([...batch]);
      return batch.map((work) => ({ outcome: work * 2 }));
    });
    assert.deepEqual(await Promise.all([1, 2, 3].map((work) => group.add(work))), [2, 4, 6]);
    assert.equal(await group.add(4), 8);
    assert.deepEqual(batches, [[1, 2, 3], [4]]);
  });

  it('retries a batch for a limited time, with the work that arrived since', async () => {
    let failures = 2;
    const batches: number[][] = [];
    const write = (batch: readonly number[]) => {
      batches.push([...batch]);
      if (failures-- > 0) throw new Error('busy');
      return batch.map((work) => ({ outcome: work }));
    };
    const retries = { isTemporary: (error: unknown) => (error as Error).message === 'busy', milliseconds: 1_000 };
    const group = new GroupCommit<number, number>(write, retries);
    const first = group.add(1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await Promise.all([first, group.add(2)]), [1, 2]);
    assert.deepEqual(batches, [[1], [1, 2], [1, 2]]);
    failures = Infinity;
    await assert.rejects(new GroupCommit<number, number>(write, { ...retries, milliseconds: 50 }).add(3), /busy/);
    const last = new GroupCommit<number, number>(write, retries);
    const refused = assert.rejects(last.add(4), /busy/);
    last.flush();
    await refused;
  });

  it('rejects a piece that failed, and all of a batch that was not stored', async () => {
    const group = new GroupCommit<number, number>((batch) => {
      if (batch.includes(0)) throw new Error('no commit');
      return batch.map((work) => (work < 0 ? { failure: new Error('one') } : { outcome: work }));
    });
    const [good, bad] = await Promise.allSettled([group.add(1), group.add(-1)]);
    assert.deepEqual([good.status, bad.status], ['fulfilled', 'rejected']);
    const lost = await Promise.allSettled([group.add(1), group.add(0)]);
    assert.deepEqual(
      lost.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  });
});
