import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILE_SHARING_HOSTS, LIST_URL_CHARACTERS, listUrlFault } from '../../src/network/index.js';

const taken = [
  ...[
    'https://lists.shop.com/may.csv',
    'https://lists.shop.com/may.txt',
    'HTTPS://Lists.Shop.com/May.CSV',
    'https://lists.shop.com/a%20b.Txt',
    'https://lists.shop.com./may.csv',
  ],
  ...[
    'https://lists.shop.com/may.csv?token=a/b.html#part',
    'https://lists.shop.com/may.csv#',
    'https://lists.shop.com:8443/may.csv',
    'https://b%C3%A4cker.de/liste.csv',
    'https://bäcker.de/liste.csv',
  ],
  ...[
    'https://lists.shop.com/.csv',
    'https:lists.shop.com/may.csv',
    ' https://lists.shop.com/may.csv ',
    'https://lists.shop.com\\may.csv',
  ],
  // Hosts that only look like those of a service that shares files.
  ...['https://mydropbox.com/may.csv', 'https://box.com.shop.com/may.csv', 'https://google.com/may.csv'],
];
const refused: Readonly<Record<string, readonly string[]>> = {
  'must begin with https://': [
    'http://lists.shop.com/may.csv',
    'ftp://lists.shop.com/may.csv',
    'file:///etc/may.csv',
    '//lists.shop.com/may.csv',
    'lists.shop.com/may.csv',
    'may.csv',
    '',
    ' ',
    'data:text/plain,a.csv',
    'httpsx://shop.com/may.csv',
  ],
  'must be valid': [
    'https://',
    'https:///',
    'https://a b.com/may.csv',
    'https://[::1/may.csv',
    'https://256.0.0.1/may.csv',
    'https://a%00.com/may.csv',
  ],
  'must not contain a user or password': [
    'https://jane@lists.shop.com/may.csv',
    'https://jane:secret@lists.shop.com/may.csv',
    'https://:secret@lists.shop.com/may.csv',
    'https://lists.shop.com:443@127.0.0.1/may.csv',
  ],
  'must have no port': [
    'https://lists.shop.com:25/may.csv',
    'https://lists.shop.com:0/may.csv',
    'https://lists.shop.com:6667/may.csv',
  ],
  'ends in .csv or .txt': [
    ...[
      'https://lists.shop.com/',
      'https://lists.shop.com',
      'https://lists.shop.com/may',
      'https://lists.shop.com/may.xlsx',
      'https://lists.shop.com/may.csv/',
      'https://lists.shop.com/may.csv.zip',
      'https://lists.shop.com/may.csvx',
    ],
    ...[
      'https://lists.shop.com/may?as=.csv',
      'https://lists.shop.com/may#.csv',
      'https://lists.shop.com/may%2Ecsv',
      'https://lists.shop.csv',
      'https://lists.shop.com/maycsv',
    ],
  ],
  'at most 2000 characters': [`https://lists.shop.com/${'x'.repeat(LIST_URL_CHARACTERS)}.csv`],
  'file-sharing service': [
    ...FILE_SHARING_HOSTS.flatMap((host) => [`https://${host}/may.csv`, `https://www.${host}/may.csv`]),
    ...[
      'https://DropBox.com./may.csv',
      'https://ⓓropbox.com/may.csv',
      'https://drop%62ox.com/may.csv',
      'https://dropbox。com/may.csv',
      'https://docs.google.com:8443/may.csv',
    ],
  ],
};

describe("a list's URL", () => {
  for (const url of taken) it(`may be ${url}`, () => assert.equal(listUrlFault(url), undefined));

  for (const [rule, urls] of Object.entries(refused)) {
    for (const url of urls) {
      it(`${rule}: not ${url.slice(0, 60) || 'an empty text'}`, () => {
        const words = listUrlFault(url) ?? '';
        assert.ok(words.includes(rule), words || 'taken');
        assert.match(words, /^The list's URL must .*\.$/);
      });
    }
  }

  it('may have as many characters as documented', () => {
    const url = 'https://lists.shop.com/'.padEnd(LIST_URL_CHARACTERS - 4, 'x');
    assert.equal(listUrlFault(`${url}.csv`), undefined);
    assert.match(listUrlFault(`${url}x.csv`) ?? '', /characters/);
  });
});
