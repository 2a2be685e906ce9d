import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy } from '../../src/proxy/index.js';
import { json, startLoopback, type Loopback } from '../client/loopback.js';

const found = {
  fullname: 'Jane Doe',
  firstname: 'Jane',
  lastname: 'Doe',
  photo: 'https://photos.example/1.png',
  inferred: 'fullname',
};

describe('what is found of a person', () => {
  let upstream: Loopback;
  before(
    async () =>
      (upstream = await startLoopback(
        json({ service: { result: 'Safe to Send', code: '5', ...found }, success: '1', balance: '5' }),
      )),
  );
  after(() => upstream.end());

  const rows: readonly (readonly [query: string, shown: Readonly<Record<string, string>>])[] = [
    ['', {}],
    ['&photo=true', { fullname: '', firstname: '', lastname: '', photo: found.photo }],
    ['&append=true', found],
    ['&append=true&photo=true', found],
  ];
  for (const [query, shown] of rows)
    it(`is returned as far as requested: ${query || 'not at all'}`, async () => {
      const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, allow: ['append', 'photo'] });
      const response = await proxy(
        new Request(`http://localhost/email-check/validate?email=jane@shop.example${query}`, {
          headers: { 'Sec-Fetch-Site': 'same-origin' },
        }),
      );
      const { service } = (await response.json()) as { service: Record<string, string> };
      assert.deepEqual(Object.fromEntries(Object.entries(service).filter(([name]) => name in found)), shown);
    });
});
