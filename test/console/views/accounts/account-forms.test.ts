import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  creditsOrderIn,
  findAccounts,
  isLow,
  isNameTyped,
  newOrderId,
  typableName,
} from '../../../../src/console/views/accounts/account-forms.js';
import { lowCreditsOrderIn } from '../../../../src/console/low-credits.js';

const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

const account = (id: number, name: string) => ({ id, name, balance: 0, createdAt: 0, keys: 0 });

describe('forms of accounts', () => {
  it('give and take credits under the id of the order', () => {
    const form = { credits: ' 500 ', reason: ' order 1042 ' };
    assert.deepEqual(creditsOrderIn(formOf({ ...form, direction: 'give' }), 'abc'), {
      ...{ id: 'abc', credits: 500, reason: 'order 1042' },
    });
    assert.equal(creditsOrderIn(formOf({ ...form, direction: 'take' }), 'abc').credits, -500);
  });

  it('make ids of 32 hex digits, a leading zero included', () =>
    assert.equal(
      newOrderId((bytes) => bytes.map((_, index) => index)),
      '000102030405060708090a0b0c0d0e0f',
    ));

  it('read an empty number of low credits as no notice', () => {
    assert.deepEqual(lowCreditsOrderIn(formOf({ lowCredits: ' ' })), { lowCredits: null });
    assert.deepEqual(lowCreditsOrderIn(formOf({ lowCredits: '50' })), { lowCredits: 50 });
  });

  it('take a typed name for the same, whatever cannot be typed in it', () => {
    assert.ok(isNameTyped('Acme', 'Acme'));
    assert.ok(isNameTyped('A\u202ecme  Shop', ' Acme Shop '));
    assert.ok(isNameTyped('Cafe\u0301', 'Caf\u00e9'));
    assert.ok(!isNameTyped('Acme', 'acme'));
    assert.ok(!isNameTyped('Acme', ''));
    assert.equal(typableName('x'.repeat(1_000)).length, 200);
  });

  it('find accounts by a part of their name, or by their number', () => {
    const all = [account(1, 'Acme 12'), account(12, 'Bakery'), account(3, 'acme')];
    const found = (text: string) => findAccounts(all, text).map(({ id }) => id);
    assert.deepEqual(found(''), [1, 12, 3]);
    assert.deepEqual(found('ACME'), [1, 3]);
    assert.deepEqual(found('12'), [1, 12]);
    assert.deepEqual(found('other'), []);
  });

  it('mark an account that has fewer credits than its notice', () => {
    assert.ok(isLow({ balance: 4, lowCredits: 5 }));
    assert.ok(!isLow({ balance: 5, lowCredits: 5 }));
    assert.ok(!isLow({ balance: 0 }));
  });
});
