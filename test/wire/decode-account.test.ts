import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decodeBalance,
  decodeDisposable,
  decodeListStatus,
  decodeReverse,
  decodeUpload,
  decodeUsage,
  type Decoded,
} from '../../src/wire/index.js';

type Decode = (status: number, body: unknown, envelope: string) => Decoded<unknown>;
type Row = [what: string, body: unknown, value: unknown];

/** A row without a value is a foreign body. */
const table = (decode: Decode, rows: Row[]) => {
  for (const [what, body, value] of rows) {
    it(`${value === undefined ? 'is not' : 'is'} ${what}`, () => {
      assert.deepEqual(decode(200, body, 'service'), value === undefined ? undefined : { ok: true, value });
    });
  }
};

describe('a balance', () => {
  table(decodeBalance, [
    ['a string', { balance: '39', success: '1' }, { balance: 39 }],
    ['a number', { balance: 39, success: 1 }, { balance: 39 }],
    ['fractional', { balance: '3198.6', success: '1' }, { balance: 3198.6 }],
    ['there without success', { balance: '39' }, { balance: 39 }],
    ['zero', { balance: '0' }, { balance: 0 }],
    ['nested', { service: { balance: '39' }, success: '1' }, { balance: 39 }],
    ['empty', { balance: '' }, undefined],
    ['null', { balance: null }, undefined],
    ['a word', { balance: 'plenty' }, undefined],
    ['missing', { success: '1' }, undefined],
  ]);
});

describe('a usage', () => {
  const value = { start: '24-01-01', end: '24-01-31', calls: 12 };
  const fields = { api: 'abc1234567890', start: '24-01-01', end: '24-01-31', calls: '12' };
  table(decodeUsage, [
    ['nested, and drops the echoed key', { service: fields, success: '1' }, value],
    ['flat, and drops the echoed key', { ...fields, success: '1' }, value],
    ['counted as a number', { service: { ...fields, calls: 12 }, success: 1 }, value],
    ['zero calls', { service: { ...fields, calls: '0' }, success: '1' }, { ...value, calls: 0 }],
    [
      'counted by day, as strings',
      { service: { ...fields, days: [{ day: '24-01-01', calls: '12', credits: '3' }] }, success: '1' },
      { ...value, days: [{ day: '24-01-01', calls: 12, credits: 3 }] },
    ],
    [
      'counted by day, as numbers',
      { service: { ...fields, days: [{ day: '24-01-01', calls: 12, credits: 3 }] }, success: 1 },
      { ...value, days: [{ day: '24-01-01', calls: 12, credits: 3 }] },
    ],
    [
      'counted by day without credits',
      { service: { ...fields, days: [{ day: '24-01-01', calls: '12' }] }, success: '1' },
      { ...value, days: [{ day: '24-01-01', calls: 12 }] },
    ],
    ['of days without calls', { service: { ...fields, days: [] }, success: '1' }, { ...value, days: [] }],
    [
      'read past rows that are no days',
      {
        service: {
          ...fields,
          days: [null, 7, 'x', [], {}, { day: '24-01-01' }, { calls: '1' }, { day: '24-01-02', calls: '12' }],
        },
        success: '1',
      },
      { ...value, days: [{ day: '24-01-02', calls: 12 }] },
    ],
    [
      'read beside days that are no list',
      { service: { ...fields, days: { 0: { day: '24-01-01', calls: '12' } } }, success: '1' },
      value,
    ],
    ['without its calls', { service: { start: '24-01-01', end: '24-01-31' }, success: '1' }, undefined],
  ]);
});

describe('a reverse look-up', () => {
  const email = 'jane@example.com';
  table(decodeReverse, [
    [
      'flat',
      { email, data: { name: 'Jane', ages: [1, 2] }, success: '1' },
      { email, data: { name: 'Jane', ages: [1, 2] } },
    ],
    ['nested', { service: { email, data: {} }, success: '1' }, { email, data: {} }],
    ['without data', { email, success: '1' }, undefined],
    ['data of null', { email, data: null, success: '1' }, undefined],
    ['data that is text', { email, data: 'Jane', success: '1' }, undefined],
  ]);
});

describe('an upload', () => {
  table(decodeUpload, [
    [
      'nested',
      { service: { list_id: '77', list_name: 'spring.csv' }, success: '1' },
      { listId: '77', listName: 'spring.csv' },
    ],
    [
      'flat, its id a number',
      { list_id: 77, list_name: 'spring.csv', success: 1 },
      { listId: '77', listName: 'spring.csv' },
    ],
    ['there without a name', { service: { list_id: '77' }, success: '1' }, { listId: '77', listName: '' }],
    ['without an id', { service: { list_name: 'spring.csv' }, success: '1' }, undefined],
    ['an empty id', { service: { list_id: '', list_name: 'spring.csv' }, success: '1' }, undefined],
  ]);
});

describe('the status of a list', () => {
  const value = { listId: '77', status: 'processing', percentage: 40, downloadLink: '', reason: '', column: '' };
  const fields = { list_id: '77', status: 'processing', percentage: 40, download_link: '' };
  const at = (changes: Record<string, unknown>) => ({ service: { ...fields, ...changes }, success: '1' });
  const download = 'https://bulk.example.com/77.csv';
  table(decodeListStatus, [
    ['processing', at({}), value],
    ['flat', { ...fields, success: '1' }, value],
    ['queued', at({ status: 'queued', percentage: 0 }), { ...value, status: 'queued', percentage: 0 }],
    ['processing if it says preparing', at({ status: 'preparing' }), value],
    ['processing if it says validating', at({ status: 'validating' }), value],
    [
      'completed, with its download',
      at({ status: 'completed', percentage: '100', download_link: download }),
      {
        ...value,
        status: 'completed',
        percentage: 100,
        downloadLink: download,
      },
    ],
    ['failed', at({ status: 'failed' }), { ...value, status: 'failed' }],
    [
      'failed, with its reason',
      at({ status: 'failed', reason: 'The list is empty.' }),
      { ...value, status: 'failed', reason: 'The list is empty.' },
    ],
    ['read from a column', at({ column: 'E-Mail' }), { ...value, column: 'E-Mail' }],
    ['cancelled', at({ status: 'cancelled' }), { ...value, status: 'cancelled' }],
    ['completed in other letters', at({ status: 'Completed' }), { ...value, status: 'completed' }],
    ['a percentage in a string', at({ percentage: '40' }), value],
    ['a percentage of 0 if none came', at({ percentage: undefined }), { ...value, percentage: 0 }],
    ['a percentage of 100 at most', at({ percentage: 140 }), { ...value, percentage: 100 }],
    ['a percentage of 0 at least', at({ percentage: '-3' }), { ...value, percentage: 0 }],
    ['an empty download if none came', at({ download_link: null }), value],
    ['a status never seen', at({ status: 'pondering' }), undefined],
    ['a status that every object knows', at({ status: 'constructor' }), undefined],
    ['without a status', at({ status: undefined }), undefined],
  ]);
});

describe("every account's answer", () => {
  const decoders: [string, Decode, Record<string, unknown>][] = [
    ['balance', decodeBalance, { balance: '39' }],
    ['usage', decodeUsage, { start: '24-01-01', end: '24-01-31', calls: '12' }],
    ['reverse', decodeReverse, { email: 'jane@example.com', data: {} }],
    ['upload', decodeUpload, { list_id: '77', list_name: 'spring.csv' }],
    ['list status', decodeListStatus, { list_id: '77', status: 'queued' }],
  ];
  for (const [name, decode, fields] of decoders) {
    it(`is read in an envelope of another name: ${name}`, () => {
      assert.equal(decode(200, { verifier: fields, success: '1' }, 'verifier')?.ok, true);
      assert.equal(decode(200, { verifier: fields, success: '1' }, 'service'), undefined);
    });

    it(`is a refusal if success is 0: ${name}`, () => {
      assert.deepEqual(decode(200, { service: { ...fields, error: 'Wrong API' }, success: '0' }, 'service'), {
        ok: false,
        refusal: { kind: 'wrong-key', message: 'Wrong API' },
      });
    });

    it(`is undefined if the body is foreign or the status is not 200: ${name}`, () => {
      for (const body of [undefined, null, [], [fields], 0, 39, true, '39', {}, { service: null }, { service: [] }]) {
        assert.equal(decode(200, body, 'service'), undefined);
      }
      for (const status of [201, 302, 500, 503])
        assert.equal(decode(status, { service: fields, success: '1' }, 'service'), undefined);
    });
  }

  it('recognises the refusals of lists by their message', () => {
    const refused = (error: string) => ({ service: { error, code: '0' }, success: '0', error });
    assert.deepEqual(decodeUpload(400, refused('URL parameter is not valid.'), 'service'), {
      ok: false,
      refusal: { kind: 'bad-list-url', message: 'URL parameter is not valid.' },
    });
    assert.deepEqual(decodeListStatus(200, refused('List ID is not valid.'), 'service'), {
      ok: false,
      refusal: { kind: 'unknown-list', message: 'List ID is not valid.' },
    });
    assert.deepEqual(decodeUpload(400, refused('name is too long'), 'service'), {
      ok: false,
      refusal: { kind: 'bad-request', message: 'name is too long' },
    });
  });
});

describe("the detector's answer", () => {
  const rows: [unknown, boolean | undefined][] = [
    [{ disposable: 'true' }, true],
    [{ disposable: true }, true],
    [{ disposable: '1' }, true],
    [{ disposable: 'false' }, false],
    [{ disposable: false }, false],
    [{ disposable: '0' }, false],
    [{ disposable: 'true', success: '1' }, true],
    [{ disposable: '' }, undefined],
    [{ disposable: null }, undefined],
    [{ disposable: {} }, undefined],
    [{}, undefined],
    [[], undefined],
    [null, undefined],
    [undefined, undefined],
    [1, undefined],
    ['true', undefined],
  ];
  for (const [body, expected] of rows) {
    it(`${JSON.stringify(body) ?? 'no JSON'} is ${expected ?? 'undefined'}`, () =>
      assert.deepEqual(
        decodeDisposable(200, body),
        expected === undefined ? undefined : { ok: true, value: expected },
      ));
  }

  it('is decoded only with HTTP 200', () => {
    for (const status of [201, 404, 429, 500])
      assert.equal(decodeDisposable(status, { disposable: 'true' }), undefined);
  });
});
