import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  firstOrigins,
  keyChangeIn,
  keyFieldsOf,
  keyName,
  keyOrderIn,
  keyPlaceholder,
} from '../../../../src/console/views/keys/key-form.js';

const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

const publicForm = {
  label: ' Shop ',
  origins: 'https://a.example',
  dailyLimit: '20',
  dailyBudget: '500',
  answers: 'full',
};

describe('the form of a key', () => {
  it('begins with the own machine, and with this page if it is there too', () => {
    for (const [origin, expected] of [
      ['https://check.example.com', ['http://localhost:*']],
      ['http://localhost:8780', ['http://localhost:*']],
      ['http://127.0.0.1:8780', ['http://localhost:*', 'http://127.0.0.1:*']],
      ['http://[::1]:8780', ['http://localhost:*', 'http://[::1]:*']],
      ['http://localhost.example.com:80', ['http://localhost:*']],
    ] as const)
      assert.deepEqual(firstOrigins(origin), expected, origin);
  });

  it('has origins between blanks, commas and line ends, each once', () =>
    assert.deepEqual(
      keyChangeIn(
        formOf({ ...publicForm, origins: ' https://a.example,\r\nhttps://b.example\n\nhttps://a.example ' }),
        'public',
      ).origins,
      ['https://a.example', 'https://b.example'],
    ));

  it('has any number of validations if the budget is empty', () => {
    assert.equal(keyChangeIn(formOf({ ...publicForm, dailyBudget: '' }), 'public').dailyBudget, 'off');
    assert.equal(keyChangeIn(formOf(publicForm), 'public').dailyBudget, 500);
  });

  it('has a label alone for a private key', () =>
    assert.deepEqual(keyOrderIn(formOf(publicForm), 'private'), { kind: 'private', label: 'Shop' }));

  it('shows a key as it reads it', () => {
    const key = { id: 1, kind: 'public', hint: 'abcd', createdAt: 0 } as const;
    const settings = {
      ...{ label: 'Shop', origins: ['https://a.example', 'https://b.example'] },
      ...({ dailyLimit: 5, dailyBudget: 'off', answers: 'domain' } as const),
    };
    const fields = keyFieldsOf({ ...key, ...settings });
    assert.deepEqual(keyChangeIn(formOf({ ...fields }), 'public'), settings);
  });

  it('names a key by its label, or by its end', () => {
    assert.equal(keyName({ label: 'Shop', hint: 'abcd' }), 'Shop');
    assert.equal(keyName({ label: '', hint: 'abcd' }), '…abcd');
    assert.equal(keyPlaceholder({ kind: 'public', hint: 'abcd' }), 'public_…abcd');
    assert.equal(keyPlaceholder({ kind: 'private', hint: 'abcd' }), '…abcd');
  });
});
