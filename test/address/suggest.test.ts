import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { suggestAddress, unpackDomains, type DomainTables } from '../../src/address/index.js';
import { lookalikes, providers } from '../../src/element/known-domains.js';
import { loadReputation } from '../../src/service/reputation/index.js';
import { oneSlipAway } from './typos.js';

const free = readFileSync(new URL('../../src/service/reputation/data/free.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const isFree = new Set(free);
const service = loadReputation();
const known = new Set([...providers, ...lookalikes]);

const suggesters: Readonly<Record<string, (address: string) => string>> = {
  page: (address) => suggestAddress(address, { providers, known: (domain) => known.has(domain) }),
  service: (address) => service.suggest(address),
};

for (const [who, suggest] of Object.entries(suggesters)) {
  describe(`the ${who}'s suggestion`, () => {
    const rows: readonly (readonly [typed: string, meant: string])[] = [
      ['jane@gmial.com', 'jane@gmail.com'],
      ['jane@gmail.con', 'jane@gmail.com'],
      ['jane@gmail.cmo', 'jane@gmail.com'],
      ['jane@gmail.co', 'jane@gmail.com'],
      ['jane@gmailcom', 'jane@gmail.com'],
      ['jane@gmail,com', 'jane@gmail.com'],
      ['jane@gmail..com', 'jane@gmail.com'],
      ['jane@GMAL.COM', 'jane@gmail.com'],
      ['jane@gmaıl.com', 'jane@gmail.com'],
      ['jane@hotmial.con', 'jane@hotmail.com'],
      ['Jane."x y"@gmial.com', ''],
      ['"x, Y"@gmial.com', '"x, Y"@gmail.com'],
      ['Ja+ne@outlok.com', 'Ja+ne@outlook.com'],
      ['jane@qqq.com', 'jane@qq.com'],
      ['jane@gmail', ''],
      ['jane@gmail.c', ''],
      ['jane@gmail.com.', ''],
      ['jane@gmail.com', ''],
      ['jane@ms.com', ''],
      ['jane@example.com', ''],
      ['jane@qq.comé', ''],
      ['jane@éqq.com', ''],
      ['jane@gmail.com.br', ''],
      ['jane', ''],
      ['', ''],
    ];
    for (const [typed, meant] of rows) it(`for "${typed}" is "${meant}"`, () => assert.equal(suggest(typed), meant));

    it('is right for 95 of 100 slips in the big domains', (t) => {
      const big = unpackDomains('com gmail yahoo hotmail outlook icloud aol live msn qq/de gmx web/ru mail');
      const slips = big.flatMap((meant) =>
        oneSlipAway(meant)
          .filter((typed) => !isFree.has(typed))
          .map((typed) => ({ typed, meant })),
      );
      // A dot at either end is a fault of syntax with its own message.
      const tried = slips.filter(({ typed }) => !/^\.|\.$/.test(typed));
      const right = tried.filter(({ typed, meant }) => suggest(`jane@${typed}`) === `jane@${meant}`);
      t.diagnostic(
        `measured: slips in twelve domains suggested right: ${right.length} of ${tried.length}: ${((100 * right.length) / tried.length).toFixed(1)} %`,
      );
      assert.ok(right.length >= 0.95 * tried.length);
    });

    it('is never made for a free provider', (t) => {
      const wrong = free.filter((domain) => suggest(`jane@${domain}`) !== '');
      t.diagnostic(`measured: false suggestions over ${free.length} free-mail domains: ${wrong.length}`);
      assert.deepEqual(wrong, []);
    });
  });
}

describe('a suggestion', () => {
  const tables = (providers: string, known = ''): DomainTables => ({
    providers: providers.split(' '),
    known: (domain) => known.split(' ').includes(domain),
  });

  it('is withheld if two providers are as near', () => {
    assert.equal(suggestAddress('a@gmaik.com', tables('gmail.com')), 'a@gmail.com');
    assert.equal(suggestAddress('a@gmaik.com', tables('gmail.com gmaij.com')), '');
  });

  it('leaves a known domain alone', () =>
    assert.equal(suggestAddress('a@gmaik.com', tables('gmail.com', 'gmaik.com')), ''));

  it('mends the dot before a known ending only', () =>
    assert.equal(suggestAddress('a@gmaik,com', tables('gmail.com', 'gmaik.com')), 'a@gmaik.com'));

  it('looks at no provider for a text longer than any address', () => {
    let asked = 0;
    const known = () => ++asked > 0;
    assert.equal(suggestAddress(`a@${','.repeat(10_000)}`, { providers: ['gmail.com'], known }), '');
    assert.equal(asked, 0);
  });
});
