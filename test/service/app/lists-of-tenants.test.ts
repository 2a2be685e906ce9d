import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { createClient, type Client, type ListStatus } from '../../../src/client/index.js';
import { readHostedList } from '../../../src/service/bulk/index.js';
import type { ListWorkOptions } from '../../../src/service/bulk/list-workers.js';
import { isSoak } from '../../soak.js';
import { Gate, startService, stubEngine, type Fixture } from './fixture.js';

const CREDITS = 1_000_000;
/** Addresses of lists, of which a turn has 500. */
const LONG = isSoak ? 50_000 : 15_000;
const MIDDLING = isSoak ? 20_000 : 10_000;
const SHORT = 500;
/** As many turns as it takes for two lists to differ by little. */
const EQUAL = 20_000;

/** A list of so many addresses, which its URL names; the name of its domain is its own. */
const urlOf = (name: string, count: number): string => `https://lists.example/${name}.${count}.csv`;

const listAt = (url: string) => {
  const [, name = '', count = ''] = /(\w+)\.(\d+)\.csv$/.exec(url) ?? [];
  return readHostedList(
    Buffer.from(Array.from({ length: Number(count) }, (_, index) => `deliverable${index}@${name}.example`).join('\n')),
  );
};

const engine = stubEngine();

/** Works on lists in the shortest turns, with a gate that addresses of `gated.example` wait at, and counts what was asked by domain. */
const workOn = ({
  lists,
  asked = new Map(),
  gate,
}: {
  readonly lists: number;
  readonly asked?: Map<string, number>;
  readonly gate?: Gate;
}): ListWorkOptions => ({
  fetch: listAt,
  async verify(address, signal) {
    const domain = address.slice(address.indexOf('@') + 1);
    asked.set(domain, (asked.get(domain) ?? 0) + 1);
    if (domain === 'gated.example')
      await Promise.race([
        gate?.pass(),
        new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
      ]);
    return engine.verify(address);
  },
  ...{ lists, turnMs: 0, concurrency: 50, window: 500, pollMs: 10 },
});

describe('lists of several accounts', () => {
  let fixture: Fixture;
  afterEach(() => fixture.end());

  interface Tenant {
    readonly client: Client;
    readonly account: number;
    readonly key: string;
  }
  const tenant = async (name: string): Promise<Tenant> => {
    const { id: account } = await fixture.service.accounts.createAccount({ name, credits: CREDITS });
    const { key } = await fixture.service.accounts.createKey({ account, kind: 'private' });
    return { client: createClient({ baseUrl: fixture.url, apiKey: key }), account, key };
  };
  const upload = async ({ client }: Tenant, name: string, count: number): Promise<string> =>
    (await client.uploadList({ url: urlOf(name, count) })).listId;
  const until = async (
    { client }: Tenant,
    listId: string,
    isIt: (status: ListStatus) => boolean,
  ): Promise<ListStatus> => {
    for (;;) {
      const status = await client.listStatus(listId);
      if (isIt(status)) return status;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const isCompleted = ({ status }: ListStatus): boolean => status === 'completed';

  for (const lists of [1, 3]) {
    describe(`with ${lists === 1 ? 'one worker' : `${lists} workers`}`, () => {
      it('a short list ends long before a long one that was uploaded first', async () => {
        fixture = await startService({ listWork: workOn({ lists }) });
        const [big, small] = [await tenant('Big'), await tenant('Small')];
        const long = await upload(big, 'big', LONG);
        await until(big, long, ({ percentage }) => percentage > 0);
        const short = await upload(small, 'small', SHORT);
        await until(small, short, isCompleted);
        const { status, percentage } = await big.client.listStatus(long);
        assert.ok(status === 'processing' && percentage < 50, `the long list is ${status} at ${percentage} %`);
      });

      it('two long lists advance at the same speed', async () => {
        const asked = new Map<string, number>();
        fixture = await startService({ listWork: workOn({ lists, asked }) });
        const [one, two] = [await tenant('One'), await tenant('Two')];
        const ids = [await upload(one, 'one', EQUAL), await upload(two, 'two', EQUAL)] as const;
        await until(two, ids[1], ({ percentage }) => percentage > 0);
        const before = [asked.get('one.example') ?? 0, asked.get('two.example') ?? 0];
        // Long enough that who is a turn ahead when it begins or ends makes no difference.
        await until(two, ids[1], ({ percentage }) => percentage > 60);
        const [first = 0, second = 0] = [asked.get('one.example') ?? 0, asked.get('two.example') ?? 0].map(
          (count, index) => count - (before[index] ?? 0),
        );
        assert.ok(Math.min(first, second) / Math.max(first, second) > 0.7, `${first} and ${second}`);
        const [ofOne, ofTwo] = [await one.client.listStatus(ids[0]), await two.client.listStatus(ids[1])];
        assert.deepEqual([ofOne.status, ofTwo.status], ['processing', 'processing']);
      });

      it('many accounts with short lists do not delay the one that was uploaded last', async () => {
        const asked = new Map<string, number>();
        fixture = await startService({ listWork: workOn({ lists, asked }) });
        for (let count = 0; count < 5; count++) await upload(await tenant(`Long ${count}`), `long${count}`, MIDDLING);
        const last = await tenant('Last');
        await until(last, await upload(last, 'last', SHORT), isCompleted);
        for (let count = 0; count < 5; count++)
          assert.ok((asked.get(`long${count}.example`) ?? 0) < MIDDLING / 2, `${asked.get(`long${count}.example`)}`);
      });
    });
  }

  it("an account's second list waits for its first, while those of others advance", async () => {
    const gate = new Gate();
    fixture = await startService({ listWork: workOn({ lists: 3, gate }) });
    const [one, other] = [await tenant('One'), await tenant('Other')];
    const first = await upload(one, 'gated', SHORT);
    const second = await upload(one, 'second', SHORT);
    await gate.reached(50);
    const theirs = await upload(other, 'other', SHORT);
    await until(other, theirs, isCompleted);
    const states = async () => [
      (await one.client.listStatus(first)).status,
      (await one.client.listStatus(second)).status,
    ];
    assert.deepEqual(await states(), ['processing', 'queued']);
    gate.open();
    await until(one, second, isCompleted);
    assert.deepEqual(await states(), ['completed', 'completed']);
  });

  describe('that guess', () => {
    const notValid = {
      service: { error: 'List ID is not valid.', code: '0' },
      success: '0',
      error: 'List ID is not valid.',
    };
    const statusBody = async (key: string, list_id: string): Promise<unknown> => {
      const response = await fixture.get('/v1/status/', { api: key, list_id });
      assert.equal(response.status, 200);
      return response.json();
    };
    /** Each hexadecimal digit of an id, one at a time, as another. */
    const near = (id: string): string[] =>
      Array.from(
        id,
        (digit, at) => `${id.slice(0, at)}${((parseInt(digit, 16) + 1) % 16).toString(16)}${id.slice(at + 1)}`,
      );

    it("get the same status for another account's list as for an unknown one", async () => {
      fixture = await startService({ listWork: workOn({ lists: 1 }) });
      const [one, two] = [await tenant('One'), await tenant('Two')];
      const mine = await upload(one, 'one', 10);
      const theirs = await upload(two, 'two', 10);
      await until(one, mine, isCompleted);
      await until(two, theirs, isCompleted);
      assert.notEqual(mine.slice(0, 8), theirs.slice(0, 8), 'ids do not follow each other');
      const guesses = [
        theirs,
        theirs.toUpperCase(),
        ` ${theirs}`,
        `${theirs} `,
        `${theirs}\0`,
        `0${theirs}`,
        `${theirs.slice(0, -1)}%`,
        `${theirs.slice(0, -1)}_`,
        '%',
        '',
        '0',
        '1',
        '2',
        `${two.account}.${theirs}`,
        `${theirs}' OR '1'='1`,
        ...near(theirs),
      ];
      for (const guess of guesses.filter(Boolean)) assert.deepEqual(await statusBody(one.key, guess), notValid, guess);
      for (const guess of [mine.toUpperCase(), ...near(mine)])
        if (guess !== mine) assert.deepEqual(await statusBody(one.key, guess), notValid, guess);
      const none = await fixture.get('/v1/status/', { api: one.key, list_id: 'f'.repeat(32) });
      const others = await fixture.get('/v1/status/', { api: one.key, list_id: theirs });
      const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => name !== 'date');
      assert.deepEqual([headersOf(others), await others.text()], [headersOf(none), await none.text()]);
    });

    it('get no file with a token assembled from those they know', async () => {
      fixture = await startService({ listWork: workOn({ lists: 1 }) });
      const [one, two] = [await tenant('One'), await tenant('Two')];
      const [mine, theirs] = [await upload(one, 'one', 10), await upload(two, 'two', 10)];
      const tokenOf = async (who: Tenant, id: string) =>
        new URL((await until(who, id, isCompleted)).downloadLink).searchParams.get('file') ?? '';
      const token = await tokenOf(one, mine);
      const whole = await tokenOf(two, theirs);
      const fileAt = async (file: string) => {
        const response = await fixture.get('/v1/download/', { file });
        return [response.status, (await response.text()).includes('@')];
      };
      assert.deepEqual(await fileAt(token), [200, true]);
      assert.deepEqual(await fileAt(whole), [200, true]);
      const [account = '', id = '', expires = '', tag = ''] = token.split('.');
      const [otherAccount = '', otherId = '', , otherTag = ''] = whole.split('.');
      assert.deepEqual([id, otherId], [mine, theirs]);
      const later = (parseInt(expires, 36) + 3_600_000).toString(36);
      const made = [
        [otherAccount, otherId, expires, tag],
        [account, otherId, expires, tag],
        [account, otherId, expires, otherTag],
        [otherAccount, id, expires, tag],
        [otherAccount, id, expires, otherTag],
        [account, id, expires, otherTag],
        [account, id, later, tag],
        [`0${account}`, id, expires, tag],
        [account, id.toUpperCase(), expires, tag],
        [account, id, expires.toUpperCase(), tag],
        [account, id, expires, tag.toUpperCase()],
        [account, id, expires, ''],
        [account, id, expires, '0'.repeat(32)],
        [account, id, expires, tag.slice(0, -1)],
        [account, id, expires, `${tag}0`],
        [account, id, expires],
        [account, id, tag],
        [id, expires, tag],
      ].map((parts) => parts.join('.'));
      const guesses = [
        ...made,
        theirs,
        mine,
        ` ${token}`,
        `${token} `,
        `${token}\n`,
        `${token}\0`,
        `${token}.`,
        `.${token}`,
        token.replaceAll('.', '%2E'),
      ];
      for (const guess of guesses)
        if (guess !== token && guess !== whole) assert.deepEqual(await fileAt(guess), [404, false], guess);
    });
  });
});
