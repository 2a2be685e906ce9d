import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Claim, KeyRecord, Store, Ticket } from '../../src/service/store/index.js';

const at = Date.UTC(2026, 0, 2, 3);
const day = '2026-01-02';
const hash = 'hash of a key';
const charge = { call: 'validation', credits: 1, day, at };
const plain: Claim = { credits: 1, concurrency: [] };

/** What every store must do. `open` gives an empty one. `skip` says why it cannot be asked here. */
export const storeContract = (
  name: string,
  open: () => Promise<Store>,
  { skip = false }: { readonly skip?: string | false } = {},
): void => {
  describe(`store contract: ${name}`, { skip }, () => {
    let store: Store;
    let key: KeyRecord;

    const claim = (wanted: Claim, of = hash) => store.accounts.admit(of, () => ({ claim: wanted }));
    const ticketFor = async (wanted: Claim): Promise<Ticket> => {
      const admitted = await claim(wanted);
      assert.equal(admitted.outcome, 'admitted');
      return (admitted as { ticket: Ticket }).ticket;
    };
    const outcomeOf = async (wanted: Claim, of = hash) => {
      const admitted = await claim(wanted, of);
      return admitted.outcome === 'short' ? admitted.limitKind : admitted.outcome;
    };
    const balance = async () => (await store.accounts.listAccounts())[0]?.balance;

    beforeEach(async () => {
      store = await open();
      const account = await store.accounts.createAccount({ name: 'Shop', balance: 50, createdAt: at });
      const made = await store.accounts.createKey({
        accountId: account.id,
        kind: 'public',
        hash,
        hint: 'f4kE',
        label: '',
        origins: ['https://shop.example'],
        showsBalance: false,
        createdAt: at,
      });
      assert.ok(made);
      key = made;
    });
    afterEach(() => store.close());

    it('charges 200 calls at once on 50 credits exactly 50 times', async () => {
      const settled = await Promise.all(
        Array.from({ length: 200 }, async () => {
          const admitted = await claim(plain);
          return admitted.outcome === 'admitted' ? store.accounts.settle(admitted.ticket, charge) : undefined;
        }),
      );
      const balances = settled.flatMap((each) => (each ? [each.balance] : []));
      assert.deepEqual(
        balances.sort((a, b) => b - a),
        Array.from({ length: 50 }, (_, index) => 49 - index),
      );
      assert.equal(await balance(), 0);
      assert.equal(await outcomeOf(plain), 'credits');
    });

    it('reserves credits until the call ends, and returns the part that it does not charge', async () => {
      const all = await ticketFor({ credits: 50, concurrency: [] });
      assert.equal(await outcomeOf(plain), 'credits');
      assert.equal(await balance(), 50);
      assert.deepEqual(await store.accounts.settle(all, { ...charge, credits: 20 }), { balance: 30 });
      const rest = await ticketFor({ credits: 30, concurrency: [] });
      await store.accounts.release(rest);
      assert.equal(await outcomeOf({ credits: 30, concurrency: [] }), 'admitted');
    });

    it('settles a ticket once, and no charge above its claim', async () => {
      const ticket = await ticketFor(plain);
      await assert.rejects(store.accounts.settle(ticket, { ...charge, credits: 2 }), { code: 'bad-ticket' });
      const [first, second] = await Promise.allSettled([
        store.accounts.settle(ticket, charge),
        store.accounts.settle(ticket, charge),
      ]);
      assert.equal(first.status, 'fulfilled');
      assert.equal(second.status, 'rejected');
      await store.accounts.release(ticket);
      await assert.rejects(store.accounts.settle(ticket, charge), { code: 'bad-ticket' });
      const released = await ticketFor(plain);
      await store.accounts.release(released);
      await assert.rejects(store.accounts.settle(released, charge), { code: 'bad-ticket' });
      assert.equal(await balance(), 49);
    });

    it('splits a claim into calls that are settled or released by themselves', async () => {
      const limited: Claim = { credits: 48, concurrency: [{ name: 'all', limit: 1 }] };
      const whole = await ticketFor(limited);
      await assert.rejects(store.accounts.split(whole, [40, 9]), { code: 'bad-ticket' });
      const [one, two, three] = await store.accounts.split(whole, [20, 20, 7]);
      assert.ok(one && two && three);
      assert.equal(await outcomeOf({ ...plain, credits: 3 }), 'credits');
      assert.equal(await outcomeOf({ ...limited, credits: 1 }), 'concurrency');
      await assert.rejects(store.accounts.settle(one, { ...charge, credits: 21 }), { code: 'bad-ticket' });
      assert.deepEqual(await store.accounts.settle(one, { ...charge, credits: 5 }), { balance: 45 });
      await assert.rejects(store.accounts.settle(one, charge), { code: 'bad-ticket' });
      await store.accounts.release(two);
      assert.equal(await outcomeOf({ ...plain, credits: 38 }), 'credits');
      await store.accounts.release(await ticketFor({ ...plain, credits: 37 }));
      await store.accounts.release(whole);
      await assert.rejects(store.accounts.split(whole, [1]), { code: 'bad-ticket' });
      assert.equal(await outcomeOf({ ...plain, credits: 39 }), 'credits');
      await store.accounts.release(await ticketFor({ ...limited, credits: 38 }));
      assert.deepEqual(await store.accounts.settle(three, { ...charge, credits: 0 }), { balance: 45 });
      assert.equal(await outcomeOf({ ...plain, credits: 45 }), 'admitted');
      assert.deepEqual(await store.accounts.usage(key.accountId, day, day), [{ day, calls: 2, credits: 5 }]);
    });

    it('counts each concurrency limit of a key separately', async () => {
      const one: Claim = {
        credits: 1,
        concurrency: [
          { name: 'all', limit: 3 },
          { name: 'enriched', limit: 1 },
        ],
      };
      const first = await ticketFor(one);
      assert.equal(await outcomeOf(one), 'concurrency');
      const open: Claim = { credits: 1, concurrency: [{ name: 'all', limit: 3 }] };
      await ticketFor(open);
      await ticketFor(open);
      assert.equal(await outcomeOf(open), 'concurrency');
      await store.accounts.settle(first, charge);
      assert.equal(await outcomeOf(open), 'admitted');
    });

    it("counts answered calls and calls in progress towards a network's day, and deletes past days", async () => {
      const daily = (network: string, of = day): Claim => ({
        credits: 1,
        concurrency: [],
        daily: { day: of, counts: [{ counter: network, limit: 2, limitKind: 'day' }] },
      });
      await store.accounts.settle(await ticketFor(daily('a')), charge);
      const underWay = await ticketFor(daily('a'));
      assert.equal(await outcomeOf(daily('a')), 'day');
      assert.equal(await outcomeOf(daily('b')), 'admitted');
      assert.equal(await outcomeOf(daily('a', '2026-01-03')), 'admitted');
      await store.accounts.release(underWay);
      await store.accounts.settle(await ticketFor(daily('a')), { ...charge, credits: 0 });
      assert.equal(await outcomeOf(daily('a')), 'day');
      await store.accounts.forgetDaysBefore('2026-01-03');
      assert.equal(await outcomeOf(daily('a')), 'admitted');
    });

    it('adds a call to each of its counts, and names the first that is full', async () => {
      const from = (network: string): Claim => ({
        credits: 1,
        concurrency: [],
        daily: {
          day,
          counts: [
            { counter: network, limit: 2, limitKind: 'day' },
            { counter: `wide ${network[0]}`, limit: 3, limitKind: 'day' },
            { counter: 'all', limit: 4, limitKind: 'budget' },
          ],
        },
      });
      await store.accounts.settle(await ticketFor(from('a1')), charge);
      const underWay = await ticketFor(from('a1'));
      assert.equal(await outcomeOf(from('a1')), 'day');
      await store.accounts.settle(await ticketFor(from('a2')), charge);
      assert.equal(await outcomeOf(from('a3')), 'day', 'the wide network is full');
      await store.accounts.settle(await ticketFor(from('b1')), charge);
      assert.equal(await outcomeOf(from('b1')), 'budget');
      assert.equal(await outcomeOf(from('a1')), 'day');
      await store.accounts.release(underWay);
      assert.equal(await outcomeOf(from('b1')), 'admitted');
    });

    it("stores a public key's limits that differ from the defaults", async () => {
      const { id, ...rest } = key;
      const limited = { dailyLimit: 5, dailyBudget: 0, answers: 'domain' } as const;
      const made = await store.accounts.createKey({ ...rest, hash: 'another', ...limited });
      assert.deepEqual(made, { ...rest, id: id + 1, hash: 'another', ...limited });
      assert.deepEqual(await store.accounts.listKeys(), [key, made]);
      assert.deepEqual((await store.accounts.findKey('another'))?.key, made);
    });

    it('names the day before the credits and the credits before the concurrency limit', async () => {
      const nothing: Claim = {
        credits: 51,
        concurrency: [{ name: 'all', limit: 0 }],
        daily: { day, counts: [{ counter: 'a', limit: 0, limitKind: 'day' }] },
      };
      const free = { day, counts: [{ counter: 'a', limit: 1, limitKind: 'day' }] } as const;
      assert.equal(await outcomeOf(nothing), 'day');
      assert.equal(await outcomeOf({ ...nothing, daily: free }), 'credits');
      assert.equal(await outcomeOf({ credits: 1, concurrency: nothing.concurrency }), 'concurrency');
    });

    it('reserves nothing for a call that the terms deny', async () => {
      const denied = await store.accounts.admit(hash, (found) => ({ denial: found.hint }));
      assert.deepEqual(denied, { outcome: 'denied', key, denial: 'f4kE' });
      assert.equal(await outcomeOf({ credits: 50, concurrency: [] }), 'admitted');
    });

    it('finds only valid keys', async () => {
      assert.equal(await outcomeOf(plain, 'another hash'), 'unknown-key');
      assert.deepEqual(await store.accounts.findKey(hash), { key, balance: 50 });
      const underWay = await ticketFor(plain);
      assert.equal(await store.accounts.revokeKey(key.id, at), true);
      assert.equal(await store.accounts.revokeKey(key.id, at), false);
      assert.equal(await outcomeOf(plain), 'unknown-key');
      assert.equal(await store.accounts.findKey(hash), undefined);
      assert.deepEqual(
        await store.accounts.settle(underWay, charge),
        { balance: 49 },
        'a call under way is still paid',
      );
      assert.deepEqual(await store.accounts.listKeys(), [{ ...key, revokedAt: at }]);
      assert.deepEqual(await store.accounts.listKeys(key.accountId + 1), []);
    });

    it('adds credits only to existing accounts', async () => {
      assert.equal(await store.accounts.grant(key.accountId, 5, at), 55);
      assert.equal(await store.accounts.grant(key.accountId + 1, 5, at), undefined);
      assert.equal(await store.accounts.createKey({ ...key, accountId: key.accountId + 1, hash: 'x' }), undefined);
    });

    it("limits an account's credits to a number that can be counted exactly", async () => {
      assert.equal(
        await store.accounts.grant(key.accountId, Number.MAX_SAFE_INTEGER - 50, at),
        Number.MAX_SAFE_INTEGER,
      );
      await assert.rejects(store.accounts.grant(key.accountId, 1, at), {
        name: 'StoreError',
        code: 'too-many',
        message: /9007199254740991 credits at most/,
      });
      assert.deepEqual(await store.accounts.settle(await ticketFor(plain), charge), {
        balance: Number.MAX_SAFE_INTEGER - 1,
      });
      assert.equal(await store.accounts.grant(key.accountId, 1, at), Number.MAX_SAFE_INTEGER);
    });

    it("returns an account's usage by day, over all of its keys and within a range", async () => {
      await store.accounts.createKey({ ...key, kind: 'private', hash: 'second' });
      const other = await store.accounts.createAccount({ name: 'Other', balance: 5, createdAt: at });
      await store.accounts.createKey({ ...key, accountId: other.id, hash: 'other' });
      const answer = async (of: string, credits: number, on: string) => {
        const admitted = await claim({ credits: 2, concurrency: [] }, of);
        assert.ok(admitted.outcome === 'admitted');
        await store.accounts.settle(admitted.ticket, { ...charge, credits, day: on });
      };
      for (const [of, credits, on] of [
        [hash, 1, '2025-12-31'],
        [hash, 2, day],
        ['second', 0, day],
        ['second', 1, '2026-01-04'],
        [hash, 1, '2026-01-05'],
        ['other', 2, day],
      ] as const)
        await answer(of, credits, on);
      await store.accounts.release(await ticketFor(plain));
      assert.deepEqual(await store.accounts.usage(key.accountId, day, '2026-01-04'), [
        { day, calls: 2, credits: 2 },
        { day: '2026-01-04', calls: 1, credits: 1 },
      ]);
      assert.deepEqual(await store.accounts.usage(other.id, '2000-01-01', '2999-12-31'), [
        { day, calls: 1, credits: 2 },
      ]);
      assert.deepEqual(await store.accounts.usage(key.accountId, '2026-02-01', '2026-02-28'), []);
      assert.deepEqual(await store.accounts.usage(other.id + 1, day, day), []);
      await store.accounts.forgetDaysBefore('2999-12-31');
      assert.equal(
        (await store.accounts.usage(key.accountId, day, day)).length,
        1,
        'usage is kept when days are forgotten',
      );
    });

    it('stores and replaces contacts, deletes one, and deletes all that were imported before a time', async () => {
      const jane = {
        hash: 'j',
        fields: { fullname: 'Jane Doe', note: 'a "quoted", \\ and {odd} one: ü \u0000' },
        at: 1,
      };
      const john = { hash: 'k', fields: {}, at: 2 };
      await store.profiles.keepContacts([jane, john]);
      assert.deepEqual(await store.profiles.findContact('j'), jane);
      assert.deepEqual(await store.profiles.findContact('k'), john);
      assert.equal(await store.profiles.findContact('l'), undefined);
      const later = { ...jane, fields: { firstname: 'Jane' }, at: 3 };
      await store.profiles.keepContacts([jane, later]);
      assert.deepEqual(await store.profiles.findContact('j'), later, 'the last of one address counts');
      assert.equal(await store.profiles.countContacts(), 2);
      await store.profiles.keepContacts([]);
      assert.equal(await store.profiles.forgetContact('j'), true);
      assert.equal(await store.profiles.forgetContact('j'), false);
      await store.profiles.keepContacts([later, { ...john, hash: 'm', at: 1 }]);
      assert.equal(await store.profiles.forgetContactsBefore(3), 2);
      assert.equal(await store.profiles.forgetContactsBefore(3), 0);
      assert.equal(await store.profiles.countContacts(), 1);
      assert.deepEqual(await store.profiles.findContact('j'), later);
    });

    it('stores all contacts of an import or none', async () => {
      await assert.rejects(
        store.profiles.keepContacts([
          { hash: 'a', fields: {}, at: 1 },
          { hash: 'b', fields: {}, at: 1.5 },
        ]),
      );
      assert.equal(await store.profiles.countContacts(), 0);
    });

    it('keeps the newest logos, with or without a picture', async () => {
      const png = Uint8Array.from([0, 1, 39, 92, 255]);
      await store.profiles.keepLogo({ domain: 'a.example', png, at: 1 }, 2);
      await store.profiles.keepLogo({ domain: 'b.example', at: 2 }, 2);
      const kept = await store.profiles.findLogo('a.example');
      assert.deepEqual({ ...kept, png: Uint8Array.from(kept?.png ?? []) }, { domain: 'a.example', png, at: 1 });
      assert.deepEqual(await store.profiles.findLogo('b.example'), { domain: 'b.example', at: 2 });
      await store.profiles.keepLogo({ domain: 'a.example', at: 3 }, 2);
      assert.deepEqual(
        await store.profiles.findLogo('a.example'),
        { domain: 'a.example', at: 3 },
        'a site that shows no icon any more',
      );
      await store.profiles.keepLogo({ domain: 'c.example', at: 4 }, 2);
      assert.equal(await store.profiles.findLogo('b.example'), undefined, 'the oldest goes');
      assert.ok(await store.profiles.findLogo('a.example'));
      assert.ok(await store.profiles.findLogo('c.example'));
    });

    it('keeps the first value written under a name', async () => {
      assert.equal(await store.maintenance.keepIfAbsent('name', 'first'), 'first');
      assert.equal(await store.maintenance.keepIfAbsent('name', 'second'), 'first');
    });

    it('keeps which mail hosts are left alone, the later end of each, and drops those that are long over', async () => {
      const rest = { place: '192.0.2.1', provider: 'acme.com', rests: 1, until: at + 5, reason: '554 5.7.1', at };
      const { manners } = store;
      await manners.keepRest(rest, at);
      await manners.keepRest({ ...rest, rests: 2, until: at + 10 }, at);
      await manners.keepRest({ ...rest, rests: 1, until: at + 7 }, at);
      await manners.keepRest({ ...rest, place: '192.0.2.2', until: at + 20 }, at);
      assert.deepEqual(await manners.listRests(), [
        { ...rest, rests: 2, until: at + 10 },
        { ...rest, place: '192.0.2.2', until: at + 20 },
      ]);
      await manners.keepRest({ ...rest, place: 'acme.com', provider: '', until: at + 30 }, at + 11);
      await manners.removeRest('192.0.2.2');
      assert.deepEqual(
        (await manners.listRests()).map(({ place }) => place),
        ['acme.com'],
      );
    });

    it('adds up how many recipients a mail provider was asked for in a day', async () => {
      const { manners } = store;
      await manners.addAsked({ provider: 'big', day: 20_000, recipients: 3 });
      await manners.addAsked({ provider: 'big', day: 20_000, recipients: 4 });
      await manners.addAsked({ provider: 'other', day: 20_000, recipients: 1 });
      await manners.addAsked({ provider: 'other', day: 20_001, recipients: 2 });
      assert.deepEqual(await manners.listAsked(), [
        { provider: 'big', day: 20_000, recipients: 7 },
        { provider: 'other', day: 20_001, recipients: 2 },
      ]);
    });

    it('refuses all methods but release and close once it is closed, after the waiting work is written', async () => {
      const ticket = await ticketFor(plain);
      const open = await ticketFor(plain);
      const settled = store.accounts.settle(ticket, charge);
      await store.close();
      assert.deepEqual(await settled, { balance: 49 });
      await store.close();
      await assert.rejects(store.ping(), { code: 'closed' });
      const { release, ...accounts } = store.accounts;
      const methods = { ...accounts, ...store.profiles, ...store.lists, ...store.maintenance, ...store.manners };
      for (const [name, method] of Object.entries<(...given: never[]) => Promise<unknown>>(methods))
        await assert.rejects(method(), { code: 'closed' }, name);
      await release(open);
    });
  });
};
