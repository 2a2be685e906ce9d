import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSpecialUse } from '../../../src/service/verdict/special-use.js';

describe('special-use domains', () => {
  for (const domain of [
    'test',
    'a.test',
    'a.b.invalid',
    'localhost',
    'mail.localhost',
    'a.example',
    'printer.local',
    'abc.onion',
    'a.alt',
  ]) {
    it(`${domain} never takes mail`, () => assert.equal(isSpecialUse(domain), true));
  }
  for (const domain of ['example.com', 'example.net', 'test.com', 'local.de', 'mytest', 'a.latest', 'onion.org', '']) {
    it(`${domain || 'nothing'} is asked for`, () => assert.equal(isSpecialUse(domain), false));
  }
});
