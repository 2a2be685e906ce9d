import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { run } from '../../src/cli/run.js';
import { openAccounts } from '../../src/service/index.js';
import { openStore } from '../../src/service/store/index.js';
import { serverForTests } from '../suites/postgres-server.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-lists-'));
after(() => rmSync(folder, { recursive: true }));
const secret = 'a secret of the test';
const FAILED = "The list's server answers with status 404: it has nothing there: check the URL.";
const { skip, server } = serverForTests();
let databases = 0;
let database: string;

const follow = async (line: string) => {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await run(line.split(' '), {
    environment: { EMAIL_CHECK_DATABASE: database, EMAIL_CHECK_SECRET: secret },
    say: (text) => Promise.resolve(void said.push(text)),
    printError: (text) => complained.push(text),
    stopped: () => Promise.resolve(),
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
};

/** Uploads lists of these names, each of an account of its own, and gives their ids. */
const uploaded = async (...names: readonly string[]): Promise<readonly string[]> => {
  const { accounts, lists, close } = await openAccounts({ database, secret });
  const ids: string[] = [];
  for (const name of names) {
    const { id: accountId } = await accounts.createAccount({ name: 'Shop', credits: 9 });
    const { id: keyId } = await accounts.createKey({ account: accountId, kind: 'private' });
    const list = await lists.add(
      { accountId, keyId, name, url: `https://lists.shop.example/secret-${name}?token=hidden` },
      { mayAdd: true },
    );
    ids.push(list?.id ?? '');
  }
  await close();
  return ids;
};

/** Fails the list that has waited longest, as one does that cannot be fetched. */
const fail = async (): Promise<void> => {
  const store = await openStore({ database, purpose: 'administration' });
  const lease = await store.lists.leaseList(Date.now(), Date.now() + 10_000);
  assert.ok(lease && (await store.lists.endList(lease, { state: 'failed', reason: FAILED, at: Date.now() - 1 })));
  await store.close();
};

describe('email-check lists', () => {
  beforeEach(async () => {
    database = join(folder, `${++databases}.sqlite`);
    await follow('accounts add --name First');
  });

  it('lists them, latest first, and never their URLs', async () => {
    const [first = '', second = ''] = await uploaded('may.csv', 'june.csv');
    await fail();
    const { code, said, complained } = await follow('lists list');
    assert.deepEqual([code, complained], [0, '']);
    const rows = said.split('\n').map((line) => line.split('\t'));
    assert.deepEqual(
      rows.map(([id, account, state, done, time = '', ...more]) => [
        id,
        account,
        state,
        done,
        Number.isFinite(Date.parse(time)),
        ...more,
      ]),
      [
        [second, '3', 'queued', '0/0', true, 'june.csv'],
        [first, '2', 'failed', '0/0', true, 'may.csv', FAILED],
      ],
    );
    assert.doesNotMatch(said, /https|token|hidden/);
  });

  it('lists only the lists of one account with --account', async () => {
    const [first] = await uploaded('may.csv', 'june.csv');
    assert.match((await follow('lists list --account 2')).said, new RegExp(`^${first}\t2\t[^\n]+$`));
    assert.deepEqual(await follow('lists list --account 1'), {
      code: 0,
      said: '',
      complained: 'There are no lists: accounts upload them to a running service.',
    });
  });

  it('cancels a list of an account, once', async () => {
    const [id = ''] = await uploaded('may.csv');
    assert.deepEqual(await follow(`lists cancel --account 2 --list ${id}`), {
      code: 0,
      said: `List ${id} is cancelled.`,
      complained: '',
    });
    assert.match((await follow('lists list')).said, /\tcancelled\t/);
    const none = {
      code: 1,
      said: '',
      complained: 'Account 2 has no unfinished list with this id: email-check lists list shows the ids.',
    };
    assert.deepEqual(await follow(`lists cancel --account 2 --list ${id}`), none);
    assert.deepEqual(await follow('lists cancel --account 2 --list nothing'), none);
  });

  it('cancels no list of another account', async () => {
    const [id = ''] = await uploaded('may.csv', 'june.csv');
    assert.equal((await follow(`lists cancel --account 3 --list ${id}`)).code, 1);
    assert.match((await follow('lists list --account 2')).said, /\tqueued\t/);
  });

  it('warns that lists may contain a forgotten address, and deletes ended lists if asked to', async () => {
    const kept =
      'Stored lists may contain it: --ended-lists deletes those that have ended, and email-check lists cancel ends others.';
    assert.equal((await follow('forget jane@shop.example')).said, 'Nothing was stored about this address.');
    const [, second = ''] = await uploaded('may.csv', 'june.csv');
    await fail();
    assert.equal((await follow('forget jane@shop.example')).said, `There was no contact with this address.\n${kept}`);
    assert.equal((await follow('lists list')).said.split('\n').length, 2, 'nothing is deleted unasked');
    assert.equal((await follow('forget jane --ended-lists')).code, 2);
    assert.equal((await follow('forget jane@shop.example --ended-lists')).said, `Deleted: 1 list.\n${kept}`);
    assert.match((await follow('lists list')).said, new RegExp(`^${second}\t[^\n]+$`));
    await follow(`lists cancel --account 3 --list ${second}`);
    assert.deepEqual(await follow('forget jane@shop.example --ended-lists'), {
      code: 0,
      said: 'Deleted: 1 list.',
      complained: '',
    });
    assert.equal((await follow('lists list')).said, '');
  });

  const rows: readonly (readonly [line: string, complaint: RegExp])[] = [
    ['lists list --account Shop', /^--account is not a whole number: write digits only\.$/],
    ['lists list more', /Too many arguments/],
    ['lists cancel --account 1', /^--list is missing/],
    ['lists cancel --list 7', /^--account is missing/],
    ['lists', /^Write a command in full: email-check lists list, email-check lists cancel\./],
  ];
  for (const [line, complaint] of rows)
    it(`ends with 2 at "${line}"`, async () => {
      const { code, said, complained } = await follow(line);
      assert.deepEqual([code, said], [2, '']);
      assert.match(complained, complaint);
    });

  it('creates no database if there is none', async () => {
    database = join(folder, 'missing.sqlite');
    for (const line of ['lists list', 'lists cancel --account 1 --list 7'])
      assert.notEqual((await follow(line)).code, 0);
    assert.equal(existsSync(database), false);
  });
});

describe('email-check lists with a PostgreSQL database', { skip }, () => {
  it('lists and cancels lists, and deletes ended lists', async () => {
    database = await server().newDatabase();
    const [first = '', second = ''] = await uploaded('may.csv', 'june.csv');
    assert.deepEqual(await follow(`lists cancel --account 1 --list ${first}`), {
      code: 0,
      said: `List ${first} is cancelled.`,
      complained: '',
    });
    assert.equal((await follow(`lists cancel --account 1 --list ${first}`)).code, 1);
    const rows = (await follow('lists list')).said.split('\n').map((line) => line.split('\t'));
    assert.deepEqual(
      rows.map(([id, account, state, done, time = '', name]) => [
        id,
        account,
        state,
        done,
        Number.isFinite(Date.parse(time)),
        name,
      ]),
      [
        [second, '2', 'queued', '0/0', true, 'june.csv'],
        [first, '1', 'cancelled', '0/0', true, 'may.csv'],
      ],
    );
    assert.match((await follow('forget jane@shop.example --ended-lists')).said, /^Deleted: 1 list\./);
    assert.match((await follow('lists list')).said, new RegExp(`^${second}\t[^\n]+$`));
  });
});
