import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeRefusal, refusalRows, refusalSigns, type RefusalKind } from '../../src/wire/index.js';

const day = 'Authentication Failed - The maximum number of calls per day reached.';
const concurrent = 'Maximum concurrent calls reached';
const errorBody = (error: string, code?: string) => ({
  service: { error, ...(code && { code }) },
  success: '0',
  error,
});

describe('a refusal', () => {
  const rows: [string, number, unknown, RefusalKind, string][] = [
    ['a wrong key', 401, errorBody('Wrong API', '0'), 'wrong-key', 'Wrong API'],
    ['no credits', 402, errorBody('Credits Low', '0'), 'no-credits', 'Credits Low'],
    ['too many at once', 429, errorBody(concurrent, '0'), 'busy', concurrent],
    ["the day's limit, which has no code", 429, errorBody(day), 'daily-limit', day],
    ['an open 400', 400, errorBody('Email is missing', '0'), 'bad-request', 'Email is missing'],
    ['an open 403', 403, errorBody('Origin not approved', '0'), 'forbidden', 'Origin not approved'],

    ['a wrong key inside HTTP 200', 200, errorBody('Wrong API', '0'), 'wrong-key', 'Wrong API'],
    ['no credits inside HTTP 200', 200, errorBody('Credits Low', '0'), 'no-credits', 'Credits Low'],
    ['too many at once inside HTTP 200', 200, errorBody(concurrent, '0'), 'busy', concurrent],
    ["the day's limit inside HTTP 200", 200, errorBody(day), 'daily-limit', day],
    ['words that the interface does not have inside HTTP 200', 200, errorBody('Out of tea'), 'rejected', 'Out of tea'],
    ['success 0 and nothing else', 200, { success: '0' }, 'rejected', ''],
    ['success 0 as a number', 200, { service: { error: 'Wrong API' }, success: 0 }, 'wrong-key', 'Wrong API'],

    [
      'the message in the envelope alone',
      401,
      { service: { error: 'Wrong API' }, success: '0' },
      'wrong-key',
      'Wrong API',
    ],
    ['the message at the top alone', 200, { error: 'Wrong API', success: '0' }, 'wrong-key', 'Wrong API'],
    ['the message under its optional name', 200, { message: 'Wrong API', success: '0' }, 'wrong-key', 'Wrong API'],
    [
      "the envelope's message before the others",
      200,
      { service: { error: 'a' }, error: 'b', message: 'c', success: '0' },
      'rejected',
      'a',
    ],
    [
      'an undocumented field beside it',
      401,
      { service: { error: 'Wrong API', code: '0', loc: 'eu' }, success: '0' },
      'wrong-key',
      'Wrong API',
    ],
    ['other letters', 200, errorBody('CREDITS LOW'), 'no-credits', 'CREDITS LOW'],
    ['success missing', 402, { service: { error: 'Credits Low' } }, 'no-credits', 'Credits Low'],
    ['words before the status', 403, errorBody('Wrong API'), 'wrong-key', 'Wrong API'],

    ['a 429 that names no day', 429, errorBody('Slow down'), 'busy', 'Slow down'],
    ['a 429 without a body', 429, undefined, 'busy', ''],
    ['a 401 in HTML', 401, undefined, 'wrong-key', ''],
    ['a 402 of null', 402, null, 'no-credits', ''],
    ['a 403 of an array', 403, [], 'forbidden', ''],
    ['a 400 of a number', 400, 7, 'bad-request', ''],
    [
      'an error that is no text',
      400,
      { service: { error: { a: 1 } }, error: ['b'], message: null, success: '0' },
      'bad-request',
      '',
    ],
  ];
  for (const [what, status, body, kind, message] of rows) {
    it(`${what} is ${kind}`, () => assert.deepEqual(decodeRefusal(status, body, 'service'), { kind, message }));
  }

  it('has its message in an envelope of another name', () => {
    assert.deepEqual(decodeRefusal(200, { verifier: { error: 'Wrong API' }, success: '0' }, 'verifier'), {
      kind: 'wrong-key',
      message: 'Wrong API',
    });
  });
});

describe('no refusal', () => {
  const rows: [string, number, unknown][] = [
    ['success 1', 200, { service: { error: 'Wrong API' }, success: '1' }],
    ['a body without success', 200, { balance: '39' }],
    ['a body that was no JSON', 200, undefined],
    ['null', 200, null],
    ['an array', 200, ['0']],
    ['a number', 200, 0],
    ['a string', 200, '0'],
    ['a server failure', 500, undefined],
    ['an overload page', 503, undefined],
    ['a server failure with success 0', 500, errorBody('Wrong API', '0')],
  ];
  for (const [what, status, body] of rows) {
    it(`is ${what} under HTTP ${status}`, () => assert.equal(decodeRefusal(status, body, 'service'), undefined));
  }
});

describe('the signs of refusals', () => {
  for (const kind of Object.keys(refusalSigns) as (keyof typeof refusalSigns)[]) {
    const { status, message } = refusalRows[kind];
    const [signStatus, words]: readonly [number, RegExp?] = refusalSigns[kind];

    it(`match the row of ${kind}`, () => {
      assert.equal(decodeRefusal(status, errorBody(message), 'service')?.kind, kind);
      assert.equal(signStatus, status);
      if (words) assert.match(message, words);
    });

    it(`match ${kind} by ${words ? 'its words inside HTTP 200' : 'its status without a body'}`, () => {
      const found = words
        ? decodeRefusal(200, errorBody(message), 'service')
        : decodeRefusal(status, undefined, 'service');
      assert.equal(found?.kind, kind);
    });

    it(`match ${kind} with no other row`, () => {
      for (const [other, row] of Object.entries(refusalRows)) {
        if (other !== kind && words) assert.doesNotMatch(row.message, words);
      }
    });
  }
});
