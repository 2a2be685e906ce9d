import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameIn } from '../../../src/service/enrichment/names.js';
import { loadReputation } from '../../../src/service/reputation/index.js';

const reputation = loadReputation();
const namesIn = (localPart: string) => {
  const { fullname = '', firstname = '', lastname = '' } = nameIn(localPart, (word) => reputation.isRole(word));
  return [fullname, firstname, lastname];
};

describe('a name in a local part', () => {
  const named: readonly (readonly [localPart: string, fullname: string, firstname: string, lastname: string])[] = [
    ['john.smith', 'John Smith', 'John', 'Smith'],
    ['john_smith', 'John Smith', 'John', 'Smith'],
    ['john-smith', 'John Smith', 'John', 'Smith'],
    ['JOHN.SMITH', 'John Smith', 'John', 'Smith'],
    ['John.McDonald', 'John McDonald', 'John', 'McDonald'],
    ["sean.o'brien", "Sean O'Brien", 'Sean', "O'Brien"],
    ['jean-luc.picard', 'Jean-Luc Picard', 'Jean-Luc', 'Picard'],
    ['john.f.smith', 'John F. Smith', 'John', 'Smith'],
    ['j.smith', 'J. Smith', '', 'Smith'],
    ['j.r.r.tolkien', 'J. R. R. Tolkien', '', 'Tolkien'],
    ['ludwig.van.beethoven', 'Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
    ['l.van.beethoven', 'L. van Beethoven', '', 'van Beethoven'],
    ['ana.garcia.lopez', 'Ana Garcia Lopez', '', ''],
    ['john.smith+news', 'John Smith', 'John', 'Smith'],
    ['john.smith82', 'John Smith', 'John', 'Smith'],
    ['john.smith.1982', 'John Smith', 'John', 'Smith'],
    ['jose\u0301.garci\u0301a', 'José García', 'José', 'García'],
    ['иван.петров', 'Иван Петров', 'Иван', 'Петров'],
    ['ΝΊΚΟΣ.παπαδόπουλος', 'Νίκος Παπαδόπουλος', 'Νίκος', 'Παπαδόπουλος'],
    ['محمد.علي', 'محمد علي', 'محمد', 'علي'],
  ];
  for (const [localPart, ...names] of named)
    it(`is ${names[0]} in ${localPart}`, () => assert.deepEqual(namesIn(localPart), names));

  const nameless: readonly (readonly [why: string, ...localParts: string[]])[] = [
    ['it is a single word', 'john', 'jsmith', 'x', 'johnsmith1982'],
    ['an initial comes last', 'john.s', 'smith.j', 'a.b'],
    ['it is a role', 'sales', 'no.reply', 'sales.team', 'marketing.paris', 'Info+shop', 'support_desk'],
    ['its words are not names', 'first.last', 'test.user', 'my.shop', 'hello.world', 'john.newsletter'],
    ['it has digits within', 'j0hn.smith', '2pac.shakur', '1.2', '2024.smith'],
    ['it is in two scripts', 'иван.petrov', 'jоhn.smith'],
    ['nobody knows which word is the family name', '山田.太郎', '김.철수'],
    ['it cannot be pronounced', 'xq.zrtw', 'bcd.fgh'],
    ['a particle comes first or last', 'van.dyke', 'maria.de', 'de.vries'],
    ['it has more words than a name', 'a.name.of.six.whole.words'],
    ['a word is too long', `john.${'a'.repeat(41)}`],
    ['it is quoted', '"john.smith"', '"john smith"'],
    ['it has no letters', '', '.', '..', '-', '_', '+x', '__proto__'],
  ];
  for (const [why, ...localParts] of nameless)
    it(`is not inferred if ${why}`, () => {
      for (const localPart of localParts) assert.deepEqual(namesIn(localPart), ['', '', ''], localPart);
    });

  it('is searched for in linear time', () => {
    for (const text of ['a.'.repeat(5_000), '-'.repeat(10_000), "a'".repeat(5_000), `${'a-'.repeat(5_000)}!`])
      assert.deepEqual(namesIn(text), ['', '', '']);
  });
});
