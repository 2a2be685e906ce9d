import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { RefusalError, type Client } from '../../../src/client/index.js';
import {
  CONCURRENT_CALLS,
  CONCURRENT_ENRICHED_CALLS,
  DAILY_CALLS_PER_NETWORK,
  ENRICHMENT_CREDITS,
  PHOTO_CREDITS,
  VALIDATION_CREDITS,
  wireDay,
  type RefusalKind,
} from '../../../src/wire/index.js';
import { askingWith, keyedCalls, type Asking } from './asking.js';
import { shop, startService, visiting, type Fixture } from './fixture.js';

const email = 'deliverable@shop.example';
const known = 'jane.doe@shop.example';
const today = wireDay(Date.now());
const day = 'Authentication Failed - The maximum number of calls per day reached.';

let fixture: Fixture;
before(async () => {
  fixture = await startService();
  const fields = { fullname: 'Jane Doe', firstname: 'Jane', lastname: 'Doe', photo: 'https://shop.example/jane.png' };
  await fixture.service.contacts.keep([
    { address: known, fields },
    { address: 'unknown@shop.example', fields },
  ]);
});
after(() => fixture.end());

/** A key of a new account with so many credits. */
const keyWith = async (credits: number): Promise<string> => {
  const { id: account } = await fixture.service.accounts.createAccount({ name: 'Another', credits });
  return (await fixture.service.accounts.createKey({ account, kind: 'private' })).key;
};

/** That a call is refused as the interface has it: status, error body, and what our client makes of them. */
const isRefused = async (
  { client, last }: Asking,
  call: (client: Client) => Promise<unknown>,
  status: number,
  kind: RefusalKind,
  words: string | RegExp,
  code: '0' | 'none' = '0',
) => {
  const error: unknown = await call(client).then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RefusalError, String(error));
  assert.equal(error.code, kind);
  const { service, ...body } = last()?.body as { service: { error: string; reason?: string }; error: string };
  const { reason, ...plain } = service;
  // The interface has one message for a key that is missing and one that is unknown.
  assert.equal(reason !== undefined, kind === 'wrong-key');
  assert.equal(last()?.status, status);
  assert.deepEqual(body, { success: '0', error: service.error });
  assert.deepEqual(plain, { error: body.error, ...(code === '0' && { code }) });
  if (typeof words === 'string') assert.equal(body.error, words);
  else assert.match(body.error, words);
  const said = [body.error, `${body.error} ${reason ?? ''}`].map((text) => `“${text}”`);
  assert.ok(
    said.some((text) => error.message.endsWith(text)),
    error.message,
  );
};

describe('the fields of an answer', () => {
  it('of single validation', async () => {
    const { client, last } = askingWith(fixture, await keyWith(40));
    const decoded = await client.validate(email);
    assert.deepEqual(last(), {
      status: 200,
      body: {
        service: {
          email,
          code: '5',
          role: 'false',
          free_email: 'false',
          result: 'Safe to Send',
          reason: 'Deliverable',
          send_transactional: '1',
          did_you_mean: '',
        },
        success: '1',
        balance: '39',
      },
    });
    assert.deepEqual(decoded, {
      email,
      code: 5,
      role: false,
      freeEmail: false,
      result: 'Safe to Send',
      reasons: ['Deliverable'],
      sendTransactional: true,
      didYouMean: '',
      balance: 39,
    });
  });

  const results: [email: string, result: string, code: string][] = [
    ['syntax@shop.example', 'Invalid', '1'],
    ['spam-trap@shop.example', 'Invalid', '2'],
    ['disposable@shop.example', 'Invalid', '3'],
    ['accept-all@shop.example', 'Risky', '4'],
    [email, 'Safe to Send', '5'],
    ['bounce@shop.example', 'Invalid', '6'],
    ['unknown@shop.example', 'Unknown', '7'],
    ['role@shop.example', 'Risky', '8'],
  ];
  for (const [address, result, code] of results)
    it(`of single validation of ${address}: ${result}`, async () => {
      const { client, last } = askingWith(fixture, fixture.keys.private);
      assert.equal((await client.validate(address)).result, result);
      const { service, success } = last()?.body as { service: Record<string, unknown>; success: string };
      assert.deepEqual([service['email'], service['result'], service['code'], success], [address, result, code, '1']);
      assert.ok(
        Object.values(service).every((each) => typeof each === 'string'),
        'every scalar is a string',
      );
    });

  it('of single validation with photo and with append', async () => {
    const { client, last } = askingWith(fixture, fixture.keys.private);
    const added = () => Object.entries((last()?.body as { service: Record<string, string> }).service).slice(8);
    await client.validate(known, { photo: true });
    assert.deepEqual(added(), [['photo', 'https://shop.example/jane.png']]);
    assert.deepEqual((await client.validate(known, { append: true })).enrichment, {
      fullName: 'Jane Doe',
      firstName: 'Jane',
      lastName: 'Doe',
      photo: 'https://shop.example/jane.png',
    });
    assert.deepEqual(added(), [
      ['fullname', 'Jane Doe'],
      ['firstname', 'Jane'],
      ['lastname', 'Doe'],
      ['photo', 'https://shop.example/jane.png'],
      ['inferred', ''],
    ]);
    await client.validate('bounce@shop.example', { photo: true });
    assert.deepEqual(added(), [['photo', '']]);
  });

  it('of a reverse look-up', async () => {
    const { client, last } = askingWith(fixture, fixture.keys.private);
    const decoded = await client.reverse(known);
    const {
      email: address,
      data,
      success,
      ...others
    } = last()?.body as { email: string; data: Record<string, unknown>; success: string };
    assert.deepEqual([address, success, others], [known, '1', {}]);
    assert.equal(data['fullname'], 'Jane Doe');
    assert.deepEqual(decoded, { email: known, data });
  });

  it('of the balance, also if it is 0', async () => {
    const { client, last } = askingWith(fixture, await keyWith(0));
    assert.deepEqual(await client.balance(), { balance: 0 });
    assert.deepEqual(last(), { status: 200, body: { balance: '0', success: '1' } });
  });

  it('of usage', async () => {
    const key = await keyWith(40);
    const { client, last } = askingWith(fixture, key);
    await client.validate(email);
    await client.validate('unknown@shop.example');
    assert.deepEqual(await client.usage({ start: '20-08-14', end: today }), {
      start: '20-08-14',
      end: today,
      calls: 2,
      days: [{ day: today, calls: 2, credits: 1 }],
    });
    const { api, start, end, calls } = (last()?.body as { service: Record<string, string> }).service;
    assert.deepEqual([api, start, end, calls], [`*********${key.slice(-4)}`, '20-08-14', today, '2']);
  });

  it('of a public key: the same without the balance, unless the key shows it', async () => {
    assert.equal('balance' in (await askingWith(fixture, fixture.keys.public).client.validate(email)), false);
    assert.equal('balance' in (await askingWith(fixture, fixture.keys.showing).client.validate(email)), true);
  });

  it('of the detector', async () => {
    const { client, last } = askingWith(fixture, undefined);
    assert.equal(await client.isDisposable('mailinator.example'), true);
    assert.deepEqual(last(), { status: 200, body: { disposable: 'true' } });
    assert.equal(await client.isDisposable(email), false);
    assert.deepEqual(last(), { status: 200, body: { disposable: 'false' } });
  });
});

describe('a refusal', () => {
  for (const [name, call] of Object.entries(keyedCalls)) {
    it(`401 of ${name}: a missing key, and an unknown one`, async () => {
      for (const key of [undefined, 'AbCdEfGhIjKlM', 'public_AbCdEfGhIjKlMnOpQrStUv', 'x'.repeat(3_000)])
        await isRefused(askingWith(fixture, key), call, 401, 'wrong-key', 'Wrong API');
    });
    it(`401 of ${name}: a revoked key`, async () => {
      const { id, key } = await fixture.service.accounts.createKey({ account: fixture.account, kind: 'private' });
      await fixture.service.accounts.revokeKey(id);
      await isRefused(askingWith(fixture, key), call, 401, 'wrong-key', 'Wrong API');
    });
    if (name !== 'validate')
      it(`403 of ${name}: a public key`, () =>
        isRefused(
          askingWith(fixture, fixture.keys.public),
          call,
          403,
          'forbidden',
          /^A public key allows only single validations/,
        ));
  }

  const forbidden: [
    name: string,
    call: (client: Client) => Promise<unknown>,
    headers: Record<string, string>,
    words: RegExp,
  ][] = [
    [
      'append with a public key',
      (client) => client.validate(email, { append: true }),
      { Origin: shop },
      /append and photo/,
    ],
    [
      'photo with a public key',
      (client) => client.validate(email, { photo: true }),
      { Origin: shop },
      /append and photo/,
    ],
    [
      'a public key on another page',
      keyedCalls.validate,
      { Origin: 'https://evil.example' },
      /^https:\/\/evil\.example is not among the approved origins/,
    ],
    ['a public key outside pages', keyedCalls.validate, {}, /names no origin/],
  ];
  for (const [name, call, headers, words] of forbidden)
    it(`403: ${name}`, () =>
      isRefused(askingWith(fixture, fixture.keys.public, headers), call, 403, 'forbidden', words));

  const unaffordable: [name: string, credits: number, call: (client: Client) => Promise<unknown>][] = [
    ['validate with nothing', 0, keyedCalls.validate],
    ['photo with the price of a validation', VALIDATION_CREDITS, (client) => client.validate(email, { photo: true })],
    ['append with a credit too few', ENRICHMENT_CREDITS, (client) => client.validate(email, { append: true })],
    ['reverse with a credit too few', ENRICHMENT_CREDITS - 1, keyedCalls.reverse],
  ];
  for (const [name, credits, call] of unaffordable)
    it(`402: ${name}`, async () =>
      isRefused(askingWith(fixture, await keyWith(credits)), call, 402, 'no-credits', 'Credits Low'));

  const malformed: [name: string, call: (client: Client) => Promise<unknown>, words: RegExp][] = [
    ['validate without an address', (client) => client.validate(''), /"email" is missing/],
    ['reverse without an address', (client) => client.reverse(''), /"email" is missing/],
    ['reverse of no address', (client) => client.reverse('jane@@shop.example'), /"email" is not an address/],
    ['usage without its start', (client) => client.usage({ start: '', end: today }), /"start" is missing/],
    ['usage without its end', (client) => client.usage({ start: '20-08-14', end: '' }), /"end" is missing/],
    [
      'usage from before 20-08-14',
      (client) => client.usage({ start: '20-08-13', end: today }),
      /"start" is before 20-08-14/,
    ],
    [
      'usage until after today',
      (client) => client.usage({ start: '20-08-14', end: '99-12-31' }),
      /"end" is after today/,
    ],
    [
      'usage the wrong way round',
      (client) => client.usage({ start: today, end: '20-08-14' }),
      /"start" is after "end"/,
    ],
    [
      'usage of no day',
      (client) => client.usage({ start: '21-02-29', end: today }),
      /"start" is 21-02-29, which is not a date/,
    ],
    [
      'usage in another form',
      (client) => client.usage({ start: '2021/02/28', end: today }),
      /"start" must be written as YY-MM-DD/,
    ],
  ];
  for (const [name, call, words] of malformed)
    it(`400: ${name}`, () => isRefused(askingWith(fixture, fixture.keys.private), call, 400, 'bad-request', words));

  it('400 of the detector: neither an address nor a domain', () =>
    isRefused(
      askingWith(fixture, undefined),
      (client) => client.isDisposable('a b'),
      400,
      'bad-request',
      /neither an address nor a domain/,
    ));
});

describe('a price', () => {
  const rows: [what: string, call: (client: Client) => Promise<unknown>, credits: number][] = [
    ['a verdict', (client) => client.validate(email), VALIDATION_CREDITS],
    ['Unknown', (client) => client.validate('unknown@shop.example'), 0],
    ['a photo that was found', (client) => client.validate(known, { photo: true }), VALIDATION_CREDITS + PHOTO_CREDITS],
    [
      'an enrichment that was found',
      (client) => client.validate(known, { append: true }),
      VALIDATION_CREDITS + ENRICHMENT_CREDITS,
    ],
    [
      'both',
      (client) => client.validate(known, { append: true, photo: true }),
      VALIDATION_CREDITS + PHOTO_CREDITS + ENRICHMENT_CREDITS,
    ],
    ['a photo that was not', (client) => client.validate(email, { photo: true }), VALIDATION_CREDITS],
    ['an enrichment that was not', (client) => client.validate(email, { append: true }), VALIDATION_CREDITS],
    ['Unknown with a photo', (client) => client.validate('unknown@shop.example', { photo: true }), PHOTO_CREDITS],
    ['a reverse look-up that found something', (client) => client.reverse(known), ENRICHMENT_CREDITS],
    ['a reverse look-up that did not', (client) => client.reverse(email), 0],
    ['the balance', (client) => client.balance(), 0],
    ['usage', (client) => client.usage({ start: '20-08-14', end: today }), 0],
    ['the detector', (client) => client.isDisposable(email), 0],
  ];
  for (const [what, call, credits] of rows)
    it(`of ${what} is ${credits}`, async () => {
      const { client } = askingWith(fixture, await keyWith(100));
      await call(client);
      assert.deepEqual(await client.balance(), { balance: 100 - credits });
    });
});

describe('a limit', () => {
  const waiting = (client: Client) => client.validate('waiting@shop.example');
  const waitingEnriched = (client: Client) => client.validate('waiting@shop.example', { photo: true });
  const atOnce: [calls: number, kind: string, call: (client: Client) => Promise<unknown>][] = [
    [CONCURRENT_CALLS, 'validations', waiting],
    [CONCURRENT_ENRICHED_CALLS, 'enriched ones', waitingEnriched],
  ];
  for (const [calls, kind, call] of atOnce)
    it(`of ${calls} ${kind} at once a private key`, async (t) => {
      const own = await startService();
      t.after(() => own.end());
      const { client } = askingWith(own, own.keys.private);
      const underWay = Array.from({ length: calls }, () => call(client));
      await own.gate.reached(calls);
      const another = askingWith(own, own.keys.private);
      const refused = call(another.client);
      while (another.last()?.status !== 429) await setTimeout(10);
      const error = 'Maximum concurrent calls reached';
      assert.deepEqual(another.last()?.body, { success: '0', error, service: { error, code: '0' } });
      assert.ok(await another.client.balance(), 'other calls are answered');
      own.gate.open();
      await Promise.all(underWay);
      await refused;
    });

  it(`of ${DAILY_CALLS_PER_NETWORK} validations a day and network a public key`, async (t) => {
    const own = await startService();
    t.after(() => own.end());
    const asking = askingWith(own, own.keys.public, visiting);
    for (let count = 0; count < DAILY_CALLS_PER_NETWORK; count++) await keyedCalls.validate(asking.client);
    await isRefused(asking, keyedCalls.validate, 429, 'daily-limit', day, 'none');
  });
});
