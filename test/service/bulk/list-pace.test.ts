import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { readHostedList } from '../../../src/service/bulk/index.js';
import { runList, type ListWork } from '../../../src/service/bulk/run-list.js';
import { systemClock } from '../../../src/service/probe/manners/clock.js';
import { MailManners } from '../../../src/service/probe/manners/mail-manners.js';
import type { AskMode, MailProvider } from '../../../src/service/probe/manners/providers.js';
import { openStore, type ListLease } from '../../../src/service/store/index.js';
import type { Evidence, VerificationResult } from '../../../src/service/verdict/index.js';
import { manualClock } from '../probe/manners/manual-clock.js';

const LEASE = 60_000;

const verdictOf = (email: string, evidence: NonNullable<Evidence['probe']>): VerificationResult => {
  const isKnown = evidence !== 'off' && evidence.outcome === 'accepted';
  return {
    validation: {
      email,
      result: isKnown ? 'Safe to Send' : 'Unknown',
      code: isKnown ? 5 : 7,
      reasons: [isKnown ? 'Deliverable' : 'Unknown'],
      role: false,
      freeEmail: true,
      sendTransactional: true,
      didYouMean: '',
    },
    evidence: { probe: evidence, timings: { total: 1 } },
  };
};

/** The real time, of which a moment passes. */
const realClock = { ...systemClock, advance: () => new Promise<void>((resolve) => void setTimeout(resolve, 5)) };

/** Lists of an account each, at one provider and elsewhere; on a clock that is moved, if none is given. */
const setUp = async (
  test: TestContext,
  mode: AskMode,
  clock: Omit<typeof realClock, 'advance'> & { advance(milliseconds: number): Promise<void> } = manualClock(),
) => {
  const store = await openStore({ database: ':memory:', purpose: 'service' });
  test.after(() => store.close());
  const rule = { mode, reason: '', source: '', date: '' } as const;
  const big: MailProvider = {
    ...{ name: 'big', hosts: ['.big.com'], single: rule, lists: rule },
    ...{ connections: 2, perSecond: 0.5, perDay: 50_000 },
  };
  const manners = new MailManners({ senders: ['probe@own.com'], providers: [big], clock });
  const lists = new Map<string, { readonly accountId: number; readonly lines: readonly string[] }>();
  const asked: string[] = [];

  const upload = async (id: string, lines: readonly string[]): Promise<void> => {
    const { id: accountId } = await store.accounts.createAccount({ name: id, balance: 100_000, createdAt: 0 });
    const kind = { kind: 'private', origins: [], showsBalance: true, createdAt: 0 } as const;
    const key = await store.accounts.createKey({ ...kind, accountId, hash: id, hint: id, label: '' });
    const list = { id, accountId, keyId: key?.id ?? 0, name: id, url: `https://lists.example/${id}`, createdAt: 0 };
    await store.lists.addList(list, 1);
    lists.set(list.url, { accountId, lines });
  };
  const listed = async () =>
    (await store.lists.listLists(lists.size)).map(({ id, state, done }) => ({ id, state, done }));
  const verify: ListWork['verify'] = async (address, signal, about) => {
    const host = `mx.${address.slice(address.indexOf('@') + 1)}`;
    const pass = await manners.enter(host, { isList: true, signal: about?.waitSignal ?? signal });
    if ('outcome' in pass) return verdictOf(address, pass);
    const [localPart = '', asciiDomain = ''] = address.split('@');
    const question = { host, address: { localPart, asciiDomain }, signal };
    asked.push(address);
    const at = { host, ip: '192.0.2.1', startTls: undefined };
    manners.before('192.0.2.1', question);
    await new Promise<void>((resolve) => void clock.after(100, resolve));
    manners.heard('192.0.2.1', question, { kind: 'replied', about: at, reply: { code: 250, lines: ['2.1.5 OK'] } });
    pass.leave();
    const reply = { code: 250, status: '2.1.5', text: 'OK' };
    return verdictOf(address, { ...at, outcome: 'accepted', reply, random: 'refused' });
  };
  const work: ListWork = {
    ...{ store: store.lists, verify, now: () => clock.now(), concurrency: 200, window: 4_000 },
    ...{ leaseMs: LEASE, turnMs: 50, retryDelayMs: 330_000 },
    fetch: (url) => readHostedList(Buffer.from((lists.get(url)?.lines ?? []).join('\n'))),
  };
  /** Lets so many workers run until `isEnough`. */
  const run = async (workers: number, isEnough: () => Promise<boolean>): Promise<void> => {
    const stopping = new AbortController();
    const running = new Map<ListLease, Promise<void>>();
    for (let seconds = 0; !(await isEnough()); seconds += 1) {
      assert.ok(seconds < 24 * 3600, 'the lists come to no end');
      const until = clock.now() + LEASE;
      for (const lease of running.keys()) await store.lists.renewLease(lease, until);
      const lease = running.size < workers ? await store.lists.leaseList(clock.now(), until) : undefined;
      if (lease)
        running.set(
          lease,
          runList(lease, work, stopping.signal).finally(() => running.delete(lease)),
        );
      await clock.advance(1_000);
    }
    stopping.abort();
    manners.close();
    await clock.advance(1_000);
    await Promise.all(running.values());
  };
  return { clock, asked, upload, listed, run, store };
};

const addresses = (count: number, domain: string, name = 'user') =>
  Array.from({ length: count }, (_, at) => `${name}${at}@${domain}`);

for (const mode of ['ask', 'ask-slowly'] as const)
  it(`two lists at a provider of the rule "${mode}" have all their addresses asked, however long it takes`, async (test) => {
    const { upload, listed, run, asked, store } = await setUp(test, mode);
    const lines = { one: addresses(450, 'big.com', 'one'), two: addresses(450, 'big.com', 'two') };
    await upload('one', lines.one);
    await upload('two', lines.two);
    await run(4, async () => (await listed()).every(({ state }) => state === 'completed'));
    assert.deepEqual(asked.sort(), [...lines.one, ...lines.two].sort());
    for (const id of ['one', 'two'])
      assert.deepEqual(
        (await store.lists.readResults(id, 0))?.results.filter((result) => !result.includes('Safe to Send')),
        [],
      );
  });

it('a list at a busy provider gives another account its turn, and asks no address twice', async (test) => {
  const { upload, listed, run, asked } = await setUp(test, 'ask', realClock);
  await upload('long', addresses(450, 'big.com'));
  await upload('short', addresses(5, 'acme.com', 'short'));
  await run(1, async () => (await listed()).some(({ id, state }) => id === 'short' && state === 'completed'));
  assert.deepEqual(asked.slice(-5), addresses(5, 'acme.com', 'short'));
  assert.equal(new Set(asked).size, asked.length);
});
