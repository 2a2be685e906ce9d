import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeValidation, decodeWholeValidation, type Validation } from '../../src/wire/index.js';

const strings = {
  email: 'info@example.com',
  code: '5',
  role: 'true',
  free_email: 'false',
  result: 'Risky',
  reason: 'Deliverable, Role',
  send_transactional: '1',
  did_you_mean: '',
};
const scalars = { ...strings, code: 5, role: true, free_email: false, send_transactional: 1 };
const validation: Validation = {
  email: 'info@example.com',
  code: 5,
  role: true,
  freeEmail: false,
  result: 'Risky',
  reasons: ['Deliverable', 'Role'],
  sendTransactional: true,
  didYouMean: '',
};

/** What a validation whose envelope holds `fields`, and nothing else, is decoded to. */
const decoded = (fields: Record<string, unknown>): Validation => {
  const answer = decodeValidation(200, { service: fields, success: '1' }, 'service');
  assert.ok(answer?.ok, 'it is a validation');
  return answer.value;
};
const verdict = (fields: Record<string, unknown>) => {
  const { result, code, role } = decoded(fields);
  return `${result} · ${code}${role ? ' · role' : ''}`;
};
const whole = (body: unknown): Validation => {
  const answer = decodeWholeValidation(200, body, 'service');
  assert.ok(answer?.ok, 'it is a validation');
  return answer.value;
};

describe('the body of a validation', () => {
  const guises: [string, unknown][] = [
    ['nested, strings', { service: strings, success: '1', balance: '39' }],
    ['nested, native scalars', { service: scalars, success: 1, balance: 39 }],
    ['flat, strings', { ...strings, success: '1', balance: '39' }],
    ['flat, native scalars', { ...scalars, success: 1, balance: 39 }],
    ['nested, without success', { service: strings, balance: '39' }],
    [
      'nested, with fields that no document has',
      { service: { ...strings, loc: 'eu' }, success: '1', balance: '39', took: 2 },
    ],
  ];
  for (const [guise, body] of guises) {
    it(`is read ${guise}`, () => {
      assert.deepEqual(decodeValidation(200, body, 'service'), { ok: true, value: validation });
      assert.deepEqual(decodeWholeValidation(200, body, 'service'), {
        ok: true,
        value: { ...validation, balance: 39 },
      });
    });
  }

  it('is decoded in an envelope of another name, and not in an unnamed one', () => {
    const body = { verifier: strings, success: '1' };
    assert.deepEqual(decodeValidation(200, body, 'verifier'), { ok: true, value: validation });
    assert.equal(decodeValidation(200, body, 'service'), undefined);
  });

  const foreign: [string, unknown][] = [
    ['a body that was no JSON', undefined],
    ['null', null],
    ['an array', [strings]],
    ['an empty array', []],
    ['a number', 5],
    ['true', true],
    ['a string', 'Safe to Send'],
    ['an empty object', {}],
    ['an empty envelope', { service: {}, success: '1' }],
    ['an envelope of null', { service: null, success: '1' }],
    ['an envelope that is text', { service: 'Risky', success: '1' }],
    ['a balance', { balance: '39', success: '1' }],
    ['neither result nor code', { service: { ...strings, result: '', code: '' }, success: '1' }],
    ['the code of a failed call', { service: { code: '0' }, success: '1' }],
    ['a code that no row has', { service: { code: '9' }, success: '1' }],
    ['a code between two rows', { service: { code: 5.5 }, success: '1' }],
    ['a code in letters', { service: { code: 'five' }, success: '1' }],
  ];
  for (const [what, body] of foreign) {
    it(`is not ${what}`, () => {
      assert.equal(decodeValidation(200, body, 'service'), undefined);
      assert.equal(decodeWholeValidation(200, body, 'service'), undefined);
    });
  }

  for (const status of [201, 204, 302, 500, 503]) {
    it(`is not read under HTTP ${status}`, () => {
      assert.equal(decodeValidation(status, { service: strings, success: '1' }, 'service'), undefined);
    });
  }

  it('is a refusal if success is 0, whatever else it contains', () => {
    const refused = { ok: false, refusal: { kind: 'no-credits', message: 'Credits Low' } };
    for (const success of ['0', 0]) {
      const body = { service: { ...strings, error: 'Credits Low' }, success, balance: '0' };
      assert.deepEqual(decodeValidation(200, body, 'service'), refused);
      assert.deepEqual(decodeWholeValidation(200, body, 'service'), refused);
    }
  });
});

describe('the verdict of a validation', () => {
  const rows: [string, Record<string, unknown>, string][] = [
    ['result Invalid', { result: 'Invalid', code: '6' }, 'Invalid · 6'],
    ['result Risky', { result: 'Risky', code: '4' }, 'Risky · 4'],
    ['result Safe to Send', { result: 'Safe to Send', code: '5' }, 'Safe to Send · 5'],
    ['result Unknown', { result: 'Unknown', code: '7' }, 'Unknown · 7'],
    ['result in other letters', { result: 'SAFE TO SEND', code: '5' }, 'Safe to Send · 5'],

    ['result Disposable', { result: 'Disposable' }, 'Invalid · 3'],
    ['result Accept-all', { result: 'Accept-all' }, 'Risky · 4'],
    ['result Accept All', { result: 'Accept All' }, 'Risky · 4'],
    ['result Deliverable', { result: 'Deliverable' }, 'Safe to Send · 5'],
    ['result Syntax', { result: 'Syntax' }, 'Invalid · 1'],
    ['result Spam Trap', { result: 'Spam Trap' }, 'Invalid · 2'],
    ['result Bounce', { result: 'Bounce' }, 'Invalid · 6'],
    ['a word of the prose beside another code', { result: 'Disposable', code: '5' }, 'Invalid · 3'],

    ['a word never seen', { result: 'Quarantined' }, 'Unknown · 7'],
    ['a word never seen beside a code', { result: 'Quarantined', code: '5' }, 'Unknown · 5'],
    ['a word that every object knows', { result: 'constructor' }, 'Unknown · 7'],
    ['punctuation alone', { result: '?' }, 'Unknown · 7'],

    ['result against code: Risky', { result: 'Risky', code: '5' }, 'Risky · 5'],
    ['result against code: Safe to Send', { result: 'Safe to Send', code: '6' }, 'Safe to Send · 6'],
    ['result against code: Unknown', { result: 'Unknown', code: '1' }, 'Unknown · 7'],
    ['result against reason', { result: 'Risky', reason: 'Bounce' }, 'Risky · 6'],
    ['result without code: the reason tells it', { result: 'Invalid', reason: 'Spam Trap' }, 'Invalid · 2'],
    ['result without code or reason', { result: 'Safe to Send' }, 'Safe to Send · 7'],
    ['result with a reason never seen', { result: 'Invalid', reason: 'Phase of the moon' }, 'Invalid · 7'],

    ['code 1 alone', { code: '1' }, 'Invalid · 1'],
    ['code 2 alone', { code: '2' }, 'Invalid · 2'],
    ['code 3 alone', { code: '3' }, 'Invalid · 3'],
    ['code 4 alone', { code: '4' }, 'Risky · 4'],
    ['code 5 alone', { code: '5' }, 'Safe to Send · 5'],
    ['code 6 alone', { code: 6 }, 'Invalid · 6'],
    ['code 7 alone', { code: 7 }, 'Unknown · 7'],
    ['code 8 alone', { code: 8 }, 'Risky · 8 · role'],
    ['code 5 alone, of a role address', { code: '5', role: 'true' }, 'Risky · 5 · role'],
    ['code 5 alone, role in its reason', { code: '5', reason: 'Deliverable, Role' }, 'Risky · 5 · role'],
    ['code 6 alone, of a role address', { code: '6', role: 'true' }, 'Invalid · 6 · role'],
    ['code 7 alone, of a role address', { code: '7', role: 'true' }, 'Unknown · 7 · role'],
    ['"8,5"', { code: '8,5' }, 'Risky · 5 · role'],
    ['"5,8"', { code: '5,8' }, 'Risky · 5 · role'],
    ['"8, 4"', { code: '8, 4' }, 'Risky · 4 · role'],
    ['"8,6"', { code: '8,6' }, 'Invalid · 6 · role'],
    ['"8,5" beside a result', { result: 'Risky', code: '8,5' }, 'Risky · 5 · role'],
    ['a code never seen beside one of the table', { code: '12,4' }, 'Risky · 4'],
    ['an empty result beside a code', { result: '', code: '4' }, 'Risky · 4'],
    ['a null result beside a code', { result: null, code: '4' }, 'Risky · 4'],
  ];
  for (const [what, fields, expected] of rows) {
    it(`${what} is ${expected}`, () => assert.equal(verdict(fields), expected));
  }
});

describe('the fields of a validation', () => {
  const truths: [unknown, boolean][] = [
    ['true', true],
    ['True', true],
    [true, true],
    ['1', true],
    [1, true],
    ['false', false],
    [false, false],
    ['0', false],
    [0, false],
    ['', false],
    [null, false],
    [undefined, false],
    ['no', false],
    [[true], false],
    [{}, false],
  ];
  for (const [sent, meant] of truths) {
    it(`decode ${JSON.stringify(sent) ?? 'a missing flag'} as ${meant}`, () => {
      const { role, freeEmail } = decoded({ result: 'Risky', role: sent, free_email: sent });
      assert.deepEqual({ role, freeEmail }, { role: meant, freeEmail: meant });
    });
  }

  const suggested: [string, Record<string, unknown>, boolean][] = [
    ['"1"', { result: 'Risky', send_transactional: '1' }, true],
    ['"0"', { result: 'Risky', send_transactional: '0' }, false],
    ['1 for an invalid address', { result: 'Invalid', send_transactional: 1 }, true],
    ['0 for a safe address', { result: 'Safe to Send', send_transactional: 0 }, false],
    ['nothing for a safe address', { result: 'Safe to Send' }, true],
    ['nothing for a risky address', { result: 'Risky' }, true],
    ['nothing for an unknown address', { result: 'Unknown' }, true],
    ['nothing for an invalid address', { result: 'Invalid' }, false],
    ['nothing for a bounce told by its code', { code: '6' }, false],
  ];
  for (const [what, fields, expected] of suggested) {
    it(`${expected ? 'suggest' : 'do not suggest'} transactional mail if send_transactional is ${what}`, () => {
      assert.equal(decoded(fields).sendTransactional, expected);
    });
  }

  it('list the reasons', () => {
    assert.deepEqual(decoded({ result: 'Risky', reason: 'Accept All, Role' }).reasons, ['Accept All', 'Role']);
    assert.deepEqual(decoded({ result: 'Unknown', reason: 'Unreachable' }).reasons, ['Unreachable']);
    assert.deepEqual(decoded({ result: 'Risky', reason: '' }).reasons, []);
    assert.deepEqual(decoded({ result: 'Risky' }).reasons, []);
  });

  it('recognise a role address by its reason if the flag is missing', () => {
    assert.equal(decoded({ result: 'Invalid', reason: 'Bounce, Role' }).role, true);
    assert.equal(decoded({ result: 'Invalid', reason: 'Bounce' }).role, false);
  });

  it('have the suggestion of any verdict, and an empty one if there is none', () => {
    assert.equal(
      decoded({ result: 'Invalid', reason: 'Disposable', did_you_mean: 'jane@gmail.com' }).didYouMean,
      'jane@gmail.com',
    );
    for (const missing of [{}, { did_you_mean: null }, { did_you_mean: '' }, { did_you_mean: [] }]) {
      assert.equal(decoded({ result: 'Risky', ...missing }).didYouMean, '');
    }
  });

  it('are empty if they are missing', () => {
    assert.deepEqual(decoded({ result: 'Risky' }), {
      email: '',
      result: 'Risky',
      code: 7,
      reasons: [],
      role: false,
      freeEmail: false,
      sendTransactional: true,
      didYouMean: '',
    });
  });
});

describe('the optional fields of a validation', () => {
  const service = { result: 'Risky' };

  const balances: [unknown, number | undefined][] = [
    ['39', 39],
    [39, 39],
    ['3198.6', 3198.6],
    [3198.6, 3198.6],
    ['0', 0],
    [0, 0],
    [' 7 ', 7],
    ['', undefined],
    ['plenty', undefined],
    ['Infinity', undefined],
    [null, undefined],
    [true, undefined],
    [{}, undefined],
    [undefined, undefined],
  ];
  for (const [sent, expected] of balances) {
    it(`have the balance ${expected ?? 'nothing'} for ${JSON.stringify(sent) ?? 'a missing field'}`, () => {
      const value = whole({ service, success: '1', balance: sent });
      assert.equal(value.balance, expected);
      assert.equal('balance' in value, expected !== undefined);
    });
  }

  it('has the name and the photo that were found', () => {
    const fields = { fullname: 'Jane Doe', firstname: 'Jane', lastname: 'Doe', photo: 'https://example.com/jane.png' };
    const enrichment = {
      fullName: 'Jane Doe',
      firstName: 'Jane',
      lastName: 'Doe',
      photo: 'https://example.com/jane.png',
    };
    assert.deepEqual(whole({ service: { ...service, ...fields }, success: '1' }).enrichment, enrichment);
    assert.deepEqual(whole({ ...service, ...fields, success: '1' }).enrichment, enrichment);
  });

  it('have empty strings for enrichment that was not found beside data that was', () => {
    assert.deepEqual(
      whole({ service: { ...service, photo: 'https://example.com/jane.png' }, success: '1' }).enrichment,
      {
        fullName: '',
        firstName: '',
        lastName: '',
        photo: 'https://example.com/jane.png',
      },
    );
  });

  it('list the inferred fields, of those that are known', () => {
    const inferredOf = (inferred: unknown) =>
      whole({ service: { ...service, fullname: 'Jane Doe', inferred }, success: '1' }).enrichment?.inferred;
    assert.deepEqual(inferredOf('fullname,lastname'), ['fullName', 'lastName']);
    assert.deepEqual(inferredOf('organization, photo'), ['photo']);
    for (const none of ['', 'x', null, 3, ['fullname'], undefined]) assert.equal(inferredOf(none), undefined);
  });

  it('have no enrichment if nothing was found', () => {
    for (const nothing of [{}, { photo: '' }, { fullname: null, firstname: '', lastname: '', photo: '' }]) {
      assert.equal('enrichment' in whole({ service: { ...service, ...nothing }, success: '1' }), false);
    }
  });
});
