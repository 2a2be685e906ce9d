import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isComplete, isGrowing, parseAddress } from '../../src/address/index.js';
import { growingPrefixes } from '../../src/address/known-domains.js';

describe('an address is complete', () => {
  for (const text of ['a@b.de', 'a@b.unheardof', 'a@例え.テスト', 'a@b.xn--zckzah', '"a b"@mail.example.com']) {
    it(`with ${text}`, () => assert.equal(isComplete(parseAddress(text)), true));
  }
  for (const text of ['jane@gmail', 'a@b.c', 'a@b.12', 'a@1.2.3.4', 'a@[192.0.2.1]', 'a@b.co.', 'a', '']) {
    it(`not with "${text}"`, () => assert.equal(isComplete(parseAddress(text)), false));
  }
});

describe('a domain may grow', () => {
  for (const domain of [
    'yahoo.co',
    'ed.ac',
    'example.or',
    'example.ne',
    'example.go',
    'example.gob',
    'school.edu',
    'yahoo.com',
    'live.com',
    'uol.com',
  ]) {
    it(`from ${domain}`, () => assert.equal(isGrowing(domain, growingPrefixes), true));
  }
  for (const domain of [
    'gmail.com',
    'hotmail.com',
    'outlook.com',
    'example.com',
    'co',
    'taco',
    'example.co.uk',
    'yahoo.com.br',
  ]) {
    it(`not from ${domain}`, () => assert.equal(isGrowing(domain, growingPrefixes), false));
  }
});
