import { createClient, type Client } from '../../../src/client/index.js';
import { shop, type Fixture } from './fixture.js';

/** One answer as it came over HTTP. */
export interface Seen {
  readonly status: number;
  readonly body: unknown;
}

/** A client of a service under test, and the last answer that it met. */
export interface Asking {
  readonly client: Client;
  last(): Seen | undefined;
}

/** Our own client with a key; with a public one in a page of its shop. */
export const askingWith = (
  { url }: Pick<Fixture, 'url'>,
  apiKey: string | undefined,
  headers: Record<string, string> = apiKey?.startsWith('public_') ? { Origin: shop } : {},
): Asking => {
  let seen: Seen | undefined;
  const client = createClient({
    baseUrl: url,
    apiKey,
    async fetch(address, init) {
      const response = await fetch(address, { ...init, headers });
      seen = { status: response.status, body: await response.clone().json() };
      return response;
    },
  });
  return { client, last: () => seen };
};

/** The calls that need a key, each with good parameters. */
export const keyedCalls: Readonly<
  Record<
    'validate' | 'reverse' | 'balance' | 'usage' | 'uploadList' | 'listStatus',
    (client: Client) => Promise<unknown>
  >
> = {
  validate: (client) => client.validate('deliverable@shop.example'),
  reverse: (client) => client.reverse('deliverable@shop.example'),
  balance: (client) => client.balance(),
  usage: (client) => client.usage({ start: '20-08-14', end: '20-08-14' }),
  uploadList: (client) => client.uploadList({ url: 'https://lists.example/a.csv' }),
  listStatus: (client) => client.listStatus('77'),
};
