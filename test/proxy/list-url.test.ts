import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy } from '../../src/proxy/index.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';

describe("a list's URL", () => {
  let upstream: Loopback;
  before(async () => (upstream = await startLoopback()));
  after(() => upstream.end());

  /** What the service was asked to fetch; the status where it was not asked. */
  const fetchedFor = async (url: string): Promise<string | number | null> => {
    upstream.answer(json({ service: { list_id: '7', list_name: 'May' }, success: '1' }));
    const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, authorize: () => true });
    const { status } = await proxy(
      new Request(`http://localhost/email-check/lists/upload?url=${encodeURIComponent(url)}`, {
        headers: { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1' },
      }),
    );
    const [asked] = upstream.asked;
    return asked === undefined ? status : new URL(asked, upstream.url).searchParams.get('url');
  };

  const refused: Readonly<Record<string, string>> = {
    'a file-sharing service with a dot at its end': 'https://www.dropbox.com./may.csv',
    'one in other letters': 'https://ⓓropbox.com/may.csv',
    'one percent-encoded': 'https://drop%62ox.com/may.csv',
    'this machine with a dot at its end': 'https://localhost./may.csv',
    'a private network with a dot at its end': 'https://db.internal./may.csv',
    'a private address in short': 'https://10.1/may.csv',
    'a private address with a dot at its end': 'https://127.0.0.1./may.csv',
    'a private address in wide digits': 'https://１０.0.0.1/may.csv',
    'a private address that is mapped into IPv6': 'https://[::ffff:10.0.0.1]/may.csv',
    'at a port of another protocol': 'https://lists.shop.com:25/may.csv',
    'an ending in the query alone': 'https://lists.shop.com/may?as=.csv',
    'an ending in the fragment alone': 'https://lists.shop.com/may#.csv',
  };
  for (const [what, url] of Object.entries(refused))
    it(`is refused if it is ${what}`, async () => assert.equal(await fetchedFor(url), 400));

  // RFC 3986 readers find 10.0.0.1 in the first, browsers lists.shop.com: what was checked is what is fetched.
  const said: Readonly<Record<string, string>> = {
    'https://lists.shop.com\\@10.0.0.1/may.csv': 'https://lists.shop.com/@10.0.0.1/may.csv',
    'https://lis\nts.shop.com/may.csv': 'https://lists.shop.com/may.csv',
    'https:lists.shop.com/a/../may.csv': 'https://lists.shop.com/may.csv',
    'HTTPS://Lists.Shop.com/May.CSV?token=a%20b': 'https://lists.shop.com/May.CSV?token=a%20b',
  };
  for (const [url, asWhich] of Object.entries(said))
    it(`is sent to the service as parsed: ${JSON.stringify(url)}`, async () =>
      assert.equal(await fetchedFor(url), asWhich));
});
