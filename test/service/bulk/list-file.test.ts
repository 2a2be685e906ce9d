import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readHostedList } from '../../../src/service/bulk/index.js';
import { resultParts } from '../../../src/service/bulk/list-file.js';
import { keepList } from '../../../src/service/bulk/list-intake.js';
import { chunkOf, type CheckedAddress } from '../../../src/service/bulk/list-result.js';
import {
  openStore,
  type ListLease,
  type ListRecord,
  type ListStore,
  type Store,
} from '../../../src/service/store/index.js';

const answered = (address: string, didYouMean = ''): CheckedAddress => ({
  address,
  verified: {
    validation: {
      email: address,
      result: 'Risky',
      code: 5,
      reasons: ['Deliverable', 'Role'],
      role: true,
      freeEmail: false,
      sendTransactional: true,
      didYouMean,
    },
    evidence: { timings: { total: 1 } },
  },
});

describe("a list's file of results", () => {
  let store: Store;
  let lease: ListLease;
  beforeEach(async () => {
    store = await openStore({ database: ':memory:', purpose: 'service' });
    const { id: accountId } = await store.accounts.createAccount({ name: 'Shop', balance: 10_000, createdAt: 0 });
    const key = await store.accounts.createKey({
      accountId,
      kind: 'private',
      hash: 'h',
      hint: 'h',
      label: '',
      origins: [],
      showsBalance: true,
      createdAt: 0,
    });
    await store.lists.addList(
      { id: 'list', accountId, keyId: key?.id ?? 0, name: 'May', url: 'https://lists.example/a.csv', createdAt: 0 },
      1,
    );
    const leased = await store.lists.leaseList(0, 1_000);
    assert.ok(leased);
    lease = leased;
  });
  afterEach(() => store.close());

  const fileFor = async (
    lines: readonly string[],
    chunks: readonly (readonly CheckedAddress[])[],
  ): Promise<string[]> => {
    assert.ok(
      await keepList(lease, await readHostedList(Buffer.from(lines.join('\n'))), {
        store: store.lists,
        signal: new AbortController().signal,
      }),
    );
    let [commits, first] = [0, 0];
    for (const chunk of chunks) {
      await store.lists.commitResults({ ...lease, commits }, chunkOf(first, chunk, { at: 0, pass: 'again' }));
      commits += 1;
      first += chunk.length;
    }
    const text = (await partsOf()).join('');
    assert.ok(text.endsWith('\r\n'));
    return text.slice(0, -2).split('\r\n');
  };
  const record = async (): Promise<ListRecord> => {
    const list = await store.lists.findList(lease.list.accountId, 'list');
    assert.ok(list);
    return list;
  };
  const partsOf = async (from = 0, over = store.lists): Promise<string[]> => {
    const parts: string[] = [];
    for await (const part of resultParts(over, await record(), from)) parts.push(part);
    return parts;
  };
  const fields = 'Risky,"Deliverable, Role",5,true,false,1';

  it('has the lines in order, unchanged, and repeated ones each time', async () => {
    const rows = await fileFor(
      ['joe@example.com', 'jane@example.com', 'JOE@example.com', 'joe@EXAMPLE.com', 'joe@example.com'],
      [[answered('joe@example.com', 'joe@example.org'), answered('jane@example.com')], [answered('JOE@example.com')]],
    );
    assert.deepEqual(rows, [
      'email,result,reason,code,role,free_email,send_transactional,did_you_mean,original',
      `joe@example.com,${fields},joe@example.org,`,
      `jane@example.com,${fields},,`,
      `JOE@example.com,${fields},,`,
      `joe@EXAMPLE.com,${fields},joe@example.org,`,
      `joe@example.com,${fields},joe@example.org,`,
    ]);
  });

  it('has no cell that a spreadsheet would run, and none that breaks a row', async () => {
    const texts = [
      '=1+1@example.com',
      '+jane@example.com',
      '-jane@example.com',
      '@example.com',
      'a,b@example.com',
      'a "b"@example.com',
    ];
    const [, ...rows] = await fileFor(texts, [texts.map((text) => answered(text, text))]);
    assert.deepEqual(
      rows.map((row) => row.split(',Risky,')[0]),
      [
        "'=1+1@example.com",
        "'+jane@example.com",
        "'-jane@example.com",
        "'@example.com",
        '"a,b@example.com"',
        '"a ""b""@example.com"',
      ],
    );
    assert.equal(rows[0], `'=1+1@example.com,${fields},'=1+1@example.com,`);
  });

  it('has a row for each address that was not checked, if a list was cancelled', async () => {
    assert.deepEqual(
      (await fileFor(['jane@example.com', 'joe@example.com'], [[answered('jane@example.com')]])).slice(1),
      [`jane@example.com,${fields},,`, 'joe@example.com,,,,,,,,'],
    );
  });

  it('has the results of addresses that are repeated anywhere', async () => {
    const distinct = Array.from({ length: 3_000 }, (_, index) => `a${index}@example.com`);
    const chunks = Array.from({ length: 30 }, (_, part) =>
      distinct.slice(part * 100, part * 100 + 100).map((address) => answered(address, address)),
    );
    const lines = [...distinct, ...[...distinct].reverse()];
    const rows = await fileFor(lines, chunks);
    assert.deepEqual(
      rows.slice(1),
      lines.map((address) => `${address},${fields},${address},`),
    );
    const parts = await partsOf();
    assert.equal(parts.length, 12);
    assert.deepEqual(await partsOf(7), parts.slice(7), 'from any part on');
    let reads = 0;
    const counting = new Proxy(store.lists, {
      get: (target, name: keyof ListStore) => {
        if (name === 'readResults') reads += 1;
        return (target[name] as () => unknown).bind(target);
      },
    });
    await partsOf(0, counting);
    assert.equal(reads, 30, 'each of its results is read once');
  });

  it('ends with a fault if the list is deleted while it is read, or has lost a result', async () => {
    const distinct = Array.from({ length: 1_200 }, (_, index) => `a${index}@example.com`);
    await fileFor(distinct, [
      distinct.slice(0, 500).map((address) => answered(address)),
      distinct.slice(500, 1_000).map((address) => answered(address)),
    ]);
    await store.lists.endList({ ...lease, commits: 2 }, { state: 'completed', reason: '', at: 5 });
    await assert.rejects(partsOf(), /lacks a result/);
    const parts = resultParts(store.lists, { ...(await record()), state: 'cancelled' });
    assert.equal((await parts.next()).done, false);
    assert.ok(await store.lists.forgetListBefore(6));
    await assert.rejects(parts.next(), /lacks lines/);
  });
});
