import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressesIn, cleanAddress } from '../../src/address/index.js';
import { seeded } from '../random.js';
import { seed, trials } from '../soak.js';

const jane = 'jane.doe@gmail.com';

describe('the address of a text', () => {
  for (const text of [
    jane,
    ` ${jane}\t`,
    `\u00a0${jane}\u3000`,
    'jane.doe\u200b@gmail.com',
    `\u202a${jane}\u202c`,
    'jane\u00ad.doe@gmail.com',
    'jane.\u200cdoe@g\u200dmail.com',
    '\uff4aane.doe\u200d@gmail.com',
    `\ufeff${jane}`,
    `mailto:${jane}`,
    `MAILTO:${jane}?subject=Hello`,
    `<${jane}>`,
    `<mailto:${jane}>`,
    `Jane Doe <${jane}>`,
    `"Doe, Jane" <${jane}>`,
    `Doe, Jane <${jane}>`,
    `'Jane Doe' <${jane}>`,
    `'${jane}' <${jane}>`,
    `Jane <${jane}> (work)`,
    `${jane} (Jane Doe)`,
    `Jane Doe (${jane})`,
    `(${jane})`,
    `"${jane}"`,
    `'${jane}'`,
    `'${jane}`,
    `\u201c${jane}\u201d`,
    `\u201e${jane}\u201c`,
    `\u00ab${jane}\u00bb`,
    `\`${jane}\``,
    `*${jane}*`,
    `- ${jane}`,
    `* ${jane}`,
    `\u2022${jane}`,
    `1. ${jane}`,
    `(2) ${jane}`,
    `[x] ${jane}`,
    `E-Mail: ${jane}`,
    `To: ${jane};`,
    `${jane}.`,
    `${jane},`,
    `[${jane}](mailto:${jane})`,
    'ｊａｎｅ.doe@gmail.com',
    'jane.doe\uff20gmail.com',
    'jane.doe@gmail\u3002com',
  ])
    it(`is found in ${JSON.stringify(text)}`, () => assert.equal(cleanAddress(text), jane));

  for (const text of [
    '',
    ' ',
    'jane.doe',
    'jane,doe@gmail.com',
    'jane doe@gmail.com',
    'jane@gmail,com',
    'jane@@gmail.com',
    `${jane}, Jane`,
    `${jane} Jane`,
    `Jane ${jane}`,
    `${jane}> x`,
    `${jane} john@gmail.com`,
    '<>',
    '@',
  ])
    it(`is not certain in ${JSON.stringify(text)}`, () => assert.equal(cleanAddress(text), ''));

  for (const address of [
    // Persian, Hindi and Malayalam are written with joiners: without them it would be another address.
    'jane@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com',
    'jane@\u0936\u094d\u200d\u0930.com',
    '\u0d1c\u0d4b\u0d23\u0d4d\u200d@gmail.com',
    // Old addresses of Japanese telephones.
    'jane..doe@docomo.ne.jp',
    'jane.@ezweb.ne.jp',
    `o'neil@gmail.com`,
    '-jane@gmail.com',
    '*jane@gmail.com',
    '1.jane@gmail.com',
    '"a b"@x.com',
    'a/b@x.com',
    'jane@localhost',
  ])
    it(`is unchanged in ${address}`, () => assert.equal(cleanAddress(address), address));
});

describe('the short cut for long lists', () => {
  it('gives what is read without it', () => {
    const random = seeded(seed);
    const letters = 'ab0_+-.@';
    for (let trial = 0; trial < trials(200_000); trial += 1) {
      const text = `${Array.from({ length: 1 + random() * 9 }, () => letters[Math.floor(random() * letters.length)]).join('')}@x.com`;
      const [first, second] = addressesIn(text);
      assert.equal(cleanAddress(text), first?.isRead && !second ? first.address : '', `SEED=${seed}: ${text}`);
    }
  });
});

describe('the addresses of a text', () => {
  for (const [text, addresses] of [
    ['a@x.com, b@x.com; c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
    ['a@x.com b@x.com / c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
    ['a@x.com|b@x.com ::: c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
    ['A <a@x.com>, "B, b" <b@x.com>; c@x.com (C)', ['a@x.com', 'b@x.com', 'c@x.com']],
    ['<a@x.com> <b@x.com>', ['a@x.com', 'b@x.com']],
    ['a@x.com\nJane\nb@x.com', ['a@x.com', 'b@x.com']],
    ['a@x.com, jane,doe@x.com', ['a@x.com', 'jane,doe@x.com']],
    ['a@x.com, b@@x.com', ['a@x.com', 'b@@x.com']],
    ['nobody', ['nobody']],
    ['jane@@x.com\t;', ['jane@@x.com']],
    ['@\u00a0, ;', ['@']],
    ['\u200b', []],
  ] as const)
    it(`are ${addresses.join(' and ') || 'none'} in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(
        addressesIn(text).map(({ address }) => address),
        addresses,
      ));

  it('include the text that was replaced, and whether it could be read', () =>
    assert.deepEqual(addressesIn(' A <a@x.com>\n; b@@x.com'), [
      { address: 'a@x.com', text: 'A <a@x.com>', isRead: true },
      { address: 'b@@x.com', text: 'b@@x.com', isRead: false },
    ]));
});
