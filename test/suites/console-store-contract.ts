import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Store } from '../../src/service/store/index.js';

const at = Date.UTC(2026, 0, 2, 3);
const MINUTE = 60_000;
const DAY = 86_400_000;

/** What every store must do for the console. `open` gives an empty one. `skip` says why it cannot be asked here. */
export const consoleStoreContract = (
  name: string,
  open: () => Promise<Store>,
  { skip = false }: { readonly skip?: string | false } = {},
): void => {
  describe(`the console in a store: ${name}`, { skip }, () => {
    let store: Store;
    let account: number;

    const newSession = (hash: string, when = at) => ({ hash, agent: 'Firefox', at: when });
    const begin = async (hash: string, accountId?: number, when = at) => {
      await store.console.addSignInLink({ hash: `link ${hash}`, accountId, expiresAt: when + MINUTE }, when);
      const session = await store.console.beginSession(`link ${hash}`, newSession(hash, when));
      assert.ok(session);
      return session;
    };

    beforeEach(async () => {
      store = await open();
      ({ id: account } = await store.accounts.createAccount({ name: 'Shop', balance: 0, createdAt: at }));
    });
    afterEach(() => store.close());

    it('begins one session with a link, for its account or for the operator', async () => {
      const own = await begin('a', account);
      assert.deepEqual(own, { id: own.id, accountId: account, agent: 'Firefox', createdAt: at, seenAt: at });
      const operators = await begin('b');
      assert.deepEqual(operators, { id: operators.id, agent: 'Firefox', createdAt: at, seenAt: at });
      assert.equal(await store.console.beginSession('link a', newSession('c')), undefined);
      assert.equal(await store.console.beginSession('unknown', newSession('c')), undefined);
    });

    it('begins one session if a link is used several times at once', async () => {
      await store.console.addSignInLink({ hash: 'link', accountId: account, expiresAt: at + 1 }, at);
      const begun = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.console.beginSession('link', newSession(`hash ${index}`))),
      );
      assert.equal(begun.filter(Boolean).length, 1);
      assert.equal((await store.console.listSessions(0)).length, 1);
    });

    it('begins none with a link that has expired', async () => {
      await store.console.addSignInLink({ hash: 'old', expiresAt: at }, at - 1);
      assert.equal(await store.console.beginSession('old', newSession('a')), undefined);
      await store.console.addSignInLink({ hash: 'older', expiresAt: at }, at - 1);
      await store.console.addSignInLink({ hash: 'new', expiresAt: at + 1 }, at);
      assert.equal(await store.console.beginSession('older', newSession('a', at - 1)), undefined, 'it is deleted');
      assert.ok(await store.console.beginSession('new', newSession('a')));
    });

    it('finds a session until it was idle for too long, and notes each minute that it is used', async () => {
      const session = await begin('a', account);
      assert.deepEqual(
        await store.console.findSession('a', { now: at + MINUTE - 1, idleSince: at, isUse: true }),
        session,
      );
      assert.deepEqual(await store.console.findSession('a', { now: at + MINUTE, idleSince: at, isUse: true }), {
        ...session,
        seenAt: at + MINUTE,
      });
      assert.deepEqual(
        await store.console.findSession('a', { now: at + MINUTE, idleSince: at + MINUTE, isUse: true }),
        {
          ...session,
          seenAt: at + MINUTE,
        },
      );
      assert.equal(
        await store.console.findSession('a', { now: at + DAY, idleSince: at + MINUTE + 1, isUse: true }),
        undefined,
      );
      assert.equal(await store.console.findSession('b', { now: at, idleSince: 0, isUse: true }), undefined);
    });

    it('finds a session that nobody uses, and leaves it as old as it was', async () => {
      const session = await begin('a', account);
      const isUse = false;
      assert.deepEqual(await store.console.findSession('a', { now: at + DAY, idleSince: at, isUse }), session);
      assert.equal(await store.console.findSession('a', { now: at + DAY, idleSince: at + 1, isUse }), undefined);
    });

    it('lists the sessions of one account or of all, the latest used first', async () => {
      const other = await store.accounts.createAccount({ name: 'Other', balance: 0, createdAt: at });
      const [first, second, third] = [await begin('a', account), await begin('b', other.id, at + 1), await begin('c')];
      const again = await store.console.findSession('a', { now: at + MINUTE, idleSince: at, isUse: true });
      assert.deepEqual(await store.console.listSessions(at), [again, second, third]);
      assert.deepEqual(await store.console.listSessions(at, account), [{ ...first, seenAt: at + MINUTE }]);
      assert.deepEqual(await store.console.listSessions(at + 2), [again]);
    });

    it('lists 200 sessions at most', async () => {
      for (let count = 0; count < 201; count++) await begin(`${count}`);
      assert.equal((await store.console.listSessions(0)).length, 200);
    });

    it('ends a session at once, of the account if one is given, and gives its number to no other', async () => {
      const session = await begin('a', account);
      assert.equal(await store.console.endSession(session.id, account + 1), false);
      assert.equal(await store.console.endSession(session.id, account), true);
      assert.equal(await store.console.findSession('a', { now: at, idleSince: 0, isUse: true }), undefined);
      assert.equal(await store.console.endSession(session.id), false);
      const next = await begin('b');
      assert.ok(next.id > session.id);
      assert.equal(await store.console.endSession(next.id, account), false, 'the operator is no account');
      assert.equal(await store.console.endSession(next.id), true);
    });

    it('deletes sessions that nobody has used for 30 days', async () => {
      await begin('a', account);
      await begin('b', account, at + 30 * DAY);
      assert.equal((await store.console.listSessions(0)).length, 2);
      await begin('c', account, at + 30 * DAY + 1);
      assert.equal((await store.console.listSessions(0)).length, 2);
      assert.equal(await store.console.findSession('a', { now: at, idleSince: 0, isUse: true }), undefined);
    });

    it('keeps what was changed, and shows the latest first', async () => {
      const made = { at, sessionId: 7, accountId: account, action: 'key.add', detail: '<b>Key 3</b>' };
      const linked = { at: at + 1, action: 'link', detail: '' };
      await store.console.addAudit(made);
      await store.console.addAudit(linked);
      const [latest, first] = await store.console.listAudit(9);
      assert.deepEqual(latest, { id: latest?.id, ...linked });
      assert.deepEqual(first, { id: first?.id, ...made });
      assert.deepEqual(await store.console.listAudit(9, account), [first]);
      assert.deepEqual(await store.console.listAudit(1), [latest]);
      assert.deepEqual(await store.console.listAudit(9, account + 1), []);
    });

    it('deletes the oldest entries of an account beyond 1,000, and those of no other', async () => {
      await store.console.addAudit({ at, action: 'operator', detail: '' });
      await store.console.addAudit({ at, accountId: account, action: 'first', detail: '' });
      for (let count = 0; count < 1_000; count++)
        await store.console.addAudit({ at, accountId: account, action: 'next', detail: '' });
      const kept = await store.console.listAudit(9_999);
      assert.equal(kept.length, 1_001);
      assert.equal(kept.at(-1)?.action, 'operator');
      assert.ok(!kept.some(({ action }) => action === 'first'));
    });
  });
};
