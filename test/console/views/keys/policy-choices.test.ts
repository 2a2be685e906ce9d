import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  answersTo,
  choicesIn,
  defaultChoices,
  policyAttributes,
  policyFlags,
  policyWords,
  type PolicyChoices,
} from '../../../../src/console/views/keys/policy-choices.js';
import { policyWords as wordsOfElement } from '../../../../src/element/policy.js';
import { readManifest } from '../../../manifest.js';

const rows: Readonly<Record<string, [Partial<PolicyChoices>, Record<string, string | true>]>> = {
  'nothing if all is as by default': [{}, {}],
  'a longer list of what is blocked': [{ disposable: 'block' }, { block: 'syntax typo disposable' }],
  'no list of warnings, if it differs only in words that are blocked': [
    { disposable: 'block', invalid: 'block', 'spam-trap': 'block' },
    { block: 'syntax typo disposable spam-trap invalid' },
  ],
  'a shorter list of what is blocked': [{ typo: 'warn' }, { block: 'syntax' }],
  'an empty list of what is blocked': [{ typo: 'warn', syntax: 'warn' }, { block: '' }],
  'a shorter list of warnings': [{ invalid: 'allow' }, { warn: 'disposable spam-trap' }],
  'an empty list of warnings': [{ invalid: 'allow', disposable: 'allow', 'spam-trap': 'allow' }, { warn: '' }],
  'a longer list of warnings': [{ role: 'warn', free: 'warn' }, { warn: 'disposable spam-trap invalid role free' }],
  'both lists': [
    { free: 'block', role: 'warn' },
    { block: 'syntax typo free', warn: 'disposable spam-trap invalid role' },
  ],
  'no suggestion, with the list as it is': [{ typo: 'allow' }, { 'no-suggestion': true }],
  'no suggestion, with a longer list': [
    { typo: 'allow', role: 'block' },
    { block: 'syntax typo role', 'no-suggestion': true },
  ],
  'attributes without a value': [
    { 'no-override': true, 'no-success': true },
    { 'no-override': true, 'no-success': true },
  ],
};

describe('policyAttributes', () => {
  for (const [name, [chosen, attributes]] of Object.entries(rows))
    it(`writes ${name}`, () => assert.deepEqual(policyAttributes({ ...defaultChoices, ...chosen }), attributes));

  it('knows the words, attributes and defaults of the element', () => {
    const attributes = readManifest().attributes;
    const defaultOf = (name: string): string => attributes.get(name)?.default ?? assert.fail(name);
    // `deny` is not written: its domains are always blocked.
    assert.deepEqual([...policyWords].sort(), wordsOfElement.filter((word) => word !== 'deny').sort());
    const worded = (answer: string): string => policyWords.filter((word) => defaultChoices[word] === answer).join(' ');
    assert.equal(`'${worded('block')}'`, defaultOf('block'));
    assert.deepEqual(worded('warn').split(' ').sort(), defaultOf('warn').slice(1, -1).split(' ').sort());
    for (const flag of [...policyFlags, 'no-suggestion']) assert.equal(defaultOf(flag), 'false');
  });
});

describe('choicesIn', () => {
  const formWith = (fields: Record<string, string>): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };

  it('reads what was chosen', () =>
    assert.deepEqual(choicesIn(formWith({ role: 'block', syntax: 'warn', 'no-override': 'on' })), {
      ...defaultChoices,
      role: 'block',
      syntax: 'warn',
      'no-override': true,
    }));

  it('takes the default for what is missing or cannot be chosen', () => {
    assert.deepEqual(choicesIn(formWith({ role: '<img>', syntax: 'allow' })), defaultChoices);
    assert.ok(!answersTo('syntax').includes('allow'));
  });
});
