import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ListError, readHostedList } from '../../../src/service/bulk/index.js';
import { addressOf } from '../../../src/service/bulk/list-result.js';
import { RESULTS_PER_COMMIT, runList, type ListWork } from '../../../src/service/bulk/run-list.js';
import {
  openStore,
  type ListLease,
  type ListRecord,
  type ListStore,
  type Store,
} from '../../../src/service/store/index.js';
import type { Evidence, VerificationResult } from '../../../src/service/verdict/index.js';

const LEASE = 60_000;
const REST = 300_000;
const TURN = 10_000;
const day = '2026-01-02';

const timings = { total: 1 };
const evidenceOf: Readonly<Record<string, Evidence>> = {
  slow: { probe: { host: 'mx', ip: '192.0.2.1', startTls: true, outcome: 'timed-out' }, timings },
  grey: {
    probe: {
      host: 'mx',
      ip: '192.0.2.1',
      startTls: true,
      outcome: 'refused',
      meaning: 'rate-or-temporary',
      proof: 'text',
      reply: { code: 451, status: '4.7.1', text: 'Greylisted' },
    },
    timings,
  },
  blind: { dns: { kind: 'failed', why: 'blind' }, timings },
};

const verdictOf = (email: string, word: string): VerificationResult => {
  const isSafe = word === 'safe';
  const validation = {
    email,
    result: isSafe ? 'Safe to Send' : 'Unknown',
    code: isSafe ? 5 : 7,
    reasons: [isSafe ? 'Deliverable' : 'Unknown'],
    role: false,
    freeEmail: false,
    sendTransactional: true,
    didYouMean: '',
  } as const;
  return { validation, evidence: evidenceOf[word] ?? { timings } };
};

describe('a list that is worked on', () => {
  let store: Store;
  let accountId: number;
  let now: number;
  let keys = 0;
  /** Each address as often as it was asked. */
  let asked: Map<string, number>;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 2, 3);
    asked = new Map();
    store = await openStore({ database: ':memory:', purpose: 'service' });
    ({ id: accountId } = await store.accounts.createAccount({ name: 'Shop', balance: 100_000, createdAt: 0 }));
  });
  afterEach(() => store.close());

  const upload = async (): Promise<void> => {
    const key = await store.accounts.createKey({
      accountId,
      kind: 'private',
      hash: `h${++keys}`,
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
  };
  /** Another account's list, which waits. */
  const uploadAnother = async (): Promise<void> => {
    const { id } = await store.accounts.createAccount({ name: 'Other', balance: 10, createdAt: 0 });
    const key = await store.accounts.createKey({
      accountId: id,
      kind: 'private',
      hash: 'o',
      hint: 'o',
      label: '',
      origins: [],
      showsBalance: true,
      createdAt: 0,
    });
    await store.lists.addList(
      {
        id: 'other',
        accountId: id,
        keyId: key?.id ?? 0,
        name: 'May',
        url: 'https://lists.example/b.csv',
        createdAt: 0,
      },
      1,
    );
  };
  const lease = async (): Promise<ListLease> => {
    const leased = await store.lists.leaseList(now, now + LEASE);
    assert.ok(leased, 'there is no list to lease');
    return leased;
  };
  /** By the word that an address begins with; one that is slow or greylisted is known the second time. */
  const verify = (address: string): Promise<VerificationResult> => {
    const times = (asked.get(address) ?? 0) + 1;
    asked.set(address, times);
    const [word = ''] = /^[a-z]+/.exec(address) ?? [];
    return Promise.resolve(verdictOf(address, times > 1 && word === 'grey' ? 'safe' : word));
  };
  const workOn = (lines: readonly string[], more: Partial<ListWork> = {}): ListWork => ({
    ...{
      store: store.lists,
      verify,
      now: () => now,
      leaseMs: LEASE,
      turnMs: TURN,
      retryDelayMs: REST,
      concurrency: 20,
      window: 100,
    },
    fetch: () => readHostedList(Buffer.from(lines.join('\n'))),
    ...more,
  });
  const running = new AbortController().signal;
  const record = async (): Promise<ListRecord> => {
    const list = await store.lists.findList(accountId, 'list');
    assert.ok(list);
    return list;
  };
  const balance = async () => (await store.accounts.listAccounts())[0]?.balance;
  /** The address of each result that is kept, in order. */
  const keptAddresses = async (): Promise<string[]> => {
    const kept: string[] = [];
    for (;;) {
      const part = await store.lists.readResults('list', kept.length);
      if (!part) return kept;
      assert.equal(part.first, kept.length);
      kept.push(...part.results.map(addressOf));
    }
  };
  const addresses = (count: number, word = 'safe'): string[] =>
    Array.from({ length: count }, (_, index) => `${word}${index}@example.com`);

  it('is fetched, checked address by address, charged, and completed', async () => {
    await upload();
    const distinct = [...addresses(2 * RESULTS_PER_COMMIT + 10), ...addresses(5, 'unknown')];
    await runList(await lease(), workOn([...distinct, 'safe0@EXAMPLE.com', 'safe0@example.com']), running);
    const { state, lines, addresses: count, next, done, endedAt } = await record();
    assert.deepEqual(
      { state, lines, count, next, done, endedAt },
      {
        state: 'completed',
        lines: distinct.length + 2,
        count: distinct.length,
        next: distinct.length,
        done: distinct.length,
        endedAt: now,
      },
    );
    assert.deepEqual(
      [...asked],
      distinct.map((address) => [address, 1]),
    );
    assert.deepEqual(await keptAddresses(), distinct);
    assert.equal(await balance(), 100_000 - 2 * RESULTS_PER_COMMIT - 10);
    assert.deepEqual(await store.accounts.usage(accountId, day, day), [
      { day, calls: distinct.length, credits: 2 * RESULTS_PER_COMMIT + 10 },
    ]);
  });

  it('waits if an address is deferred, and checks it once more', async () => {
    await upload();
    const list = [...addresses(3), 'grey@example.com', 'slow@example.com', 'unknown@example.com'];
    await runList(await lease(), workOn(list), running);
    assert.deepEqual([(await record()).state, (await record()).done], ['running', 4]);
    assert.equal(await store.lists.leaseList(now + REST - 1, now + REST), undefined);
    now += REST;
    await runList(await lease(), workOn(list), running);
    assert.deepEqual([(await record()).state, (await record()).done], ['completed', 6]);
    assert.deepEqual([...asked.values()], [1, 1, 1, 2, 2, 1]);
    assert.deepEqual(
      (await store.lists.readResults('list', 3))?.results.slice(3, 5).map((text) => (JSON.parse(text) as string[])[1]),
      ['Safe to Send', 'Unknown'],
    );
    assert.equal(await balance(), 100_000 - 4);
    assert.deepEqual(await store.accounts.usage(accountId, day, day), [{ day, calls: 6, credits: 4 }]);
  });

  it('rests while name servers are not believed', async () => {
    await upload();
    await runList(await lease(), workOn(['safe@example.com', 'blind@example.com']), running);
    assert.deepEqual([(await record()).state, (await record()).done], ['running', 1]);
  });

  it('rests as long if its worker dies or is cancelled right after the last results were written', async () => {
    for (const ending of ['crash', 'stop'] as const) {
      await upload();
      asked = new Map();
      const list = [...addresses(3), 'grey@example.com'];
      const stopping = new AbortController();
      const dying = new Proxy(store.lists, {
        get:
          (target, name: keyof ListStore) =>
          async (...given: unknown[]) => {
            const said = await Reflect.apply(target[name] as (...given: unknown[]) => unknown, target, given);
            if (name === 'commitResults' && ending === 'crash') throw new Error('It is gone.');
            if (name === 'commitResults') stopping.abort();
            return said;
          },
      });
      await runList(await lease(), workOn(list, { store: dying }), stopping.signal).catch((error: unknown) =>
        assert.match(String(error), /gone/),
      );
      assert.equal(await store.lists.leaseList(now + REST - 1, now + REST), undefined, ending);
      now += REST;
      await runList(await lease(), workOn(list), running);
      assert.deepEqual([(await record()).state, asked.get('grey@example.com')], ['completed', 2], ending);
      await store.lists.forgetListBefore(now + 1);
    }
  });

  it('is given back if its worker is cancelled while the list is fetched', async () => {
    await upload();
    const stopping = new AbortController();
    const fetch: ListWork['fetch'] = () => {
      stopping.abort();
      return Promise.reject(new ListError('aborted', 'The list was no longer wanted.'));
    };
    await runList(await lease(), workOn([], { fetch }), stopping.signal);
    assert.equal((await record()).state, 'running');
    await runList(await lease(), workOn(['safe@example.com']), running);
    assert.equal((await record()).state, 'completed');
  });

  it('is paid for a second time of asking as far as credits go, and no question is repeated in vain', async () => {
    accountId = (await store.accounts.createAccount({ name: 'Poor', balance: 4, createdAt: 0 })).id;
    await upload();
    const list = addresses(10, 'grey');
    await runList(await lease(), workOn(list), running);
    now += REST;
    await runList(await lease(), workOn(list), running);
    assert.deepEqual([(await record()).state, (await record()).done], ['paused', 4]);
    now += LEASE;
    assert.equal(await store.lists.leaseList(now, now + LEASE), undefined);
    await store.accounts.grant(accountId, 10, now);
    await runList(await lease(), workOn(list), running);
    assert.deepEqual([(await record()).state, (await record()).done], ['completed', 10]);
    assert.equal((await store.accounts.listAccounts()).find(({ id }) => id === accountId)?.balance, 4);
  });

  it('pauses if the credits are used up, and continues after a grant', async () => {
    ({ id: accountId } = await store.accounts.createAccount({ name: 'Poor', balance: 7, createdAt: 0 }));
    await upload();
    const list = addresses(20);
    await runList(await lease(), workOn(list), running);
    assert.deepEqual([(await record()).state, (await record()).next], ['paused', 7]);
    now += LEASE;
    assert.equal(await store.lists.leaseList(now, now + LEASE), undefined);
    await store.accounts.grant(accountId, 20, now);
    await runList(await lease(), workOn(list), running);
    assert.deepEqual([(await record()).state, await keptAddresses()], ['completed', list]);
    assert.deepEqual(
      (await store.accounts.listAccounts()).map((each) => each.balance),
      [100_000, 7],
    );
  });

  it('fails with a message about its fault, without a charge', async () => {
    await upload();
    await runList(
      await lease(),
      workOn([], { fetch: () => Promise.reject(new ListError('status', 'There is nothing at the URL: check it.')) }),
      running,
    );
    const { state, reason, endedAt } = await record();
    assert.deepEqual([state, reason, endedAt], ['failed', 'There is nothing at the URL: check it.', now]);
    assert.equal(await balance(), 100_000);
  });

  it('is left to another worker who has leased it meanwhile, and each address is charged once', async () => {
    await upload();
    const list = addresses(2 * RESULTS_PER_COMMIT);
    const first = await lease();
    let isTaken = false;
    const losing = runList(
      first,
      workOn(list, {
        verify: async (address) => {
          if (asked.size === RESULTS_PER_COMMIT + 50 && !isTaken) {
            isTaken = true;
            now += LEASE;
            await runList(await lease(), workOn(list), running);
          }
          return verify(address);
        },
      }),
      running,
    );
    await losing;
    assert.ok(isTaken);
    assert.deepEqual([(await record()).state, await keptAddresses()], ['completed', list]);
    assert.equal(await balance(), 100_000 - list.length);
  });

  it('says of each address whether the list has another of its domain', async () => {
    await upload();
    const said: string[] = [];
    const work = workOn(['safe1@one.com', 'grey1@two.com', 'safe2@ONE.com', 'grey1@two.com', 'no address'], {
      verify(address, _, { isAlone } = { isAlone: false }) {
        said.push(`${address} ${isAlone}`);
        return verify(address);
      },
    });
    await runList(await lease(), work, running);
    now += REST;
    await runList(await lease(), work, running);
    assert.deepEqual(said.sort(), [
      'grey1@two.com true',
      'grey1@two.com true',
      'no address true',
      'safe1@one.com false',
      'safe2@ONE.com false',
    ]);
  });

  it('continues beyond its turn if no other list waits', async () => {
    await upload();
    await runList(
      await lease(),
      workOn(addresses(3 * RESULTS_PER_COMMIT), {
        verify: (address) => ((now += asked.size === RESULTS_PER_COMMIT ? TURN : 0), verify(address)),
      }),
      running,
    );
    assert.equal((await record()).state, 'completed');
  });

  it('gives other lists their turn, after all its results are written', async () => {
    await upload();
    const list = addresses(4 * RESULTS_PER_COMMIT);
    const first = await lease();
    await uploadAnother();
    await runList(
      first,
      workOn(list, {
        verify: (address) => {
          if (asked.size === RESULTS_PER_COMMIT + 10) now += TURN;
          return verify(address);
        },
      }),
      running,
    );
    const { state, next } = await record();
    assert.equal(state, 'running');
    assert.ok(next > RESULTS_PER_COMMIT && next < 3 * RESULTS_PER_COMMIT, `${next}`);
    assert.equal(asked.size, next);
    // Its lease is given back.
    assert.equal((await lease()).list.id, 'other');
    await runList(await lease(), workOn(list), running);
    assert.deepEqual(
      [(await record()).state, await keptAddresses(), [...new Set(asked.values())]],
      ['completed', list, [1]],
    );
  });

  it('continues where it was after a cancelled run, which gives no address a result', async () => {
    await upload();
    const list = addresses(3 * RESULTS_PER_COMMIT);
    const stopping = new AbortController();
    const stopped = workOn(list, {
      verify: (address) => {
        if (asked.size === RESULTS_PER_COMMIT + 200) stopping.abort();
        return stopping.signal.aborted ? Promise.resolve(verdictOf(address, 'unknown')) : verify(address);
      },
    });
    await runList(await lease(), stopped, stopping.signal);
    assert.deepEqual([(await record()).state, (await record()).next], ['running', RESULTS_PER_COMMIT]);
    now += LEASE;
    await runList(await lease(), workOn(list), running);
    assert.deepEqual([(await record()).state, await keptAddresses()], ['completed', list]);
    assert.equal(await balance(), 100_000 - list.length);
  });

  it('has every address once and paid once, whenever the database fails, before it has written or after', async () => {
    await upload();
    const list = [...addresses(3 * RESULTS_PER_COMMIT), ...addresses(40, 'grey'), ...addresses(30, 'unknown')];
    let [calls, failures] = [0, 0];
    const failing = new Proxy(store.lists, {
      get(target, name: keyof ListStore) {
        const method = (target[name] as (...given: unknown[]) => Promise<unknown>).bind(target);
        if (!['commitResults', 'keepLines', 'startList', 'pendingResults', 'readLines', 'endList'].includes(name))
          return method;
        return async (...given: unknown[]) => {
          calls += 1;
          const isEarly = calls % 7 === 3;
          if (isEarly || calls % 11 === 5) failures += 1;
          if (isEarly) throw new Error('The database is away.');
          const said = await method(...given);
          if (calls % 11 === 5) throw new Error('The answer is lost.');
          return said;
        };
      },
    });
    for (let turns = 0; (await record()).endedAt === undefined; turns++) {
      assert.ok(turns < 200, 'the list comes to no end');
      const leased = await store.lists.leaseList(now, now + LEASE);
      if (leased)
        await runList(leased, workOn(list, { store: failing }), running).catch((error: unknown) =>
          assert.match(String(error), /away|lost/),
        );
      now += LEASE;
    }
    assert.ok(failures > 5, `${failures} failures`);
    assert.deepEqual([(await record()).state, (await record()).done], ['completed', list.length]);
    assert.deepEqual(await keptAddresses(), list);
    const used = await store.accounts.usage(accountId, '2026-01-01', '2026-12-31');
    assert.deepEqual(
      [used.reduce((sum, each) => sum + each.calls, 0), used.reduce((sum, each) => sum + each.credits, 0)],
      [list.length, 3 * RESULTS_PER_COMMIT + 40],
    );
    assert.equal(await balance(), 100_000 - 3 * RESULTS_PER_COMMIT - 40);
  });
});
