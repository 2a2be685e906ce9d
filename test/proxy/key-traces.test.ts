import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyProxy } from '../../src/proxy/index.js';
import { keyTraces } from '../../src/proxy/key-traces.js';
import { json, raw, startLoopback, type Loopback } from '../client/loopback.js';

const calls = [
  'validate?email=jane@shop.example',
  'validate?email=jane@shop.example&append=true',
  'disposable?email=shop.example',
  'reverse?email=jane@shop.example',
  'balance',
  'usage?start=20-08-14&end=20-08-15',
  'lists/upload?url=https://lists.shop.com/a.csv',
  'lists/status?list_id=7',
];
const said = {
  host_answer: {
    ...{
      email: 'jane@shop.example',
      code: '5',
      role: 'false',
      free_email: 'false',
      result: 'Safe to Send',
      reason: 'Deliverable',
      send_transactional: '1',
      did_you_mean: '',
    },
    ...{
      fullname: 'Jo',
      firstname: 'Jo',
      lastname: 'Ox',
      photo: 'x',
      inferred: 'fullname',
      calls: '3',
      days: [{ day: '20-08-14', calls: '3', credits: '2' }],
    },
    ...{ list_id: '7', list_name: 'May', status: 'processing', percentage: '7', download_link: '' },
  },
  ...{ success: '1', balance: '5', disposable: 'false', email: 'jane@shop.example', data: { a: 'b' } },
};

describe('an answer', () => {
  let upstream: Loopback;
  before(async () => (upstream = await startLoopback(json(said))));
  after(() => upstream.end());

  const answered = async (apiKey: string): Promise<readonly string[]> => {
    const proxy = createKeyProxy({
      apiKey,
      baseUrl: upstream.url,
      envelope: 'host_answer',
      allow: ['append'],
      authorize: () => true,
    });
    const all: string[] = [];
    for (const call of calls) {
      const response = await proxy(
        new Request(`http://localhost/email-check/${call}`, {
          headers: { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1' },
        }),
      );
      all.push(`${call} ${response.status} ${await response.text()}`);
    }
    return all;
  };

  it('is whole though the key has words of it', async () => {
    const usual = await answered('Kq7ZwX2mVt9Lp');
    const words = [...new Set(usual.join(' ').match(/[a-z_*]{5,}/gi))];
    assert.ok(words.length > 30, words.join(' '));
    for (const word of words) assert.deepEqual(await answered(`${word}-1`.padEnd(8, '7')), usual, word);
  });

  it('loses values nested too deeply, and is still sent', async () => {
    const proxy = createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, authorize: () => true });
    const deep = 100_000;
    upstream.answer(
      raw(`{"success":"1","data":{"name":"Jo","more":${'['.repeat(deep)}"Kq7ZwX2mVt9Lp"${']'.repeat(deep)}}}`),
    );
    const response = await proxy(
      new Request('http://localhost/email-check/reverse?email=jane@shop.example', {
        headers: { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1' },
      }),
    );
    assert.equal(response.status, 200);
    const text = await response.text();
    assert.match(text, /"name":"Jo"/);
    assert.doesNotMatch(text, /Kq7Z/);
    assert.ok(text.length < 1_000);
  });
});

describe('traces of a key', () => {
  const key = 'a%41+.*$&\\1"Z';
  it('are found in any notation', () => {
    const { isIn } = keyTraces(key, '');
    const disguises = [
      key,
      encodeURIComponent(key),
      encodeURIComponent(encodeURIComponent(key)),
      new URLSearchParams({ api: key }).toString(),
      key.toUpperCase(),
      `x${key.slice(3, 8)}x`,
    ];
    for (const disguise of disguises) assert.equal(isIn(disguise), true, disguise);
    for (const text of ['', 'jane@shop.example', key.slice(0, 4), '%', '%%%zz%4'])
      assert.equal(isIn(text), false, text);
  });

  it('are removed from names, texts and numbers; other text stays', () => {
    const { removeFrom } = keyTraces('1234567890123', '');
    assert.deepEqual(removeFrom({ a: [1234567, '12345', 1234, true, null], x34567: 1, __proto__: { b: 'c' } }), {
      a: [0, '', 1234, true, null],
    });
    assert.deepEqual(
      removeFrom(JSON.parse('{"__proto__":{"a":"34567","b":"c"}}')),
      JSON.parse('{"__proto__":{"a":"","b":"c"}}'),
    );
  });
});
