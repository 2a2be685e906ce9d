import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createClient, RefusalError, type Client, type ValidateOptions } from '../../../src/client/index.js';
import { inferenceProviders } from '../../../src/service/enrichment/inference.js';
import type { Provider } from '../../../src/service/enrichment/index.js';
import type { CallEntry } from '../../../src/service/index.js';
import { loadReputation } from '../../../src/service/reputation/index.js';
import { Gate, shop, startService, type Fixture } from './fixture.js';

const portrait = 'https://photos.example/jane.png';
const contacts = [
  {
    address: 'jane.doe@shop.com',
    fields: {
      fullname: 'Jane M. Doe',
      firstname: 'Jane',
      lastname: 'Doe',
      photo: portrait,
      organization: 'Shop Ltd',
      city: 'Bern',
    },
  },
  { address: 'face@shop.com', fields: { photo: portrait } },
  { address: 'named@shop.com', fields: { firstname: 'Nam', lastname: 'Ed' } },
  { address: 'city@shop.com', fields: { city: 'Bern' } },
  { address: 'unknown.jane@shop.com', fields: { fullname: 'Jane', photo: portrait } },
  { address: 'syntax@shop.com', fields: { fullname: 'Jane' } },
];
const inferring = inferenceProviders({
  reputation: loadReputation(),
  organizationOf: (domain) => Promise.resolve(domain === 'acme.com' ? 'ACME' : undefined),
  findMailHosts: () =>
    Promise.resolve({
      kind: 'hosts',
      hosts: [{ name: 'aspmx.l.google.com', preference: 1, addresses: [] }],
      implicit: false,
    }),
});
const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof RefusalError ? error.code : String(error)),
  );

describe('enrichment over HTTP', () => {
  let fixture: Fixture;
  let client: Client;
  before(async () => {
    fixture = await startService({ providers: inferring });
    await fixture.service.contacts.keep(contacts);
    client = createClient({ baseUrl: fixture.url, apiKey: fixture.keys.private });
  });
  after(() => fixture.end());
  const fieldsOf = async (query: Record<string, string>) => {
    const response = await fixture.get('/v1/', { api: fixture.keys.private, ...query });
    const { service } = (await response.json()) as { service: Record<string, string> };
    const { fullname, firstname, lastname, photo, inferred } = service;
    return { fullname, firstname, lastname, photo, inferred };
  };
  const costOf = async (call: () => Promise<unknown>) => {
    const { balance } = await client.balance();
    await call();
    return balance - (await client.balance()).balance;
  };

  const none = {
    fullname: undefined,
    firstname: undefined,
    lastname: undefined,
    photo: undefined,
    inferred: undefined,
  };
  const blank = { fullname: '', firstname: '', lastname: '', photo: '', inferred: '' };
  const jane = { fullname: 'Jane M. Doe', firstname: 'Jane', lastname: 'Doe', photo: portrait, inferred: '' };
  const rows: readonly (readonly [
    what: string,
    email: string,
    flags: Record<string, string>,
    fields: object,
    credits: number,
  ])[] = [
    ['nothing if nothing is asked for', 'jane.doe@shop.com', {}, none, 1],
    ['a photo alone', 'jane.doe@shop.com', { photo: 'true' }, { ...none, photo: portrait }, 2],
    ['no photo if there is none', 'named@shop.com', { photo: '1' }, { ...none, photo: '' }, 1],
    ['name and photo', 'jane.doe@shop.com', { append: 'true' }, jane, 21],
    ['name and photo for both', 'Jane.Doe@SHOP.com', { append: 'true', photo: 'true' }, jane, 22],
    ['a photo without a name', 'face@shop.com', { append: 'true' }, { ...blank, photo: portrait }, 21],
    [
      'a name without a photo',
      'named@shop.com',
      { append: 'true', photo: 'true' },
      { ...blank, fullname: 'Nam Ed', firstname: 'Nam', lastname: 'Ed' },
      21,
    ],
    [
      'an inferred name, which costs nothing',
      'max.muster@acme.com',
      { append: 'true' },
      {
        fullname: 'Max Muster',
        firstname: 'Max',
        lastname: 'Muster',
        photo: '',
        inferred: 'fullname,firstname,lastname',
      },
      1,
    ],
    [
      'half an inferred name',
      'm.muster@acme.com',
      { append: 'true', photo: 'true' },
      { ...blank, fullname: 'M. Muster', lastname: 'Muster', inferred: 'fullname,lastname' },
      1,
    ],
    ['nothing of what the contact says beside', 'city@shop.com', { append: 'true' }, blank, 1],
    ['nothing of a stranger', 'stranger@shop.com', { append: 'true', photo: 'true' }, blank, 1],
    [
      'an enrichment beside Unknown',
      'unknown.jane@shop.com',
      { append: 'true', photo: 'true' },
      { ...blank, fullname: 'Jane', photo: portrait },
      21,
    ],
    ['nothing beside Unknown', 'unknown@shop.com', { append: 'true', photo: 'true' }, blank, 0],
    ['nothing of what is no address', 'syntax@@shop.com', { append: 'true', photo: 'true' }, blank, 1],
    ['nothing if the flags are off', 'jane.doe@shop.com', { append: 'false', photo: '0' }, none, 1],
  ];
  for (const [what, email, flags, fields, credits] of rows)
    it(`answers ${what}, for ${credits}: ${email} ${Object.keys(flags).join(' and ')}`, async () => {
      const { balance } = await client.balance();
      assert.deepEqual(await fieldsOf({ email, ...flags }), fields);
      assert.equal(balance - (await client.balance()).balance, credits);
    });

  it('returns to our client the found and inferred fields, and the balance after the call', async () => {
    const { balance } = await client.balance();
    const found = await client.validate('jane.doe@shop.com', { append: true });
    assert.deepEqual(found.enrichment, {
      fullName: 'Jane M. Doe',
      firstName: 'Jane',
      lastName: 'Doe',
      photo: portrait,
    });
    assert.equal(found.balance, balance - 21);
    const inferred = await client.validate('max.muster@acme.com', { append: true });
    assert.deepEqual(inferred.enrichment?.inferred, ['fullName', 'firstName', 'lastName']);
    assert.equal((await client.validate('stranger@shop.com', { append: true })).enrichment, undefined);
  });

  it('answers reverse look-ups with all known data, for 20 credits if any was found', async () => {
    const look = async (email: string) => {
      let found;
      const cost = await costOf(async () => (found = await client.reverse(email)));
      return [found, cost];
    };
    const inferred = ['domain', 'mail_host'];
    assert.deepEqual(await look('jane.doe@shop.com'), [
      {
        email: 'jane.doe@shop.com',
        data: { ...contacts[0]?.fields, domain: 'shop.com', mail_host: 'google workspace', inferred },
      },
      20,
    ]);
    assert.deepEqual(await look('city@shop.com'), [
      { email: 'city@shop.com', data: { city: 'Bern', domain: 'shop.com', mail_host: 'google workspace', inferred } },
      20,
    ]);
    assert.deepEqual(await look('max.muster@acme.com'), [
      {
        email: 'max.muster@acme.com',
        data: {
          ...{
            fullname: 'Max Muster',
            firstname: 'Max',
            lastname: 'Muster',
            organization: 'ACME',
            domain: 'acme.com',
            mail_host: 'google workspace',
          },
          inferred: ['fullname', 'firstname', 'lastname', 'organization', 'domain', 'mail_host'],
        },
      },
      0,
    ]);
    assert.deepEqual(
      fixture.entries.filter(({ path }) => path === '/v1/reverse/').map(({ status, credits }) => [status, credits]),
      [
        [200, 20],
        [200, 20],
        [200, 0],
      ],
    );
  });

  const malformed: readonly (readonly [query: Record<string, string>, words: RegExp])[] = [
    [{}, /"email" is missing: add email=…/],
    [{ email: '' }, /"email" is missing/],
    [{ email: 'jane' }, /"email" is not an address, the @ is missing: write one such as jane@example\.com/],
    [{ email: '@shop.com' }, /the part before the @ is missing at character 1:/],
    [{ email: 'jane@' }, /the part after the @ is missing:/],
    [{ email: 'a@b@shop.com' }, /there is more than one @ at character 4:/],
    [{ email: 'jane doe@shop.com' }, /it contains whitespace at character 5: .*\(\+ is %2B\)/],
    [{ email: 'jane..doe@shop.com' }, /a dot is at the start or end of a part, or follows another dot/],
    [{ email: `${'x'.repeat(65)}@shop.com` }, /it is too long/],
    [{ email: 'jane@[192.0.2.1]' }, /it contains a character that is not allowed/],
    [{ email: '\u0000@shop.com' }, /it contains a character that is not allowed/],
  ];
  for (const [query, words] of malformed)
    it(`refuses a reverse look-up of ${JSON.stringify(query['email']?.slice(0, 20))} with a message about the fault`, async () => {
      const response = await fixture.get('/v1/reverse/', { api: fixture.keys.private, ...query });
      assert.equal(response.status, 400);
      const body = (await response.json()) as {
        service: { error: string; code: string };
        success: string;
        error: string;
      };
      assert.match(body.error, words);
      assert.deepEqual(body, { service: { error: body.error, code: '0' }, success: '0', error: body.error });
    });

  it('refuses reverse look-ups as the interface does', async () => {
    const refusal = (apiKey: string) =>
      refusalOf(createClient({ baseUrl: fixture.url, apiKey }).reverse('jane.doe@shop.com'));
    assert.equal(await refusal('AbCdEfGhIjKlM'), 'wrong-key');
    assert.equal(
      await refusalOf(createClient({ baseUrl: fixture.url, apiKey: '' }).reverse('no address')),
      'wrong-key',
      'faults are told to key holders alone',
    );
    assert.equal(
      (await fixture.get('/v1/reverse/', { api: fixture.keys.public, email: 'jane.doe@shop.com' }, { Origin: shop }))
        .status,
      403,
    );
  });

  it('keeps addresses and keys from observers', () => {
    assert.doesNotMatch(JSON.stringify(fixture.entries), /shop\.com|acme\.com|jane/i);
    assert.deepEqual(fixture.faults, []);
  });
});

describe('enrichment and credits', () => {
  let gate: Gate;
  let fixture: Fixture;
  const faults = () => fixture.faults.map(String);
  const waiting: Provider = {
    name: 'a test',
    isInferring: false,
    timeoutMs: 60_000,
    async find({ localPart }, signal) {
      if (localPart === 'failing') throw new Error('Inside information.');
      if (localPart === 'slow') await Promise.race([gate.pass(), once(signal, 'abort')]);
      return localPart === 'slow' ? { fullname: 'Slow' } : {};
    },
  };
  const clientWith = async (account: number, send = fetch) =>
    createClient({
      baseUrl: fixture.url,
      fetch: send,
      apiKey: (await fixture.service.accounts.createKey({ account, kind: 'private' })).key,
    });
  const accountWith = async (credits: number) =>
    (await fixture.service.accounts.createAccount({ name: 'Other', credits })).id;
  beforeEach(() => void (gate = new Gate()));
  before(async () => {
    fixture = await startService({ providers: [waiting] });
    await fixture.service.contacts.keep(contacts);
  });
  after(() => fixture.end());

  it('reserves the maximum price of a call, and refuses if the balance is less', async () => {
    const rows: readonly (readonly [credits: number, call: (client: Client) => Promise<unknown>, outcome: string])[] = [
      [20, (client) => client.validate('jane.doe@shop.com', { append: true }), 'no-credits'],
      [21, (client) => client.validate('jane.doe@shop.com', { append: true }), 'answered'],
      [21, (client) => client.validate('jane.doe@shop.com', { append: true, photo: true }), 'no-credits'],
      [22, (client) => client.validate('jane.doe@shop.com', { append: true, photo: true }), 'answered'],
      [1, (client) => client.validate('jane.doe@shop.com', { photo: true }), 'no-credits'],
      [2, (client) => client.validate('jane.doe@shop.com', { photo: true }), 'answered'],
      [19, (client) => client.reverse('stranger@shop.com'), 'no-credits'],
      [20, (client) => client.reverse('jane.doe@shop.com'), 'answered'],
    ];
    for (const [credits, call, outcome] of rows) {
      const client = await clientWith(await accountWith(credits));
      assert.equal(await refusalOf(call(client)), outcome);
      assert.equal((await client.balance()).balance, outcome === 'answered' ? 0 : credits);
    }
  });

  it('allows two enriched calls of a key at once, including reverse look-ups', async () => {
    const statuses: number[] = [];
    const client = await clientWith(await accountWith(100), async (...request) => {
      const response = await fetch(...request);
      statuses.push(response.status);
      return response;
    });
    const slow: Promise<unknown>[] = [
      client.reverse('slow@shop.com'),
      client.validate('slow@shop.com', { append: true }),
    ];
    await gate.reached(2);
    for (const call of [
      () => client.reverse('jane.doe@shop.com'),
      () => client.validate('jane.doe@shop.com', { photo: true }),
    ]) {
      const refused = statuses.length;
      // The client asks again until there is room.
      slow.push(call());
      while (statuses.length === refused) await setTimeout(10);
      assert.equal(statuses.at(-1), 429);
    }
    assert.equal(await refusalOf(client.validate('jane.doe@shop.com')), 'answered');
    gate.open();
    await Promise.all(slow);
    assert.equal((await client.balance()).balance, 100 - 1 - 20 - 21 - 20 - 2);
  });

  it('charges nothing to callers who leave, and stores nothing about them', async () => {
    const client = await clientWith(await accountWith(42));
    for (const call of ['reverse', 'validate', 'reverse', 'validate'] as const) {
      const left = new Promise<CallEntry>((resolve) => (fixture.told = resolve));
      const leaving = new AbortController();
      const options = call === 'validate' ? { append: true, signal: leaving.signal } : { signal: leaving.signal };
      const asked = refusalOf(client[call]('slow@shop.com', options));
      await gate.reached(1);
      leaving.abort();
      await asked;
      const { status, credits } = await left;
      assert.deepEqual([status, credits], [499, 0]);
      gate = new Gate();
    }
    assert.equal((await client.balance()).balance, 42);
    assert.equal((await client.validate('jane.doe@shop.com', { append: true })).balance, 21);
  });

  it('returns reserved credits if the engine or a provider fails', async () => {
    const client = await clientWith(await accountWith(42));
    for (let count = 0; count < 5; count++)
      assert.notEqual(await refusalOf(client.validate('broken@shop.com', { append: true, photo: true })), 'answered');
    const before = faults().length;
    assert.equal((await client.validate('failing@shop.com', { append: true })).balance, 41);
    assert.match(faults()[before] ?? '', /The provider "a test" failed: its data is missing/);
    assert.doesNotMatch(faults().join(), /shop\.com/);
  });

  const storms: readonly (readonly [
    name: string,
    options: ValidateOptions,
    email: string,
    answered: number,
    left: number,
  ])[] = [
    ['append', { append: true }, 'jane.doe@shop.com', 2, 8],
    ['append and photo', { append: true, photo: true }, 'jane.doe@shop.com', 2, 6],
    ['photo', { photo: true }, 'jane.doe@shop.com', 25, 0],
    ['plain', {}, 'jane.doe@shop.com', 50, 0],
  ];
  for (const [name, options, email, answered, left] of storms)
    it(`answers ${answered} of 200 calls at once on a balance of 50: ${name}`, async () => {
      const account = await accountWith(50);
      const clients = await Promise.all(Array.from({ length: 100 }, () => clientWith(account)));
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, index) => refusalOf(clients[index % 100]!.validate(email, options))),
      );
      assert.deepEqual([...new Set(outcomes)].sort(), ['answered', 'no-credits']);
      assert.equal(outcomes.filter((outcome) => outcome === 'answered').length, answered);
      assert.equal((await clients[0]!.balance()).balance, left);
    });

  it('charges 200 concurrent calls of every kind their own price, and never below zero', async () => {
    const account = await accountWith(50);
    const clients = await Promise.all(Array.from({ length: 100 }, () => clientWith(account)));
    fixture.entries.length = 0;
    const calls: readonly ((client: Client) => Promise<unknown>)[] = [
      (client) => client.validate('unknown@shop.com', { append: true, photo: true }),
      (client) => client.validate('stranger@shop.com', { append: true }),
      (client) => client.validate('face@shop.com', { photo: true }),
      (client) => client.reverse('stranger@shop.com'),
      (client) => client.reverse('city@shop.com'),
      (client) => client.validate('deliverable@shop.com'),
      (client) => client.validate('broken@shop.com', { append: true }),
    ];
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => refusalOf(calls[index % calls.length]!(clients[index % 100]!))),
    );
    const charged = fixture.entries.reduce((sum, { credits }) => sum + credits, 0);
    const { balance } = await clients[0]!.balance();
    assert.equal(balance, 50 - charged);
    assert.ok(balance >= 0 && charged > 0);
  });
});
