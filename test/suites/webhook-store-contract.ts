import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { KeyRecord, ListLease, NewList, Store } from '../../src/service/store/index.js';

const at = Date.UTC(2026, 0, 2, 3);
const day = '2026-01-02';
const LEASE = 10_000;
const url = 'https://shop.example/hook';
const callback = 'https://shop.example/list-done';

/** What every store must do with webhooks. `open` gives an empty one. `skip` says why it cannot be asked here. */
export const webhookStoreContract = (
  name: string,
  open: () => Promise<Store>,
  { skip = false }: { readonly skip?: string | false } = {},
): void => {
  describe(`webhooks in a store: ${name}`, { skip }, () => {
    let store: Store;
    let key: KeyRecord;
    let id: number;

    const add = (list: string, more: Partial<NewList> = {}) => {
      const kept = {
        id: list,
        accountId: id,
        keyId: key.id,
        name: 'May',
        url: `https://x.example/${list}`,
        createdAt: at,
      };
      return store.lists.addList({ ...kept, ...more }, 99);
    };
    const begin = async (list: string): Promise<ListLease> => {
      await add(list);
      const leased = await store.lists.leaseList(at, at + LEASE);
      assert.ok(leased);
      await store.lists.startList(leased, { parts: 1, lines: 4, addresses: 3, column: '' });
      return leased;
    };
    const commit = (lease: ListLease, credits: readonly number[]) =>
      store.lists.commitResults(lease, {
        ...{ first: 0, credits, deferred: [], call: 'list', day, at },
        results: credits.map(() => 'result'),
      });
    const deliveries = () => store.webhooks.listDeliveries(id, 99);

    beforeEach(async () => {
      store = await open();
      ({ id } = await store.accounts.createAccount({ name: 'Shop', balance: 5, createdAt: at }));
      const made = await store.accounts.createKey({
        ...{
          accountId: id,
          kind: 'private',
          hash: 'h',
          hint: 'h',
          label: '',
          origins: [],
          showsBalance: true,
          createdAt: at,
        },
      });
      assert.ok(made);
      key = made;
      await store.webhooks.setWebhook(id, { url, sealedSecret: 'sealed' });
    });
    afterEach(() => store.close());

    it('keeps one webhook for each account', async () => {
      assert.deepEqual(await store.webhooks.findWebhook(id), { accountId: id, url, sealedSecret: 'sealed' });
      const rotated = { accountId: id, url, sealedSecret: 'new', formerSealedSecret: 'sealed', formerUntil: at };
      assert.deepEqual(
        await store.webhooks.rotateWebhook(id, { sealedSecret: 'new', formerUntil: at }),
        rotated,
        'the URL stays',
      );
      assert.deepEqual(await store.webhooks.setWebhook(id, { sealedSecret: 'unused' }), rotated, 'all stays');
      const moved = { ...rotated, url: callback };
      assert.deepEqual(await store.webhooks.setWebhook(id, { url: callback, sealedSecret: 'unused' }), moved);
      assert.deepEqual(await store.webhooks.findWebhook(id), moved);
      assert.equal(await store.webhooks.setWebhook(id + 1, { url, sealedSecret: 'sealed' }), undefined);
      assert.equal(await store.webhooks.rotateWebhook(id + 1, { sealedSecret: 'new', formerUntil: at }), undefined);
      assert.equal(await store.webhooks.findWebhook(id + 1), undefined);
      assert.equal(await store.webhooks.removeWebhook(id), true);
      assert.equal(await store.webhooks.removeWebhook(id), false);
      assert.equal(await store.webhooks.findWebhook(id), undefined);
    });

    it('adds an event when a list is completed, as the list and the balance are then', async () => {
      const before = Date.now();
      const leased = await begin('a');
      await commit(leased, [1, 1, 0]);
      assert.deepEqual(await deliveries(), [], 'not before it ends');
      assert.ok(await store.lists.endList({ ...leased, commits: 1 }, { state: 'completed', reason: '', at }));
      const [delivery, ...others] = await deliveries();
      assert.ok(delivery && others.length === 0);
      const { event } = delivery;
      assert.match(event.id, /^evt_[0-9a-f]{32}$/);
      assert.ok(event.at >= before && event.at <= Date.now(), String(event.at));
      assert.deepEqual(delivery, {
        id: delivery.id,
        event: {
          ...{ number: event.number, id: event.id, at: event.at },
          ...{ accountId: id, type: 'list.completed', balance: 3 },
          list: { id: 'a', name: 'May', state: 'completed', reason: '', addresses: 3, done: 3 },
        },
        ...{ url, tries: 0, nextAt: event.at, isDelivered: false },
      });
    });

    it('adds none when a draft of the console is discarded, and one when its list was started', async () => {
      const draft = { isFromConsole: true };
      const from = (list: string) => ({
        ...{ id: list, accountId: id, keyId: key.id, name: 'May', createdAt: at },
        ...{ url: `upload:${list}`, ...draft },
      });
      for (const list of ['discarded', 'started']) await store.lists.addList(from(list), 99, { isHeld: true });
      await store.lists.resumeList(id, 'started');
      for (const list of ['discarded', 'started']) assert.ok(await store.lists.cancelList(id, list, at));
      assert.deepEqual(
        (await deliveries()).map(({ event }) => event.list?.id),
        ['started'],
      );
    });

    it('adds one for each state in which the owner must know of it, with the balance after the charge', async () => {
      const failed = await begin('failed');
      await store.lists.endList(failed, { state: 'failed', reason: 'Not a list.', at });
      await begin('cancelled');
      await store.lists.cancelList(id, 'cancelled', at);
      const paused = await begin('paused');
      await commit(paused, [3, 2, 1]);
      await store.accounts.grant(id, 9, at);
      const again = await store.lists.leaseList(at, at + LEASE);
      assert.equal(again?.list.id, 'paused');
      const told = [...(await deliveries())]
        .reverse()
        .map(({ event: { type, list, balance } }) => [type, list, balance]);
      const none = { name: 'May', reason: '', addresses: 3, done: 0 };
      assert.deepEqual(told, [
        ['list.failed', { ...none, id: 'failed', state: 'failed', reason: 'Not a list.' }, 5],
        ['list.cancelled', { ...none, id: 'cancelled', state: 'cancelled' }, 5],
        ['list.paused', { ...none, id: 'paused', state: 'paused', done: 2 }, 0],
      ]);
    });

    it('numbers the events of a list in their order, and gives each an id of its own', async () => {
      const leased = await begin('a');
      await commit(leased, [9]);
      await store.lists.cancelList(id, 'a', at);
      const [later, earlier] = await deliveries();
      assert.ok(later && earlier && later.event.number > earlier.event.number);
      assert.notEqual(later.event.id, earlier.event.id);
    });

    it('adds no event for a change that is refused, nor for a list that is dropped', async () => {
      const lost = await begin('a');
      await store.lists.holdList(id, 'a');
      await store.lists.resumeList(id, 'a');
      assert.equal(await store.lists.endList(lost, { state: 'completed', reason: '', at }), false);
      assert.equal((await commit(lost, [9])).outcome, 'lost');
      assert.equal(await store.lists.cancelList(id, 'none', at), false);
      const url = 'upload:b';
      const list = { id: 'b', accountId: id, keyId: key.id, name: '', url, createdAt: at, callback };
      const uploaded = await store.lists.addList(list, 99, { leasedUntil: at + LEASE });
      assert.ok(uploaded && (await store.lists.dropList({ list: uploaded, epoch: 0, commits: 0 })));
      assert.deepEqual(await deliveries(), []);
    });

    it("sends a list's event to its callback too, and once if both are the same", async () => {
      for (const [list, target] of [
        ['a', callback],
        ['b', url],
      ] as const) {
        await add(list, { callback: target });
        await store.lists.cancelList(id, list, at);
      }
      const sent = (await deliveries()).map(({ event, url: target }) => [event.list?.id, target]);
      assert.deepEqual(new Set(sent.map(String)), new Set([`a,${url}`, `a,${callback}`, `b,${url}`]));
      assert.equal(sent.length, 3);
    });

    it('sends to the callback alone if the account has no address, and nothing without a secret', async () => {
      await store.webhooks.removeWebhook(id);
      await store.webhooks.setWebhook(id, { sealedSecret: 'sealed' });
      await add('a', { callback });
      await add('b');
      await store.lists.cancelList(id, 'a', at);
      await store.lists.cancelList(id, 'b', at);
      assert.deepEqual(
        (await deliveries()).map((each) => each.url),
        [callback],
      );
      assert.equal(await store.webhooks.addTestEvent(id), undefined);
      await store.webhooks.removeWebhook(id);
      await add('c', { callback });
      await store.lists.cancelList(id, 'c', at);
      assert.equal((await deliveries()).length, 1);
    });

    it('adds an event each time the balance falls below what its owner set, however it falls', async () => {
      const settle = async (credits: number) => {
        const admitted = await store.accounts.admit('h', () => ({ claim: { credits, concurrency: [] } }));
        assert.ok(admitted.outcome === 'admitted');
        await store.accounts.settle(admitted.ticket, { call: 'validation', credits, day, at });
      };
      const change = (changeId: string, credits: number) =>
        store.accounts.changeCredits({ accountId: id, id: changeId, credits, reason: '', at });
      await settle(1);
      await store.accounts.setLowCredits(id, 4);
      assert.deepEqual(await deliveries(), [], '4 is not below 4');
      await settle(1);
      await settle(1);
      await store.accounts.grant(id, 8, at);
      await change('a', -7);
      await change('a', -7);
      await change('b', 2);
      await commit(await begin('list'), [1, 1]);
      await store.accounts.setLowCredits(id, undefined);
      await change('c', 9);
      await change('d', -9);
      const told = [...(await deliveries())]
        .reverse()
        .map(({ event: { type, balance, list } }) => [type, balance, list]);
      assert.deepEqual(
        told,
        [3, 3, 3].map((balance) => ['credits.low', balance, undefined]),
      );
    });

    it('tells the owner of an account that is closed of its lists', async () => {
      await begin('a');
      assert.equal(await store.accounts.closeAccount(id, at), true);
      assert.deepEqual(
        (await deliveries()).map(({ event }) => event.type),
        ['list.cancelled'],
      );
    });
  });
};
