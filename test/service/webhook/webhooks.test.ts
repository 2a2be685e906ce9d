import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openStore, type Store } from '../../../src/service/store/index.js';
import { SecretSealer, Webhooks } from '../../../src/service/webhook/index.js';
import { secret } from '../app/fixture.js';

const DAY = 86_400_000;
let store: Store;
let now: number;
let account: number;
let events: number;
let webhooks: Webhooks;

describe('the webhook of an account', () => {
  before(async () => void (store = await openStore({ database: ':memory:', purpose: 'service' })));
  after(() => store.close());
  beforeEach(async () => {
    now = Date.now();
    events = 0;
    webhooks = new Webhooks({
      store: store.webhooks,
      secret,
      now: () => now,
      internalHosts: ['hooks.internal'],
      onEvent: () => void events++,
    });
    ({ id: account } = await store.accounts.createAccount({ name: 'Shop', balance: 10, createdAt: now }));
  });

  it('has no secret and no URL at first', async () => {
    assert.deepEqual(await webhooks.info(account), { hasSecret: false });
    assert.equal(await webhooks.hasSecret(account), false);
  });

  it('is set with a secret that is shown once, and stays when the URL changes', async () => {
    const first = await webhooks.set(account, 'https://shop.com/Hook?a=b c');
    assert.equal(first.url, 'https://shop.com/Hook?a=b%20c');
    assert.match(first.secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(await webhooks.info(account), { url: 'https://shop.com/Hook?a=b%20c', hasSecret: true });
    const second = await webhooks.set(account, 'http://hooks.internal/');
    assert.deepEqual(second, { url: 'http://hooks.internal/', hasSecret: true });
    const kept = await store.webhooks.findWebhook(account);
    assert.equal(new SecretSealer(secret).open(kept?.sealedSecret ?? '', account), first.secret);
    assert.ok(!JSON.stringify(kept).includes((first.secret ?? '').slice(6, -1)));
  });

  it('may have a secret alone, and keeps a URL that was set before', async () => {
    assert.equal((await webhooks.set(account)).hasSecret, true);
    assert.deepEqual(await webhooks.info(account), { hasSecret: true });
    await webhooks.set(account, 'https://shop.com/');
    assert.deepEqual(await webhooks.set(account), { url: 'https://shop.com/', hasSecret: true });
  });

  const badUrls = [
    ...['', 'shop.com', 'http://shop.com/', 'ftp://shop.com/', 'https://', 'https://user@shop.com/'],
    ...['https://shop.com/#part', 'https://shop.com/#', 'https://localhost/', 'https://10.0.0.1/', 'https://hooks/'],
    ...['https://shop.com:25/', 'ftp://hooks.internal/', `https://shop.com/${'x'.repeat(2_048)}`],
    `https://shop.com/${'ü'.repeat(500)}`,
  ];
  for (const url of badUrls)
    it(`refuses a bad URL, and says what to do: ${url.slice(0, 40)}`, async () => {
      await assert.rejects(webhooks.set(account, url), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'bad-webhook');
        assert.match(error.message, /^The webhook's URL must .*\.$/);
        return true;
      });
      assert.equal(await webhooks.hasSecret(account), false);
    });

  it('is not set for an account that does not exist', async () => {
    await assert.rejects(webhooks.set(999, 'https://shop.com/'), { code: 'no-account' });
    for (const work of [webhooks.rotate(999), webhooks.sendTest(999)])
      await assert.rejects(work, { code: 'no-webhook' });
  });

  it('has the secret that was shown, if two are made at once', async () => {
    const shown = (await Promise.all([1, 2].map((each) => webhooks.set(account, `https://shop.com/${each}`)))).flatMap(
      (made) => made.secret ?? [],
    );
    const kept = await store.webhooks.findWebhook(account);
    assert.deepEqual(shown, [new SecretSealer(secret).open(kept?.sealedSecret ?? '', account)]);
  });

  it('has the rotated secret and the new URL, if both change at once', async () => {
    const { secret: former } = await webhooks.set(account, 'https://shop.com/');
    const [rotated] = await Promise.all([webhooks.rotate(account), webhooks.set(account, 'https://shop.com/new')]);
    const kept = await store.webhooks.findWebhook(account);
    const sealer = new SecretSealer(secret);
    assert.equal(kept?.url, 'https://shop.com/new');
    assert.equal(sealer.open(kept.sealedSecret, account), rotated.secret);
    assert.equal(sealer.open(kept.formerSealedSecret ?? '', account), former);
  });

  it('has a new secret after a rotation, and the former one for a day', async () => {
    const { secret: former } = await webhooks.set(account, 'https://shop.com/');
    const { secret: next, formerSecretUntil, url } = await webhooks.rotate(account);
    assert.notEqual(next, former);
    assert.deepEqual([formerSecretUntil, url], [now + DAY, 'https://shop.com/']);
    const kept = await store.webhooks.findWebhook(account);
    const sealer = new SecretSealer(secret);
    assert.deepEqual(
      [kept?.sealedSecret, kept?.formerSealedSecret].map((each) => sealer.open(each ?? '', account)),
      [next, former],
    );
    assert.equal((await webhooks.set(account, 'https://shop.com/other')).formerSecretUntil, now + DAY);
    now += DAY;
    assert.deepEqual(await webhooks.info(account), { url: 'https://shop.com/other', hasSecret: true });
  });

  it('is gone after its removal, with what waited', async () => {
    await webhooks.set(account, 'https://shop.com/');
    await webhooks.sendTest(account);
    assert.equal(await webhooks.remove(account), true);
    assert.equal(await webhooks.remove(account), false);
    assert.deepEqual(await webhooks.info(account), { hasSecret: false });
    assert.deepEqual(
      (await webhooks.deliveries(account)).map(({ state }) => state),
      ['failed'],
    );
  });

  it('sends a test event to its URL', async () => {
    await webhooks.set(account);
    await assert.rejects(webhooks.sendTest(account), { code: 'no-webhook' });
    await webhooks.set(account, 'https://shop.com/');
    const made = await webhooks.sendTest(account);
    assert.equal(events, 1);
    assert.match(made.event, /^evt_[\da-f]{32}$/);
    const { type, url, state, tries } = made;
    assert.deepEqual(
      { type, url, state, tries },
      { type: 'test', url: 'https://shop.com/', state: 'waiting', tries: 0 },
    );
    assert.deepEqual(await webhooks.deliveries(account), [made]);
  });

  it('sends a delivery again that was delivered or given up, of its own account', async () => {
    await webhooks.set(account, 'https://shop.com/');
    const { id } = await webhooks.sendTest(account);
    const states = async () => (await webhooks.deliveries(account)).map(({ state, tries }) => [state, tries]);
    for (const isDelivered of [true, false]) {
      await store.webhooks.keepTry(id, { at: now, isDelivered, answer: 'Status 500' });
      assert.deepEqual(await states(), [[isDelivered ? 'delivered' : 'failed', 1]]);
      assert.equal((await webhooks.deliveries(account))[0]?.lastAnswer, 'Status 500');
      assert.equal(await webhooks.sendAgain(account + 1, id), false);
      assert.equal(await webhooks.sendAgain(account, id), true);
      assert.deepEqual(await states(), [['waiting', 0]]);
    }
    assert.equal(events, 3);
  });

  it('forgets events that are older than so many days, but for those that wait', async () => {
    await webhooks.set(account, 'https://shop.com/');
    const { id } = await webhooks.sendTest(account);
    await webhooks.sendTest(account);
    await store.webhooks.keepTry(id, { at: now, isDelivered: true, answer: 'Status 200' });
    now += 31 * DAY;
    assert.ok((await webhooks.forgetOlderThan(32)) === 0);
    assert.ok((await webhooks.forgetOlderThan(30)) >= 1);
    assert.deepEqual(
      (await webhooks.deliveries(account)).map(({ state }) => state),
      ['waiting'],
    );
  });
});
