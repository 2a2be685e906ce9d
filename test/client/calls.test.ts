import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createClient, type Client, type ClientOptions } from '../../src/client/index.js';
import { json, startLoopback, type Loopback } from './loopback.js';

const apiKey = 'abc1234567890';
const email = 'jane@example.com';

let service: Loopback;
before(async () => (service = await startLoopback()));
after(() => service.end());

const clientOf = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl: service.url, apiKey, ...options });

describe('a call', () => {
  const validated = {
    service: {
      email,
      code: '5',
      role: 'false',
      free_email: 'true',
      result: 'Safe to Send',
      reason: 'Deliverable',
      send_transactional: '1',
    },
  };
  const validation = {
    email,
    code: 5,
    role: false,
    freeEmail: true,
    result: 'Safe to Send',
    reasons: ['Deliverable'],
    sendTransactional: true,
    didYouMean: '',
  };
  const status = { list_id: '77', status: 'preparing', percentage: '40', download_link: '' };
  const used = { api: apiKey, start: '24-01-01', end: '24-01-31', calls: '12' };

  const rows: [what: string, call: (client: Client) => Promise<unknown>, url: string, body: object, value: unknown][] =
    [
      [
        'validate',
        (client) => client.validate(email),
        `/v1/?api=${apiKey}&email=jane%40example.com`,
        { ...validated, balance: '39' },
        { ...validation, balance: 39 },
      ],
      [
        'validate with all that it may be asked',
        (client) => client.validate(email, { photo: true, append: true, workspace: true }),
        `/v1/?api=${apiKey}&email=jane%40example.com&photo=true&append=true&workspace=true`,
        { service: { ...validated.service, fullname: 'Jane Doe', photo: 'https://example.com/jane.png' } },
        {
          ...validation,
          enrichment: { fullName: 'Jane Doe', firstName: '', lastName: '', photo: 'https://example.com/jane.png' },
        },
      ],
      [
        'validate with flags that are off',
        (client) => client.validate(email, { photo: false, append: undefined, workspace: false }),
        `/v1/?api=${apiKey}&email=jane%40example.com`,
        validated,
        validation,
      ],
      [
        'reverse',
        (client) => client.reverse(email),
        `/v1/reverse/?api=${apiKey}&email=jane%40example.com`,
        { email, data: { name: 'Jane' } },
        { email, data: { name: 'Jane' } },
      ],
      [
        'balance',
        (client) => client.balance(),
        `/v1/balance/?api=${apiKey}`,
        { balance: '3198.6' },
        { balance: 3198.6 },
      ],
      [
        'usage, without the echoed key',
        (client) => client.usage({ start: '24-01-01', end: '24-01-31' }),
        `/v1/usage/?api=${apiKey}&start=24-01-01&end=24-01-31`,
        { service: used },
        { start: '24-01-01', end: '24-01-31', calls: 12 },
      ],
      [
        'uploadList',
        (client) => client.uploadList({ url: 'https://example.com/a b.csv?x=1&y=2' }),
        `/v1/upload/?api=${apiKey}&url=https%3A%2F%2Fexample.com%2Fa+b.csv%3Fx%3D1%26y%3D2`,
        { service: { list_id: '77', list_name: 'a b.csv' } },
        { listId: '77', listName: 'a b.csv' },
      ],
      [
        'uploadList with a name',
        (client) => client.uploadList({ url: 'https://example.com/a.csv', name: 'spring' }),
        `/v1/upload/?api=${apiKey}&url=https%3A%2F%2Fexample.com%2Fa.csv&name=spring`,
        { service: { list_id: 77, list_name: 'spring' } },
        { listId: '77', listName: 'spring' },
      ],
      [
        'listStatus',
        (client) => client.listStatus('7&7'),
        `/v1/status/?api=${apiKey}&list_id=7%267`,
        { service: status },
        {
          listId: '77',
          status: 'processing',
          percentage: 40,
          downloadLink: '',
          reason: '',
          column: '',
        },
      ],
      [
        'isDisposable of an address, without the key',
        (client) => client.isDisposable(email),
        '/disposable/?email=jane%40example.com',
        { disposable: 'true' },
        true,
      ],
      [
        'isDisposable of a domain, without the key',
        (client) => client.isDisposable('example.com'),
        '/disposable/?email=example.com',
        { disposable: 'false' },
        false,
      ],
    ];
  for (const [what, call, url, body, value] of rows) {
    it(`requests and decodes: ${what}`, async () => {
      service.answer(json({ ...body, ...(!('disposable' in body) && { success: '1' }) }));
      assert.deepEqual(await call(clientOf()), value);
      assert.deepEqual(service.asked, [url]);
    });
  }

  const addresses: [string, string][] = [
    ['jane+news@example.com', 'jane%2Bnews%40example.com'],
    ["o'neil&co=a#b?c/d%e@example.com", 'o%27neil%26co%3Da%23b%3Fc%2Fd%25e%40example.com'],
    ['"a b"@example.com', '%22a+b%22%40example.com'],
    ['jos\u00e9@example.com', 'jos%C3%A9%40example.com'],
  ];
  for (const [address, encoded] of addresses) {
    it(`encodes ${address}`, async () => {
      service.answer(json(validated));
      await clientOf().validate(address);
      assert.deepEqual(service.asked, [`/v1/?api=${apiKey}&email=${encoded}`]);
      assert.equal(new URL(service.asked[0] ?? '', service.url).searchParams.get('email'), address);
    });
  }

  it('encodes the key', async () => {
    service.answer(json({ balance: '1' }));
    await clientOf({ apiKey: 'a+b&c=d' }).balance();
    assert.deepEqual(service.asked, ['/v1/balance/?api=a%2Bb%26c%3Dd']);
  });

  it('sends no key if none is configured', async () => {
    service.answer(json(validated));
    await clientOf({ apiKey: undefined }).validate(email);
    assert.deepEqual(service.asked, ['/v1/?email=jane%40example.com']);
  });

  it('sends the key in the query and in no header', async () => {
    service.answer(json({ balance: '1' }));
    await clientOf().balance();
    assert.ok(service.asked[0]?.includes(apiKey));
    assert.doesNotMatch(JSON.stringify(service.headers), new RegExp(apiKey));
  });

  it("uses the service's name of the workspace parameter", async () => {
    service.answer(json(validated));
    await clientOf({ workspaceParam: 'hosted' }).validate(email, { workspace: true });
    assert.deepEqual(service.asked, [`/v1/?api=${apiKey}&email=jane%40example.com&hosted=true`]);
  });

  it('is read in the envelope that the service uses', async () => {
    service.answer(json({ verifier: validated.service, success: '1' }));
    assert.deepEqual(await clientOf({ envelope: 'verifier' }).validate(email), validation);
    service.answer(json({ verifier: { error: 'Credits Low', code: '0' }, success: '0' }));
    await assert.rejects(clientOf({ envelope: 'verifier' }).validate(email), {
      code: 'no-credits',
      message: /“Credits Low”/,
    });
  });
});

describe('the days of usage', () => {
  const today = new Date().toISOString();
  const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(2, 10);
  const rows: readonly (readonly [days: Parameters<Client['usage']>[0], start: string, end: string])[] = [
    [undefined, ago(29), ago(0)],
    [{}, ago(29), ago(0)],
    [{ start: new Date('2026-11-01T23:30:00-05:00') }, '26-11-02', ago(0)],
    [{ end: '2026-03-01' }, '26-01-31', '26-03-01'],
    [{ start: '2026-11-28', end: new Date(today) }, '26-11-28', ago(0)],
    [{ start: '2026-11-27T22:00:00-03:00', end: '26-11-28' }, '26-11-28', '26-11-28'],
    [{ start: '1999-01-01', end: 'yesterday' }, '1999-01-01', 'yesterday'],
    [{ end: 'yesterday' }, 'yesterday', 'yesterday'],
  ];
  for (const [days, start, end] of rows)
    it(`are ${start} to ${end}: ${JSON.stringify(days)}`, async () => {
      service.answer(json({ service: { start, end, calls: '0' }, success: '1' }));
      await clientOf().usage(days);
      assert.deepEqual(service.asked, [`/v1/usage/?api=${apiKey}&start=${start}&end=${end}`]);
    });

  it('are refused if a Date is invalid', async () => {
    service.answer(json({}));
    await assert.rejects(clientOf().usage({ start: new Date('nonsense') }), /a Date is invalid/);
    assert.deepEqual(service.asked, []);
  });
});

describe('the addresses of the hosts', () => {
  const asks = async (options: Partial<ClientOptions>) => {
    service.answer((response, request) => {
      const body = request.url?.includes('/status/')
        ? { list_id: '7', status: 'queued' }
        : { balance: '1', disposable: 'true' };
      json(body)(response, request);
    });
    const client = clientOf({ apiKey: 'k', ...options });
    await client.balance();
    await client.listStatus('7');
    await client.isDisposable('a.com');
    return [...service.asked, client.logoUrl('a.com').replace(service.url, '')];
  };
  const underBase = (base: string) => [
    `${base}/v1/balance/?api=k`,
    `${base}/v1/status/?api=k&list_id=7`,
    `${base}/disposable/?email=a.com`,
    `${base}/logo/a.com`,
  ];

  it('are derived from the base URL, with or without slashes at its end', async () => {
    assert.deepEqual(await asks({}), underBase(''));
    assert.deepEqual(await asks({ baseUrl: `${service.url}/` }), underBase(''));
    assert.deepEqual(await asks({ baseUrl: `${service.url}///` }), underBase(''));
    assert.deepEqual(await asks({ baseUrl: `${service.url}/checks//` }), underBase('/checks'));
  });

  it('are all replaced if set', async () => {
    const given = { bulkUrl: `${service.url}/b/`, disposableUrl: `${service.url}/d//`, logoUrl: `${service.url}/l/` };
    assert.deepEqual(await asks(given), [
      '/v1/balance/?api=k',
      '/b/v1/status/?api=k&list_id=7',
      '/d/?email=a.com',
      '/l/a.com',
    ]);
  });

  it('are the defaults if they are empty', async () => {
    assert.deepEqual(await asks({ bulkUrl: '', disposableUrl: '', logoUrl: '' }), underBase(''));
  });
});

describe('the fetch option', () => {
  const calls: [string, RequestInit][] = [];
  const fetch_: typeof fetch = (input, init) => {
    calls.push([input as string, init ?? {}]);
    return fetch(input, init);
  };
  beforeEach(() => {
    calls.length = 0;
    service.answer(json({ balance: '1' }));
  });

  it('is called instead of the global fetch', async () => {
    const everywhere = globalThis.fetch;
    const client = clientOf({
      fetch: (input, init) => (calls.push([input as string, init ?? {}]), everywhere(input, init)),
    });
    globalThis.fetch = () => assert.fail('the global fetch was called');
    try {
      assert.deepEqual(await client.balance(), { balance: 1 });
    } finally {
      globalThis.fetch = everywhere;
    }
    assert.deepEqual(
      calls.map(([url]) => url),
      [`${service.url}/v1/balance/?api=${apiKey}`],
    );
  });

  it('is called with options that refuse redirects, caching, credentials and the referrer', async () => {
    await clientOf({ fetch: fetch_ }).balance();
    const { method, redirect, credentials, cache, referrerPolicy, headers, body } = calls[0]?.[1] ?? {};
    assert.deepEqual(
      { method: method ?? 'GET', redirect, credentials, cache, referrerPolicy, headers, body },
      {
        method: 'GET',
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'strict-origin',
        headers: undefined,
        body: undefined,
      },
    );
  });

  it('is not called by opening a client, nor for the address of a logo', () => {
    const client = clientOf({ fetch: fetch_ });
    assert.equal(client.logoUrl('example.com'), `${service.url}/logo/example.com`);
    assert.equal(client.logoUrl('a/../b?c#d'), `${service.url}/logo/a%2F..%2Fb%3Fc%23d`);
    assert.deepEqual(calls, []);
  });
});

describe('the address of a logo', () => {
  it('asks for no monogram only if that is said', () => {
    const client = clientOf({});
    for (const options of [undefined, {}, { monogram: true }, { monogram: undefined }])
      assert.equal(client.logoUrl('shop.com', options), `${service.url}/logo/shop.com`);
    assert.equal(client.logoUrl('a?b', { monogram: false }), `${service.url}/logo/a%3Fb?monogram=0`);
    assert.equal(
      clientOf({ logoUrl: `${service.url}/l/` }).logoUrl('shop.com', { monogram: false }),
      `${service.url}/l/shop.com?monogram=0`,
    );
  });
});
