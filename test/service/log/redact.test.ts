import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { newKey } from '../../../src/service/accounts/keys.js';
import { createRedactor } from '../../../src/service/log/redact.js';
import { seed, trials } from '../../soak.js';

const redact = createRedactor(['a secret of the test', undefined, '']);

describe('a redactor', () => {
  const rows: [string, string][] = [
    ['Refused: jane.doe+shop@mail.example.com is gone', 'Refused: [address] is gone'],
    ['to <"jane doe"@shop.example>', 'to <[address]>'],
    ['jürgen@müll.example', '[address]'],
    ['email=jane%40shop.example&x=1', '[address]&x=1'],
    ['jane%2540shop.example', '[address]'],
    ['jane@[192.0.2.1]', '[address]'],
    ['the key AbCdEfGhIjKlM is wrong', 'the key [key] is wrong'],
    ['api%3DAbCdEfGhIjKlM', 'api%3D[key]'],
    ['x_AbCdEfGhIjKlM_x', 'x_[key]_x'],
    ['public_abc123DEF', '[key]'],
    ['GET /v1/?api=short&email=x failed', 'GET /v1/?[query] failed'],
    ['http://127.0.0.1:8080/v1/?api=short', 'http://127.0.0.1:8080/v1/?[query]'],
    ['postgres://user:p4ss@db.example/check', 'postgres://[login]@db.example/check'],
    [`hash ${'0a'.repeat(32)}`, 'hash [hash]'],
    ['it was a secret of the test.', 'it was [secret].'],
    ['listen EADDRNOTAVAIL: AccountsError', 'listen EADDRNOTAVAIL: AccountsError'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ];
  for (const [text, redacted] of rows) it(`makes "${redacted}"`, () => assert.equal(redact(text), redacted));

  it('leaves no key in any text around it', () => {
    const around = fc.stringMatching(/^[^A-Za-z0-9]*$/);
    fc.assert(
      fc.property(around, fc.constantFrom('private', 'public'), around, (before, kind, after) => {
        const key = newKey(kind);
        assert.ok(!redact(`${before}${key}${after}`).includes(key));
      }),
      { seed, numRuns: trials(1_000) },
    );
  });

  it('leaves no address in any text around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.emailAddress(), fc.string(), (before, address, after) => {
        assert.ok(!redact(`${before} ${address} ${after}`).includes(address));
      }),
      { seed, numRuns: trials(1_000) },
    );
  });

  it('redacts the longest hostile text in linear time', () => {
    for (const piece of ['a', '@', '"', '\\"', '%40', 'a@', '/', '?', 'a.', '%25', 'x://'])
      assert.ok(redact(piece.repeat(200_000)).length < 100_000);
  });
});
