import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { suggestAddress, unpackDomains, type DomainTables } from '../../src/address/index.js';
import { lookalikes, providers } from '../../src/address/known-domains.js';
import { slips } from '../../src/service/reputation/generate/curated.js';
import { loadReputation } from '../../src/service/reputation/index.js';
import { countSlips, thirtyProviders } from './count-slips.js';

const free = readFileSync(new URL('../../src/service/reputation/data/free.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const service = loadReputation();

const suggesters: Readonly<Record<string, (address: string) => string>> = {
  page: (address) => suggestAddress(address),
  service: (address) => service.suggest(address),
};

/** What people sign up with, in a simulation of typists: big providers and domains of their own. */
const signedUp = unpackDomains(
  [
    'com gmail yahoo hotmail outlook icloud qq live acme/de web/net gmx example-shop/fr orange/co.uk yahoo hotmail',
    'com.br yahoo uol/me proton/org widgets/co startup/io acme/ac.uk ed/com.tr firma',
  ].join('/'),
);

for (const [who, suggest] of Object.entries(suggesters)) {
  describe(`the ${who}'s suggestion`, () => {
    const rows: readonly (readonly [typed: string, meant: string])[] = [
      ['jane@gmial.com', 'jane@gmail.com'],
      ['jane@gmail.con', 'jane@gmail.com'],
      ['jane@gmail.cmo', 'jane@gmail.com'],
      ['jane@gmail.co', 'jane@gmail.com'],
      ['jane@gmail.c', 'jane@gmail.com'],
      ['jane@gmailcom', 'jane@gmail.com'],
      ['jane@gmail,com', 'jane@gmail.com'],
      ['jane@gmail..com', 'jane@gmail.com'],
      ['jane@gmail,,com', 'jane@gmail.com'],
      ['jane@gmail.com.', ''],
      ['jane@GMAL.COM', 'jane@gmail.com'],
      ['jane@GMAIL.CON', 'jane@GMAIL.com'],
      ['jane@gmaıl.com', 'jane@gmail.com'],
      ['jane@gmal.con', 'jane@gmail.com'],
      ['jane@hotmial.con', 'jane@hotmail.com'],
      ['jane@cloud.con', 'jane@cloud.com'],
      ['jane@yahoo.co,uk', 'jane@yahoo.co.uk'],
      ['jane@yahoo.co.k', 'jane@yahoo.co.uk'],
      ['jane@yahoo.co.i', ''],
      ['"x, Y"@gmial.com', '"x, Y"@gmail.com'],
      ['Ja+ne@outlok.com', 'Ja+ne@outlook.com'],
      ['jane@qqq.com', 'jane@qq.com'],
      // A bare name is completed if it is known what it means.
      ['jane@gmail', 'jane@gmail.com'],
      ['jane@Outlook', 'jane@outlook.com'],
      ['jane@yahoo', 'jane@yahoo.com'],
      ['jane@live', 'jane@live.com'],
      ['jane@web', 'jane@web.de'],
      ['jane@t-online', 'jane@t-online.de'],
      ['jane@orange', 'jane@orange.fr'],
      ['jane@comcast', 'jane@comcast.net'],
      ['jane@gmial', 'jane@gmail.com'],
      ['jane@hotmial', 'jane@hotmail.com'],
      ['jane@icould', 'jane@icloud.com'],
      ['jane@gmx', ''],
      ['jane@mail', ''],
      ['jane@yandex', ''],
      ['jane@163', ''],
      ['jane@acme', ''],
      ['jane@localhost', ''],
      // The ending of another country, if the provider has none there and no other is near.
      ['jane@gmail.de', 'jane@gmail.com'],
      ['jane@gmail.co.uk', 'jane@gmail.com'],
      ['jane@gmail.org', 'jane@gmail.com'],
      ['jane@icloud.fr', 'jane@icloud.com'],
      ['jane@hotmail.cm', 'jane@hotmail.com'],
      ['jane@hotmail.gt', ''],
      ['jane@yahoo.ft', ''],
      ['jane@yahoo.pl.com', ''],
      ['jane@gmail.com.br', ''],
      ['jane@outlook.acme.com', ''],
      ['jane@orange.es', ''],
      ['jane@live.tv', ''],
      ['jane@gmx.it', ''],
      ['jane@icould.com', 'jane@icloud.com'],
      ['Jane."x y"@gmial.com', ''],
      ['jane@gmail.com', ''],
      ['jane@ms.com', ''],
      ['jane@example.com', ''],
      ['jane@qq.comé', ''],
      ['jane@éqq.com', ''],
      ['jane@', ''],
      ['@gmial.com', ''],
      ['jane', ''],
      ['', ''],
    ];
    for (const [typed, meant] of rows) it(`for "${typed}" is "${meant}"`, () => assert.equal(suggest(typed), meant));

    it('is the one that was meant by every slip that people are known to make', () =>
      assert.deepEqual(
        [...slips].filter(([typed, meant]) => suggest(`jane@${typed}`) !== `jane@${meant}`),
        [],
      ));

    it('is right for 97 of 100 slips at thirty providers, wrong for none, and made for no real domain', (t) => {
      assert.equal(thirtyProviders.length, 30);
      const { said, right, tried, wrong } = countSlips(suggest, thirtyProviders, free);
      const unasked = [...free, ...signedUp].filter((domain) => suggest(`jane@${domain}`));
      const asked = `${unasked.length} false of ${free.length + signedUp.length}`;
      t.diagnostic(`measured: slips at thirty providers, by the ${who}: ${said}, ${asked}`);
      assert.deepEqual([...wrong, ...unasked], []);
      assert.ok(right >= 0.97 * tried);
    });

    it('is wrong for no slip at any provider', (t) => {
      assert.ok(providers.length >= 150);
      const { said, right, tried, wrong } = countSlips(suggest, providers, free);
      t.diagnostic(`measured: slips at all ${providers.length} providers, by the ${who}: ${said}`);
      assert.deepEqual(wrong, []);
      assert.ok(right >= 0.95 * tried);
    });
  });
}

describe('a suggestion', () => {
  const tables = (providers: string, known = '', brands = ''): DomainTables => ({
    providers: providers.split(' '),
    known: (domain) => known.split(' ').includes(domain),
    brands: brands.split(' '),
  });

  it('is withheld if two providers are as near, or nearly', () => {
    assert.equal(suggestAddress('a@gmaik.com', tables('gmail.com')), 'a@gmail.com');
    assert.equal(suggestAddress('a@gmaik.com', tables('gmail.com gmaij.com')), '');
    assert.equal(suggestAddress('a@gmaik.com', tables('gmail.com gmak.com')), '');
  });

  it('does not change a known domain', () =>
    assert.equal(suggestAddress('a@gmaik.com', tables('gmail.com', 'gmaik.com')), ''));

  it('leaves none alone that is known to be typed for another', () => {
    const slips = new Map([['gmaik.com', 'gmail.com']]);
    assert.equal(suggestAddress('a@gmaik.com', { ...tables('qq.com', 'gmaik.com'), slips }), 'a@gmail.com');
  });

  it('mends the dot before a known ending only', () =>
    assert.equal(suggestAddress('a@gmaik,com', tables('gmail.com', 'gmaik.com')), 'a@gmaik.com'));

  it('completes a bare name of several providers if one of them is the brand', () => {
    assert.equal(suggestAddress('a@gmx', tables('gmx.de gmx.net')), '');
    assert.equal(suggestAddress('a@gmx', tables('gmx.de gmx.net', '', 'gmx.net')), 'a@gmx.net');
  });

  it('of the ending of another country is made for a brand alone', () => {
    assert.equal(suggestAddress('a@orange.pl', tables('orange.fr')), '');
    assert.equal(suggestAddress('a@orange.pl', tables('orange.fr', '', 'orange.fr')), 'a@orange.fr');
  });

  it('is made by itself, with the domains that everybody knows', () => {
    assert.equal(suggestAddress('a@gmial.com'), 'a@gmail.com');
    assert.deepEqual(
      [...providers, ...lookalikes].filter((domain) => suggestAddress(`a@${domain}`)),
      [],
    );
  });

  it('looks at no provider for a text longer than any address', () => {
    let asked = 0;
    const known = () => ++asked > 0;
    assert.equal(suggestAddress(`a@${','.repeat(10_000)}`, { providers: ['gmail.com'], known }), '');
    assert.equal(asked, 0);
  });
});
