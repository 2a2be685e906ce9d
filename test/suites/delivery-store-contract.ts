import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { DeliveryRecord, Store } from '../../src/service/store/index.js';

const at = Date.UTC(2026, 0, 2, 3);
const LEASE = 10_000;
const url = 'https://shop.example/hook';

/** What every store must do with the deliveries of webhooks. `open` gives an empty one. `skip` says why it cannot be asked here. */
export const deliveryStoreContract = (
  name: string,
  open: () => Promise<Store>,
  { skip = false }: { readonly skip?: string | false } = {},
): void => {
  describe(`deliveries of webhooks in a store: ${name}`, { skip }, () => {
    let store: Store;
    let id: number;

    const deliveries = () => store.webhooks.listDeliveries(id, 99);
    const lease = (now = at, busy: readonly number[] = []) => store.webhooks.leaseDelivery(now, now + LEASE, busy);
    const test = async (): Promise<DeliveryRecord> => {
      const delivery = await store.webhooks.addTestEvent(id);
      assert.ok(delivery);
      return delivery;
    };

    beforeEach(async () => {
      store = await open();
      ({ id } = await store.accounts.createAccount({ name: 'Shop', balance: 5, createdAt: at }));
      await store.webhooks.setWebhook(id, { url, sealedSecret: 'sealed' });
    });
    afterEach(() => store.close());

    it('leases each delivery once to processes that ask at once', async () => {
      const added = new Set<number>();
      for (let count = 0; count < 8; count++) added.add((await test()).id);
      const leased = await Promise.all(Array.from({ length: 16 }, () => lease()));
      const ids = leased.flatMap((each) => (each ? [each.delivery.id] : []));
      assert.equal(new Set(ids).size, ids.length);
      for (let each = await lease(); each; each = await lease()) ids.push(each.delivery.id);
      assert.deepEqual(new Set(ids), added);
      assert.equal(ids.length, 8);
    });

    it('leases a delivery again when its lease is over, with the webhook as it is then', async () => {
      const delivery = await test();
      assert.deepEqual(await lease(), { delivery, webhook: { accountId: id, url, sealedSecret: 'sealed' } });
      assert.equal(await lease(at + LEASE - 1), undefined);
      const rotated = { accountId: id, url, sealedSecret: 'new', formerSealedSecret: 'sealed', formerUntil: at + 9 };
      await store.webhooks.rotateWebhook(id, { sealedSecret: 'new', formerUntil: at + 9 });
      assert.deepEqual(await lease(at + LEASE), { delivery, webhook: rotated });
      const longAgo = at - 30 * 86_400_000;
      assert.ok(await lease(longAgo), 'a lease so far ahead comes from a clock that was set back');
    });

    it('leases the delivery that has been due for longest, and passes busy accounts over', async () => {
      const { id: other } = await store.accounts.createAccount({ name: 'Other', balance: 0, createdAt: at });
      await store.webhooks.setWebhook(other, { url, sealedSecret: 'of another' });
      const [first, second] = [await test(), await store.webhooks.addTestEvent(other)];
      for (const [each, nextAt] of [
        [first, at + 2_000],
        [second, at + 1_000],
      ] as const)
        await store.webhooks.keepTry(each?.id ?? 0, { at, isDelivered: false, answer: '503', nextAt });
      assert.equal(await lease(at + 999), undefined);
      assert.equal((await lease(at + 3_000, [other]))?.delivery.id, first.id);
      assert.equal(await lease(at + 3_000, [other]), undefined);
      const later = await lease(at + 3_000, [id]);
      assert.deepEqual([later?.delivery.id, later?.webhook.sealedSecret], [second?.id, 'of another']);
    });

    it('does not count a try that was cut off', async () => {
      const { id: delivery } = await test();
      await lease();
      await store.webhooks.keepTry(delivery, { at, isCut: true, isDelivered: false, answer: 'stopped', nextAt: at });
      const again = await lease();
      assert.deepEqual([again?.delivery.tries, again?.delivery.answer], [0, 'stopped']);
    });

    it('leases a delivery whose next try a clock that was ahead put off for years', async () => {
      const { id: delivery } = await test();
      const nextAt = at + 86_400_001;
      await store.webhooks.keepTry(delivery, { at, isDelivered: false, answer: '503', nextAt });
      assert.equal(await lease(at + 1), undefined);
      assert.equal((await lease(at))?.delivery.id, delivery);
    });

    it('keeps how tries ended: to be tried again, given up or delivered', async () => {
      const { id: delivery, ...rest } = await test();
      await lease();
      await store.webhooks.keepTry(delivery, { at, isDelivered: false, answer: '503', nextAt: at + 60_000 });
      const waiting = { ...rest, id: delivery, tries: 1, triedAt: at, nextAt: at + 60_000, answer: '503' };
      assert.deepEqual(await deliveries(), [waiting]);
      assert.equal(await lease(at + 59_999), undefined);
      assert.deepEqual((await lease(at + 60_000))?.delivery, waiting);
      await store.webhooks.keepTry(delivery, { at: at + 1, isDelivered: true, answer: '204' });
      const { nextAt: _, ...ended } = waiting;
      const delivered = { ...ended, tries: 2, triedAt: at + 1, isDelivered: true, answer: '204' };
      assert.deepEqual(await deliveries(), [delivered]);
      await store.webhooks.keepTry(delivery, { at: at + 2, isDelivered: false, answer: 'late', nextAt: at + 3 });
      assert.deepEqual((await deliveries())[0]?.isDelivered, true, 'one that was delivered stays so');
      assert.equal(await lease(at + 9 * 60_000), undefined);
      const { id: second } = await test();
      await store.webhooks.keepTry(second, { at, isDelivered: false, answer: '410' });
      assert.equal(await lease(at + 9 * 60_000), undefined);
    });

    it('sends a delivery again at once, with its tries from 0', async () => {
      const { id: delivery, event } = await test();
      await store.webhooks.keepTry(delivery, { at, isDelivered: true, answer: '204' });
      assert.equal(await store.webhooks.sendAgain(id + 1, delivery), false);
      assert.equal(await store.webhooks.sendAgain(id, delivery + 1), false);
      assert.equal(await store.webhooks.sendAgain(id, delivery), true);
      const again = (await lease())?.delivery;
      assert.deepEqual([again?.id, again?.event, again?.tries, again?.isDelivered], [delivery, event, 0, false]);
      await store.webhooks.removeWebhook(id);
      assert.equal(await store.webhooks.sendAgain(id, delivery), false);
    });

    it('gives up what waits when the webhook is removed, also what is being tried', async () => {
      await test();
      const tried = await lease();
      await test();
      await store.webhooks.removeWebhook(id);
      await store.webhooks.keepTry(tried?.delivery.id ?? 0, { at, isDelivered: false, answer: '503', nextAt: at });
      assert.deepEqual(
        (await deliveries()).map(({ nextAt }) => nextAt),
        [undefined, undefined],
      );
      await store.webhooks.setWebhook(id, { url, sealedSecret: 'sealed' });
      assert.equal(await lease(at + 9 * LEASE), undefined);
    });

    it('leaves no delivery waiting of a webhook that is removed while events are added', async () => {
      for (let round = 0; round < 5; round++) {
        await Promise.all([
          ...Array.from({ length: 5 }, () => store.webhooks.addTestEvent(id)),
          store.webhooks.removeWebhook(id),
          ...Array.from({ length: 5 }, () => store.webhooks.addTestEvent(id)),
        ]);
        assert.ok((await deliveries()).every(({ nextAt }) => nextAt === undefined));
        await store.webhooks.setWebhook(id, { url, sealedSecret: 'sealed' });
      }
    });

    it('lists the latest deliveries of an account first', async () => {
      const [first, second, third] = [await test(), await test(), await test()];
      assert.deepEqual(await store.webhooks.listDeliveries(id, 2), [third, second]);
      assert.deepEqual(await deliveries(), [third, second, first]);
      assert.deepEqual(await store.webhooks.listDeliveries(id + 1, 9), []);
    });

    it('deletes old events with their deliveries, but none that waits', async () => {
      const [waiting, given] = [await test(), await test()];
      await store.webhooks.keepTry(given.id, { at, isDelivered: false, answer: '410' });
      assert.equal(await store.webhooks.forgetEventsBefore(given.event.at), 0);
      assert.equal(await store.webhooks.forgetEventsBefore(given.event.at + 1), 1);
      assert.equal(await store.webhooks.forgetEventsBefore(given.event.at + 1), 0);
      assert.deepEqual(await deliveries(), [waiting]);
    });
  });
};
