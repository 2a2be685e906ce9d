import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileNameOf, listNameOf } from '../../../src/cli/bulk/file-name.js';
import { plainText } from '../../../src/cli/bulk/plain-text.js';
import { ResultCounter } from '../../../src/cli/bulk/result-counter.js';
import { shellLine } from '../../../src/cli/bulk/shell-words.js';
import { isUnencrypted, linkFault } from '../../../src/cli/bulk/web-address.js';

describe('the file of results', () => {
  const rows: readonly (readonly [list: string, file: string])[] = [
    ['may.csv', 'may-results.csv'],
    ['May 2026.TXT', 'May 2026-results.csv'],
    ['Frühling', 'Frühling-results.csv'],
    ['../../etc/passwd', '__.._etc_passwd-results.csv'],
    ['.ssh/config', '_ssh_config-results.csv'],
    ['-rf.csv', '_rf-results.csv'],
    ['a\u001b[2Jb\n.csv', 'a_[2Jb_-results.csv'],
    ['C:\\x|y?.csv', 'C__x_y_-results.csv'],
    ['.csv', 'list-results.csv'],
    ['', 'list-results.csv'],
  ];
  for (const [list, file] of rows)
    it(`is ${file} for a list of the name ${JSON.stringify(list)}`, () => assert.equal(fileNameOf(list), file));

  it('has a valid file name, however long the name of the list is', () => {
    const name = fileNameOf('ü😀'.repeat(500));
    assert.ok(Buffer.byteLength(name) <= 213 && Buffer.byteLength(name) > 200);
    assert.doesNotMatch(name, /\ufffd|[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  it('is named after the file in the URL if no name is given', () => {
    assert.equal(listNameOf('https://lists.shop.example/a%20b%C3%BC.csv?x=1.csv'), 'a bü.csv');
    assert.equal(listNameOf('https://lists.shop.example/%E0%A4.csv'), '%E0%A4.csv');
    assert.equal(fileNameOf(listNameOf('https://lists.shop.example/..%2f..%2fx.csv')), '__.._x-results.csv');
    assert.equal(listNameOf('no url'), '');
  });
});

describe('what a service says', () => {
  it('is shown without control characters, direction marks and secrets, and shortened', () => {
    assert.equal(plainText('a\u001b[2J\r\nb\u202ec\u2028d\u0007', []), 'a [2J b c d');
    assert.equal(plainText('key aB/1 and aB%2F1', ['aB/1', '']), 'key … and …');
    assert.equal(plainText('x'.repeat(10_000), []).length, 4_001);
  });
});

describe('a command line', () => {
  it('is quoted so that a shell reads the same words', () => {
    const words = ['plain', "it's", '$(x) `y` "z"', 'a b', '', '-rf', 'ü', 'a\\b', '*'];
    const echoed = execFileSync('sh', ['-c', `printf '%s|' ${shellLine(words)}`], { encoding: 'utf8' });
    assert.deepEqual(echoed.split('|').slice(0, -1), words);
  });
});

describe('counting results', () => {
  const countOf = (csv: string, pieces = csv.length) => {
    const counter = new ResultCounter();
    const octets = Buffer.from(csv);
    for (let at = 0; at < octets.length; at += pieces) counter.add(octets.subarray(at, at + pieces));
    counter.end();
    return counter.isCounting ? Object.values(counter.counts).join(' ') : 'none';
  };
  const csv =
    'email,result,reason\r\n"a,""b""\r\n"@x.com,Risky,Accept All\r\nRisky,Invalid,Risky\r\nü@x.com,Safe to Send,\r\nx,Unknown,\r\ny,,\r\nz,toString,\r\nq,"Invalid",x';

  it('uses the result column, in pieces of any size', () => {
    for (const pieces of [1, 2, 3, 7, 1_000]) assert.equal(countOf(csv, pieces), '1 1 2 1', String(pieces));
    assert.equal(countOf('result,email\nRisky,a\nRisky,b\n'), '0 2 0 0');
  });

  it('returns undefined for a file without a result column', () => {
    assert.equal(countOf('email,verdict\na,Risky\n'), 'none');
    assert.equal(countOf(''), 'none');
    assert.equal(countOf('"'.repeat(9)), 'none');
  });
});

describe('the link of results', () => {
  const from = 'http://127.0.0.1:8080';
  const rows: readonly (readonly [link: string, from: string, fault: RegExp | undefined])[] = [
    ['https://files.host.example/r.csv?sig=1', 'https://check.example.com', undefined],
    ['http://127.0.0.1:9090/r.csv', from, undefined],
    ['http://localhost:9090/r.csv', from, undefined],
    ['http://10.0.0.5:8080/r.csv', 'http://10.0.0.5:80/email-check', undefined],
    ['http://check.example.com/r.csv', 'https://check.example.com', /plain http/],
    ['http://elsewhere.example/r.csv', from, /plain http/],
    ['http://127.0.0.1/r.csv', 'http://10.0.0.5', /plain http/],
    ['http://127.0.0.1.elsewhere.example/r.csv', from, /plain http/],
    ['file:///etc/passwd', from, /neither https nor http, but file:/],
    ['data:text/csv,email', from, /neither https nor http, but data:/],
    ['ftp://127.0.0.1/r.csv', from, /neither https nor http/],
    ['https://jane:secret@files.host.example/r.csv', from, /user or password/],
    ['/r.csv', from, /not a URL/],
    ['', from, /not a URL/],
  ];
  for (const [link, own, fault] of rows)
    it(`${fault ? 'is not' : 'is'} opened if ${own} names ${JSON.stringify(link)}`, () => {
      const found = linkFault(link, own);
      if (fault) assert.match(found ?? '', fault);
      else assert.equal(found, undefined);
    });

  it('is unencrypted beyond this machine over plain http', () => {
    for (const hidden of [
      'https://check.example.com',
      'http://127.0.0.1',
      'http://127.9.9.9',
      'http://2130706433',
      'http://[::1]',
      'http://localhost',
      'http://a.localhost',
    ])
      assert.equal(isUnencrypted(new URL(hidden)), false, hidden);
    for (const open of [
      'http://check.example.com',
      'http://127.0.0.1.example.com',
      'http://10.0.0.1',
      'http://[::2]',
      'http://localhost.example.com',
    ])
      assert.equal(isUnencrypted(new URL(open)), true, open);
  });
});
