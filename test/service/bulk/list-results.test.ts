import { deepEqual, equal, ok } from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ListResults, readHostedList } from '../../../src/service/bulk/index.js';
import { keepList } from '../../../src/service/bulk/list-intake.js';
import { openStore, type ListLease, type ListRecord, type Store } from '../../../src/service/store/index.js';

const RESULTS = ['Safe to Send', 'Risky', 'Invalid', 'Unknown'] as const;
const addressAt = (index: number): string => `a${index}@shop.example`;
const resultAt = (index: number): string => RESULTS[index % RESULTS.length] ?? '';

describe('what is shown of a list', () => {
  let store: Store;
  let lease: ListLease;
  let commits: number;
  beforeEach(async () => {
    commits = 0;
    store = await openStore({ database: ':memory:', purpose: 'service' });
    const { id: accountId } = await store.accounts.createAccount({ name: 'Shop', balance: 1e6, createdAt: 0 });
    const [kind, hash, hint, label] = ['private', 'h', 'h', ''] as const;
    const key = { accountId, kind, hash, hint, label, origins: [], showsBalance: true, createdAt: 0 };
    const { id: keyId = 0 } = (await store.accounts.createKey(key)) ?? {};
    await store.lists.addList({ id: 'list', accountId, keyId, name: 'May', url: 'upload:x', createdAt: 0 }, 1);
    const leased = await store.lists.leaseList(0, 1_000);
    ok(leased);
    lease = leased;
  });
  afterEach(() => store.close());

  const keep = async (count: number, extra: readonly string[] = []): Promise<void> => {
    const lines = [...Array.from({ length: count }, (_, index) => addressAt(index)), ...extra].join('\n');
    const { signal } = new AbortController();
    ok(await keepList(lease, await readHostedList(Buffer.from(lines)), { store: store.lists, signal }));
  };
  const commit = async (first: number, count: number, deferred: readonly number[] = []): Promise<void> => {
    const results = Array.from({ length: count }, (_, index) =>
      JSON.stringify([
        addressAt(first + index),
        resultAt(first + index),
        'Why',
        '5',
        'false',
        'false',
        '1',
        'b@shop.example',
      ]),
    );
    const credits = results.map(() => 0);
    const chunk = { first, results, credits, deferred, call: 'list', day: '2026-01-01', at: 0 };
    const { outcome } = await store.lists.commitResults({ ...lease, commits }, chunk);
    equal(outcome, 'kept');
    commits += 1;
  };
  const record = async (): Promise<ListRecord> => {
    const list = await store.lists.findList(lease.list.accountId, 'list');
    ok(list);
    return list;
  };

  it('counts verdicts as they come, each once', async () => {
    const results = new ListResults(store.lists);
    await keep(1_000);
    deepEqual((await results.counts(await record())).results, {});
    await commit(0, 400);
    deepEqual((await results.counts(await record())).results, {
      'Safe to Send': 100,
      Risky: 100,
      Invalid: 100,
      Unknown: 100,
    });
    await commit(400, 100);
    const now = await record();
    const [one, other] = await Promise.all([results.counts(now), results.counts(now)]);
    deepEqual(one.results, { 'Safe to Send': 125, Risky: 125, Invalid: 125, Unknown: 125 });
    deepEqual(other, one);
  });

  it('counts verdicts that are asked again when they are final', async () => {
    const results = new ListResults(store.lists);
    await keep(8);
    await commit(0, 8, [3, 7]);
    deepEqual((await results.counts(await record())).results, { 'Safe to Send': 2, Risky: 2, Invalid: 2 });
    await commit(0, 8, [7]);
    deepEqual((await results.counts(await record())).results, { 'Safe to Send': 2, Risky: 2, Invalid: 2, Unknown: 1 });
    // What is left when a list is cancelled is in its file.
    await store.lists.cancelList(lease.list.accountId, 'list', 1);
    deepEqual((await results.counts(await record())).results, { 'Safe to Send': 2, Risky: 2, Invalid: 2, Unknown: 2 });
    deepEqual((await results.counts(await record())).results, { 'Safe to Send': 2, Risky: 2, Invalid: 2, Unknown: 2 });
  });

  it('reads a long list over several questions, also one that has ended, and says when all are counted', async () => {
    const writing = new ListResults(store.lists);
    await keep(500);
    for (let first = 0; first < 500; first += 2) await commit(first, 2);
    await writing.counts(await record());
    await store.lists.endList({ ...lease, commits }, { state: 'completed', reason: '', at: 1 });
    // As after a restart.
    const results = new ListResults(store.lists);
    const asked = [];
    for (let question = 0; question < 3; question++) asked.push(await results.counts(await record()));
    const totals = asked.map((each) => Object.values(each.results).reduce((sum, count) => sum + count, 0));
    ok(totals[0]! > 0 && totals[0]! < totals[1]!, String(totals));
    equal(totals[2], 500);
    deepEqual(
      asked.map(({ isCounted }) => isCounted),
      [false, false, true],
    );
  });

  it('counts a list of which many parts have addresses that are asked again', async () => {
    const results = new ListResults(store.lists);
    await keep(500);
    for (let first = 0; first < 500; first += 2) await commit(first, 2, [0]);
    let counted = await results.counts(await record());
    for (let question = 1; question < 9 && !counted.isCounted; question++)
      counted = await results.counts(await record());
    deepEqual(counted, { results: { Risky: 125, Unknown: 125 }, isCounted: true });
  });

  it('shows the first lines, with the verdicts that are final', async () => {
    const results = new ListResults(store.lists);
    deepEqual(await results.rows(await record()), []);
    await keep(3, [addressAt(0), '<b>not an address']);
    await commit(0, 2, [1]);
    const [email, result, reason, didYouMean] = [addressAt(0), 'Safe to Send', 'Why', 'b@shop.example'];
    const none = { result: '', reason: '', didYouMean: '' };
    deepEqual(await results.rows(await record()), [
      { email, result, reason, didYouMean },
      { email: addressAt(1), ...none },
      { email: addressAt(2), ...none },
      { email, result, reason, didYouMean },
      { email: '<b>not an address', ...none },
    ]);
  });

  it('shows at most 500 lines', async () => {
    await keep(1_200);
    equal((await new ListResults(store.lists).rows(await record())).length, 500);
  });

  it('gives all lines, or those with one result', async () => {
    const results = new ListResults(store.lists);
    await keep(8, [addressAt(2)]);
    await commit(0, 8);
    const file = async (result?: string) => {
      const parts: Uint8Array[] = [];
      for await (const part of results.file(await record(), result)) parts.push(part);
      return Buffer.concat(parts)
        .toString()
        .trim()
        .split('\r\n')
        .map((line) => line.split(',')[0]);
    };
    equal((await file()).length, 10);
    deepEqual(await file('Invalid'), ['email', addressAt(2), addressAt(6), addressAt(2)]);
  });
});

describe('the start of a list', () => {
  const sampleOf = async (text: string, column?: string | number) =>
    (await readHostedList(Buffer.from(text), 'text/csv', column)).sample();

  it('has the columns by their names, and the first records', async () => {
    const lines = Array.from(
      { length: 9 },
      (_, index) => `Name ${index},a${index}@shop.example,b${index}@shop.example`,
    );
    const { columns, column, rows } = await sampleOf(`Name,Email,Other\n${lines.join('\n')}\n`);
    deepEqual(columns, ['Name', 'Email', 'Other']);
    equal(column, 1);
    deepEqual(rows[0], ['Name 0', 'a0@shop.example', 'b0@shop.example']);
    equal(rows.length, 5);
    equal((await sampleOf(`Name,Email,Other\n${lines.join('\n')}\n`, 'Other')).column, 2);
    equal((await sampleOf(`Name,Email,Other\n${lines.join('\n')}\n`, 3)).column, 2);
  });

  it('numbers columns without names', async () => {
    deepEqual(await sampleOf('a@shop.example\nb@shop.example\n'), {
      columns: ['1'],
      column: 0,
      rows: [['a@shop.example'], ['b@shop.example']],
    });
  });

  it('cuts what is long, and shows no control characters', async () => {
    const wide = Array.from({ length: 80 }, (_, index) => `c${index}`).join(',');
    const { columns, rows } = await sampleOf(`Email,${wide}\na@shop.example,${'x'.repeat(500)}\u202e\u0007,${wide}\n`);
    equal(columns.length, 50);
    equal(rows[0]?.length, 50);
    equal(rows[0]?.[1]?.length, 200);
    ok(!/[\u202e\u0007]/.test(JSON.stringify(rows)));
  });
});
