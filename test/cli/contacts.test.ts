import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, beforeEach, describe, it } from 'node:test';
import type { Stdio } from '../../src/cli/command.js';
import { run } from '../../src/cli/run.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-contacts-'));
after(() => rmSync(folder, { recursive: true }));
let databases = 0;
let database: string;

const follow = async (words: readonly string[], { stdio }: { readonly stdio?: Stdio } = {}) => {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await run(words, {
    environment: { EMAIL_CHECK_DATABASE: database },
    say: (text) => Promise.resolve(void said.push(text)),
    printError: (text) => complained.push(text),
    stopped: () => Promise.resolve(),
    ...(stdio && { stdio }),
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
};
const fileWith = (content: string | Uint8Array): string => {
  const file = join(folder, 'contacts.csv');
  writeFileSync(file, content);
  return file;
};
const imported = (content: string | Uint8Array) => follow(['contacts', 'import', fileWith(content)]);
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => `p${index}@shop.com,P${index}\n`).join('');

beforeEach(async () => {
  database = join(folder, `${++databases}.sqlite`);
  await follow(['accounts', 'add', '--name', 'Shop']);
});

describe('email-check contacts', () => {
  it('imports a file, counts, replaces, and forgets contacts', async () => {
    assert.deepEqual(await imported('email,name\nJane.Doe@shop.com,Jane Doe\nmax@shop.com,Max\n'), {
      code: 0,
      said: '2 contacts imported.',
      complained: 'The addresses are read from the column "email".',
    });
    assert.equal((await imported('email,name\nmax@shop.com,Maximilian\n')).said, '1 contact imported.');
    assert.equal((await follow(['contacts', 'count'])).said, '2');
    assert.deepEqual(await follow(['forget', '"jane.doe"@SHOP.com']), {
      code: 0,
      said: 'Deleted: 1 contact.',
      complained: '',
    });
    assert.deepEqual(await follow(['forget', 'jane.doe@shop.com']), {
      code: 0,
      said: 'Nothing was stored about this address.',
      complained: '',
    });
    assert.equal((await follow(['contacts', 'count'])).said, '1');
  });

  it('names twenty of the lines that it leaves out, and counts the rest', async () => {
    const { code, said, complained } = await imported(`email,name\n${'bad,x\n'.repeat(25)}${people(2)}`);
    assert.deepEqual([code, said], [0, '2 contacts imported.']);
    const lines = complained.split('\n');
    assert.equal(lines.length, 22);
    assert.equal(lines[1], 'Line 2 is left out: its address is invalid: the @ is missing.');
    assert.equal(lines[20], 'Line 21 is left out: its address is invalid: the @ is missing.');
    assert.equal(lines[21], '5 more lines are left out.');
  });

  it('keeps the valid part of a broken file, and reports where it ends', async () => {
    const { code, said, complained } = await imported(`email,name\n${people(1_500)}x@shop.com,"open\n${people(9)}`);
    assert.deepEqual([code, said], [1, '1500 contacts imported.']);
    assert.match(complained, /The quote in line 1502 of the file is never closed/);
    assert.equal((await follow(['contacts', 'count'])).said, '1500');
  });

  it('shows its progress on a terminal', async () => {
    const stderr = Object.assign(new PassThrough(), { isTTY: true });
    const file = fileWith(`email,name\n${people(2_500)}`);
    await follow(['contacts', 'import', file], {
      stdio: { stdin: new PassThrough(), stdout: new PassThrough(), stderr },
    });
    const drawn = String(stderr.read()).split('\r\u001b[K').filter(Boolean);
    assert.equal(drawn.length, 3);
    assert.match(drawn[0] ?? '', /^3\d %  1000 contacts$/);
    assert.equal(drawn[2], '100 %  2500 contacts');
  });

  it('prints the columns that a file must have', async () =>
    assert.match(
      (await follow(['contacts', 'import', '--help'])).said,
      /contacts import FILE: .*[\s\S]*such as email\. Other known columns are fullname/,
    ));

  const rows: readonly (readonly [words: string, code: number, complaint: RegExp])[] = [
    ['contacts import', 2, /^Name one CSV file after the command: contacts import FILE\.$/],
    ['contacts import a.csv b.csv', 2, /^Name one CSV file after the command: contacts import FILE\.$/],
    ['contacts import /nowhere.csv', 1, /^The file \/nowhere\.csv does not exist: name a CSV file\.$/],
    [`contacts import ${folder}`, 1, /is a folder: name a CSV file\.$/],
    ['contacts count more', 2, /Too many arguments/],
    ['forget', 2, /^Write one address after the command\.$/],
    ['forget a@shop.com b@shop.com', 2, /^Write one address after the command\.$/],
    ['forget jane', 2, /^This is not an address: write it as jane@example\.com\.$/],
  ];
  for (const [words, code, complaint] of rows)
    it(`ends with ${code} at "${words.replace(folder, 'a folder')}"`, async () => {
      const followed = await follow(words.split(' '));
      assert.deepEqual([followed.code, followed.said], [code, '']);
      assert.match(followed.complained, complaint);
    });

  it('refuses an invalid first line, and imports nothing', async () => {
    const { code, said, complained } = await imported('email;name;Full-Name\na@shop.com;x;y\n');
    assert.deepEqual([code, said], [1, '0 contacts imported.']);
    assert.match(complained, /two columns are "fullname"/);
  });

  it('creates no database if there is none', async () => {
    database = join(folder, 'missing.sqlite');
    const file = fileWith('email,name\na@shop.com,x\n');
    for (const words of [
      ['contacts', 'import', file],
      ['contacts', 'count'],
      ['forget', 'a@shop.com'],
    ])
      assert.notEqual((await follow(words)).code, 0);
    assert.equal(existsSync(database), false);
  });
});
