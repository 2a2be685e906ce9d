import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyProxy } from '../../src/proxy/index.js';

/** What a path below a mount is answered with: 403 where there is a call, since it is closed. */
const statusOf = async (mount: string, path: string): Promise<number> => {
  const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: 'http://127.0.0.1:9', mount });
  return (await proxy(new Request(`http://localhost${path}`, { headers: { 'Sec-Fetch-Site': 'same-origin' } }))).status;
};

describe('a path', () => {
  const calls: readonly (readonly [mount: string, path: string])[] = [
    ['/email-check', '/email-check/balance'],
    ['/email-check', '/email-check/balance/'],
    ['/email-check/', '/email-check/balance'],
    ['/', '/balance'],
    ['', '/balance'],
    ['/a/b', '/a/b/balance'],
  ];
  for (const [mount, path] of calls)
    it(`leads to its call: "${mount}" ${path}`, async () => assert.equal(await statusOf(mount, path), 403));

  const others: readonly (readonly [mount: string, path: string])[] = [
    ['/email-check', '/email-check'],
    ['/email-check', '/email-check/'],
    ['/email-check', '/email-checkbalance'],
    ['/email-check', '/email-check//balance'],
    ['/email-check', '//email-check/balance'],
    ['/email-check', '/email-check/balance//'],
    ['/email-check', '/email-check/Balance'],
    ['/email-check', '/EMAIL-CHECK/balance'],
    ['/email-check', '/email-check/%62alance'],
    ['/email-check', '/email-check/lists%2fstatus'],
    ['/email-check', '/email-check/../balance'],
    ['/email-check', '/email-check/balance;x=1'],
    ['/email-check', '/email-check/lists'],
    ['/email-check', '/email-check/logo/'],
    ['/email-check', '/email-check/logo/a.example/b'],
    ['/email-check', '/email-check/__proto__'],
    ['/email-check', '/email-check/toString'],
    ['/email-check', '/x/email-check/balance'],
    ['/', '//balance'],
    ['', '/email-check/balance'],
  ];
  for (const [mount, path] of others)
    it(`leads nowhere: "${mount}" ${path}`, async () => assert.equal(await statusOf(mount, path), 404));

  // As Deno and Workers give it, where others have resolved it.
  for (const path of [
    '/email-check\\balance',
    '\\email-check/balance',
    '/email-check/nothing/../balance',
    '/email-check/nothing/%2e%2e/balance',
    '/email-check/%2E/balance',
    '/email-check/balance#',
  ])
    it(`is not found unless it is in normal form: ${path}`, async () => {
      const request = new Request('http://localhost', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
      Object.defineProperty(request, 'url', { value: `http://LOCALHOST:80${path}` });
      const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: 'http://127.0.0.1:9' });
      assert.equal((await proxy(request)).status, 404);
    });

  for (const domain of [
    '..%2f',
    '%2e%2e%2fv1',
    'a.example%2f..',
    'a.example%3fapi=1',
    'a%00.example',
    '%',
    '%ff',
    'a b',
    '-a.example',
  ])
    it(`ends in no domain: logo/${domain}`, async () =>
      assert.equal(await statusOf('/email-check', `/email-check/logo/${domain}`), 400));
});
