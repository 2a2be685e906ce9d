import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client } from '../../../src/client/index.js';
import { wireDay } from '../../../src/wire/index.js';
import { startLoopback, type Loopback } from '../../client/loopback.js';
import { askingWith } from './asking.js';
import { startService, type Fixture } from './fixture.js';

/** Every scalar as its own type. */
const ownTypes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ownTypes);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, ownTypes(each)]));
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
};

/** Flags as numbers, in words or in other capitals, as services are seen to write them. */
const otherFlags = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll('"true"', '"1"').replaceAll('"false"', '"False"'));

const flat = (body: unknown): unknown => {
  const { service, ...others } = body as { service?: object };
  return { ...others, ...service };
};

const withoutSuccess = (body: unknown): unknown => {
  const { success, ...others } = body as { success?: string };
  return success === '0' ? body : others;
};

const encodings: Readonly<Record<string, (body: unknown) => unknown>> = {
  'as its own type': ownTypes,
  'with flags of another kind': otherFlags,
  'outside the envelope': flat,
  'as its own type, outside the envelope': (body) => ownTypes(flat(body)),
  'without success': withoutSuccess,
};

const today = wireDay(Date.now());
const known = 'jane.doe@shop.example';

const calls: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'a validation': (client) => client.validate('role@shop.example'),
  'a validation that is Unknown': (client) => client.validate('unknown@shop.example'),
  'an enrichment': (client) => client.validate(known, { append: true, photo: true }),
  'a balance': (client) => client.balance(),
  usage: (client) => client.usage({ start: '20-08-14', end: today }),
  "the detector's yes": (client) => client.isDisposable('mailinator.example'),
  "the detector's no": (client) => client.isDisposable('shop.example'),
  'a refusal': (client) => client.usage({ start: '20-08-13', end: today }),
};

let fixture: Fixture;
let varying: Loopback;
let encode: (body: unknown) => unknown;
before(async () => {
  fixture = await startService();
  await fixture.service.contacts.keep([
    {
      address: known,
      fields: { fullname: 'Jane Doe', firstname: 'Jane', lastname: 'Doe', photo: 'https://shop.example/jane.png' },
    },
  ]);
  varying = await startLoopback((response, { url }) => {
    void fetch(`${fixture.url}${url}`).then(async (answer) => {
      const body = encode(await answer.json());
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
});
after(async () => {
  await varying.end();
  await fixture.end();
});

/** What a call comes to, but for the balance, which every call may change. */
const outcome = async (
  call: (client: Client) => Promise<unknown>,
  { client }: { readonly client: Client },
): Promise<unknown> => {
  const value: unknown = await call(client).catch(
    ({ name, code, message }: { name: string; code: string; message: string }) => ({ name, code, message }),
  );
  return typeof value === 'object' && value !== null && 'balance' in value
    ? { ...value, balance: typeof value.balance }
    : value;
};

describe('what our client makes of the service', () => {
  for (const [encoding, vary] of Object.entries(encodings))
    for (const [name, call] of Object.entries(calls))
      it(`is the same if each scalar of ${name} is encoded as ${encoding}`, async () => {
        const key = fixture.keys.private;
        const plain = await outcome(call, askingWith(fixture, key));
        const seen: string[] = [];
        encode = (body) => {
          const varied = vary(body);
          seen.push(JSON.stringify(varied));
          return varied;
        };
        const varied = await outcome(call, askingWith(varying, key));
        assert.deepEqual(varied, plain);
        assert.equal(seen.length, 1, 'it went through the server that varies');
      });
});
