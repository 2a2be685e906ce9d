import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { Accounts } from '../../../src/service/accounts/index.js';
import { keyHash } from '../../../src/service/accounts/keys.js';
import { openSqliteStore, type Store } from '../../../src/service/store/index.js';

const secret = 'a secret of the test';

describe("a key's successor", () => {
  let store: Store;
  let accounts: Accounts;
  let account: number;
  beforeEach(async () => {
    store = openSqliteStore({ file: ':memory:', purpose: 'administration' });
    accounts = new Accounts(store, secret, () => 5);
    account = (await accounts.createAccount({ name: 'Shop' })).id;
  });
  afterEach(() => store.close());

  const isGood = async (key: string) => (await store.accounts.findKey(keyHash(secret, key))) !== undefined;

  it('has the settings of the old key and other characters, and leaves the old key valid', async () => {
    const old = await accounts.createKey({
      account,
      kind: 'public',
      origins: ['https://*.example.com', 'http://localhost:8080'],
      showsBalance: true,
      label: 'Sign-up',
    });
    const made = await accounts.rotateKey(old.id);
    const { key, id, hash, hint, ...rest } = made;
    assert.deepEqual(rest, {
      accountId: account,
      kind: 'public',
      origins: old.origins,
      showsBalance: true,
      label: 'Sign-up',
      createdAt: 5,
    });
    assert.deepEqual([id, hash, hint], [old.id + 1, keyHash(secret, key), key.slice(-4)]);
    assert.notEqual(key, old.key);
    assert.deepEqual([await isGood(old.key), await isGood(key)], [true, true]);
  });

  it('revokes the old key at once if asked to', async () => {
    const old = await accounts.createKey({ account, kind: 'private' });
    const made = await accounts.rotateKey(old.id, { revokesOld: true });
    assert.deepEqual([await isGood(old.key), await isGood(made.key)], [false, true]);
  });

  it('does not exist for an unknown or revoked key', async () => {
    const { id } = await accounts.createKey({ account, kind: 'private' });
    await accounts.revokeKey(id);
    for (const each of [id, 99])
      await assert.rejects(accounts.rotateKey(each), {
        code: 'no-key',
        message: `There is no valid key ${each}. List the keys to see their numbers and states.`,
      });
    assert.equal((await accounts.listKeys()).length, 1);
  });

  it('makes only one if two replace the old one at once', async () => {
    const old = await accounts.createKey({ account, kind: 'private' });
    const made = await Promise.allSettled([1, 2, 3].map(() => accounts.rotateKey(old.id, { revokesOld: true })));
    assert.deepEqual(made.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
    assert.equal((await accounts.listKeys()).filter(({ revokedAt }) => revokedAt === undefined).length, 1);
  });

  it('is shown once: no list, record or error has a key', async () => {
    const old = await accounts.createKey({ account, kind: 'private' });
    const made = await accounts.rotateKey(old.id, { revokesOld: true });
    const again: unknown = await accounts.rotateKey(old.id).catch((error: unknown) => error);
    const said = inspect([await accounts.listKeys(), await accounts.listAccounts(), again, accounts, store], {
      depth: 9,
      showHidden: true,
    });
    for (const { key } of [old, made]) assert.equal(said.includes(key), false);
  });
});
