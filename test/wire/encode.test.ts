import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  DELIVERABLE,
  decodeBalance,
  decodeDisposable,
  decodeListStatus,
  decodeRefusal,
  decodeReverse,
  decodeUpload,
  decodeUsage,
  decodeValidation,
  decodeWholeValidation,
  encodeBalance,
  encodeDisposable,
  encodeFailure,
  encodeRefusal,
  encodeReverse,
  encodeUsage,
  encodeValidation,
  refusalRows,
  ROLE,
  verdictRows,
  type EncodedEnrichment,
  type Validation,
} from '../../src/wire/index.js';

const validation: Validation = {
  email: 'jane@gmial.com',
  result: 'Risky',
  code: 4,
  reasons: ['Accept All', 'Role'],
  role: true,
  freeEmail: false,
  sendTransactional: true,
  didYouMean: 'jane@gmail.com',
};

describe('encoded usage', () => {
  const usage = {
    start: '26-01-01',
    end: '26-01-31',
    calls: 15,
    days: [
      { day: '26-01-02', calls: 12, credits: 30 },
      { day: '26-01-31', calls: 3, credits: 0 },
    ],
  };

  it('has every count a string, the days that had calls, and the zone that they are of', () => {
    assert.deepEqual(encodeUsage(usage, '*********wxyz', 'service'), {
      status: 200,
      body: {
        service: {
          api: '*********wxyz',
          start: '26-01-01',
          end: '26-01-31',
          calls: '15',
          timezone: 'UTC',
          days: [
            { day: '26-01-02', calls: '12', credits: '30' },
            { day: '26-01-31', calls: '3', credits: '0' },
          ],
        },
        success: '1',
      },
    });
  });

  it('is decoded to the original', () => {
    for (const each of [usage, { ...usage, calls: 0, days: [] }]) {
      const { status, body } = encodeUsage(each, '*********wxyz', 'answer');
      assert.deepEqual(decodeUsage(status, body, 'answer'), { ok: true, value: each });
    }
  });
});

describe('an encoded validation', () => {
  it('is nested, with every scalar a string', () => {
    assert.deepEqual(encodeValidation({ ...validation, balance: 39 }, 'service'), {
      status: 200,
      body: {
        service: {
          email: 'jane@gmial.com',
          code: '4',
          role: 'true',
          free_email: 'false',
          result: 'Risky',
          reason: 'Accept All, Role',
          send_transactional: '1',
          did_you_mean: 'jane@gmail.com',
        },
        success: '1',
        balance: '39',
      },
    });
  });

  it('has no balance if it is absent, and has one of zero', () => {
    assert.equal('balance' in encodeValidation(validation, 'service').body, false);
    assert.equal(encodeValidation({ ...validation, balance: 0 }, 'service').body['balance'], '0');
  });

  it('has the requested fields of an enrichment, and which of them were inferred', () => {
    const fieldsOf = (enrichment: EncodedEnrichment) => {
      const { service } = encodeValidation({ ...validation, enrichment }, 'service').body as {
        service: Record<string, unknown>;
      };
      return Object.fromEntries(
        ['fullname', 'firstname', 'lastname', 'photo', 'inferred'].flatMap((name) =>
          name in service ? [[name, service[name]]] : [],
        ),
      );
    };
    assert.deepEqual(fieldsOf({ photo: '' }), { photo: '' });
    const names = { fullName: 'Jane Doe', firstName: 'Jane', lastName: 'Doe', photo: '' };
    assert.deepEqual(fieldsOf({ ...names, inferred: [] }), {
      fullname: 'Jane Doe',
      firstname: 'Jane',
      lastname: 'Doe',
      photo: '',
      inferred: '',
    });
    assert.equal(fieldsOf({ ...names, inferred: ['fullName', 'lastName'] })['inferred'], 'fullname,lastname');
  });

  it('has enrichment in its envelope', () => {
    const enrichment = { fullName: 'Jane Doe', firstName: 'Jane', lastName: 'Doe', photo: '' };
    const { body } = encodeValidation({ ...validation, enrichment }, 'service');
    const { fullname, firstname, lastname, photo } = body['service'] as Record<string, unknown>;
    assert.deepEqual(
      { fullname, firstname, lastname, photo },
      { fullname: 'Jane Doe', firstname: 'Jane', lastname: 'Doe', photo: '' },
    );
  });

  it('has the code, result, reason and suggestion of the interface in every row', () => {
    const rows = verdictRows.map(
      ({ code, result, reason, sendTransactional }) => `${code} · ${result} · ${reason} · ${sendTransactional ? 1 : 0}`,
    );
    assert.deepEqual(rows, [
      '1 · Invalid · Syntax · 0',
      '2 · Invalid · Spam Trap · 0',
      '3 · Invalid · Disposable · 0',
      '4 · Risky · Accept All · 1',
      '5 · Safe to Send · Deliverable · 1',
      '6 · Invalid · Bounce · 0',
      '7 · Unknown · Unknown · 1',
      '8 · Risky · Role · 1',
    ]);
  });

  for (const row of verdictRows) {
    const isRoleRow = row.reason === ROLE;
    for (const role of isRoleRow ? [true] : [false, true]) {
      it(`is decoded to the original: code ${row.code}${role ? ', role' : ''}`, () => {
        const value: Validation = {
          email: "o'neil+news@example.com",
          result: role && row.code === DELIVERABLE ? 'Risky' : row.result,
          code: row.code,
          reasons: role && !isRoleRow ? [row.reason, ROLE] : [row.reason],
          role,
          freeEmail: !role,
          sendTransactional: row.sendTransactional,
          didYouMean: role ? 'a@example.com' : '',
          balance: 3198.6,
          enrichment: {
            fullName: 'Jane Doe',
            firstName: 'Jane',
            lastName: 'Doe',
            photo: 'https://example.com/jane.png',
          },
        };
        for (const envelope of ['service', 'verifier']) {
          const { status, body } = encodeValidation(value, envelope);
          assert.deepEqual(decodeWholeValidation(status, JSON.parse(JSON.stringify(body)), envelope), {
            ok: true,
            value,
          });
        }
      });

      it(`is decoded alike with only its code or only its result: code ${row.code}${role ? ', role' : ''}`, () => {
        const result = role && row.code === DELIVERABLE ? 'Risky' : row.result;
        const { body } = encodeValidation({ ...validation, code: row.code, role, result, reasons: [] }, 'service');
        const { result: told, ...rest } = body['service'] as Record<string, unknown>;
        assert.equal(told, result);
        const decoded = decodeValidation(200, { service: rest, success: '1' }, 'service');
        assert.ok(decoded?.ok);
        assert.equal(decoded.value.result, result);
      });
    }
  }

  it('is decoded to the original: a full mailbox, risky with code 7', () => {
    const value: Validation = {
      ...validation,
      result: 'Risky',
      code: 7,
      reasons: ['Unknown'],
      role: false,
      sendTransactional: false,
    };
    const { status, body } = encodeValidation(value, 'service');
    assert.deepEqual(decodeWholeValidation(status, body, 'service'), { ok: true, value });
  });
});

describe('an encoded reverse look-up', () => {
  it('is at the top of the body, and decoded to the original', () => {
    const found = { email: 'jane@example.com', data: { fullname: 'Jane Doe', inferred: ['fullname'] } };
    const { status, body } = encodeReverse(found);
    assert.deepEqual({ status, body }, { status: 200, body: { ...found, success: '1' } });
    assert.deepEqual(decodeReverse(status, body, 'service'), { ok: true, value: found });
    assert.deepEqual(decodeReverse(status, encodeReverse({ ...found, data: {} }).body, 'service'), {
      ok: true,
      value: { ...found, data: {} },
    });
  });
});

describe('an encoded balance', () => {
  for (const balance of [0, 39, 3198.6]) {
    it(`is a string, and decoded to the original: ${balance}`, () => {
      const { status, body } = encodeBalance(balance);
      assert.deepEqual({ status, body }, { status: 200, body: { balance: String(balance), success: '1' } });
      assert.deepEqual(decodeBalance(status, body, 'service'), { ok: true, value: { balance } });
    });
  }
});

describe("the detector's encoded answer", () => {
  it('is a word, and decoded to the original', () => {
    assert.deepEqual(encodeDisposable(true), { status: 200, body: { disposable: 'true' } });
    assert.deepEqual(encodeDisposable(false), { status: 200, body: { disposable: 'false' } });
    for (const disposable of [true, false]) {
      const { status, body } = encodeDisposable(disposable);
      assert.deepEqual(decodeDisposable(status, body), { ok: true, value: disposable });
    }
  });
});

describe('an encoded refusal', () => {
  const day = 'Authentication Failed - The maximum number of calls per day reached.';
  const bodies: Record<keyof typeof refusalRows, [number, unknown]> = {
    'bad-request': [400, { service: { error: 'Bad Request', code: '0' }, success: '0', error: 'Bad Request' }],
    'wrong-key': [401, { service: { error: 'Wrong API', code: '0' }, success: '0', error: 'Wrong API' }],
    'no-credits': [402, { service: { error: 'Credits Low', code: '0' }, success: '0', error: 'Credits Low' }],
    forbidden: [
      403,
      { service: { error: 'Not allowed for this key', code: '0' }, success: '0', error: 'Not allowed for this key' },
    ],
    busy: [
      429,
      {
        service: { error: 'Maximum concurrent calls reached', code: '0' },
        success: '0',
        error: 'Maximum concurrent calls reached',
      },
    ],
    'daily-limit': [429, { service: { error: day }, success: '0', error: day }],
    'bad-list-url': [
      400,
      {
        service: { error: 'URL parameter is not valid.', code: '0' },
        success: '0',
        error: 'URL parameter is not valid.',
      },
    ],
    'unknown-list': [
      200,
      { service: { error: 'List ID is not valid.', code: '0' }, success: '0', error: 'List ID is not valid.' },
    ],
  };
  const kinds = Object.keys(refusalRows) as (keyof typeof refusalRows)[];

  for (const kind of kinds) {
    it(`has the interface's words: ${kind}`, () => {
      const [status, body] = bodies[kind];
      assert.deepEqual(encodeRefusal(kind, 'service'), { status, body });
    });

    it(`is decoded to the original: ${kind}`, () => {
      for (const envelope of ['service', 'verifier']) {
        const { status, body } = encodeRefusal(kind, envelope);
        const answer = { ok: false, refusal: { kind, message: refusalRows[kind].message } };
        const isOfLists = kind === 'bad-list-url' || kind === 'unknown-list';
        for (const decode of isOfLists
          ? [decodeUpload, decodeListStatus]
          : [decodeWholeValidation, decodeBalance, decodeUpload]) {
          assert.deepEqual(decode(status, JSON.parse(JSON.stringify(body)), envelope), answer);
        }
      }
    });
  }

  it("has the fault of a list's URL beside its fixed message", () => {
    const { status, body } = encodeRefusal('bad-list-url', 'verifier', { reason: 'It must begin with https://.' });
    assert.deepEqual(body, {
      verifier: { error: 'URL parameter is not valid.', code: '0', reason: 'It must begin with https://.' },
      success: '0',
      error: 'URL parameter is not valid.',
    });
    assert.deepEqual(decodeUpload(status, body, 'verifier'), {
      ok: false,
      refusal: { kind: 'bad-list-url', message: 'URL parameter is not valid. It must begin with https://.' },
    });
  });

  it('can have another message', () => {
    const { status, body } = encodeRefusal('forbidden', 'verifier', { words: 'Origin not approved' });
    assert.equal(status, 403);
    assert.deepEqual(body, {
      verifier: { error: 'Origin not approved', code: '0' },
      success: '0',
      error: 'Origin not approved',
    });
    assert.deepEqual(decodeRefusal(status, body, 'verifier'), { kind: 'forbidden', message: 'Origin not approved' });
  });
});

describe('an encoded failure', () => {
  const words = 'There is nothing at this address.';
  for (const [status, refusal] of [
    [404, { kind: 'rejected', message: words }],
    [405, { kind: 'rejected', message: words }],
    [500, undefined],
    [410, { kind: 'rejected', message: words }],
    [503, undefined],
  ] as const) {
    it(`has the interface's error body, and is ${refusal ? 'rejected' : 'no refusal'}: ${status}`, () => {
      for (const envelope of ['service', 'verifier']) {
        const encoded = encodeFailure(status, words, envelope);
        assert.deepEqual(encoded, {
          status,
          body: { [envelope]: { error: words, code: '0' }, success: '0', error: words },
        });
        assert.deepEqual(decodeRefusal(status, encoded.body, envelope), refusal);
      }
    });
  }
});
