import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createWriteStream, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { run } from '../../src/cli/run.js';
import { writeLine } from '../../src/cli/standard-output.js';
import { commandProgram } from '../programs.js';

const FULL = '/dev/full';
const skip = !existsSync(FULL) && `no ${FULL} here`;
const folder = mkdtempSync(join(tmpdir(), 'email-check-output-'));
after(() => rmSync(folder, { recursive: true }));
const environment = { EMAIL_CHECK_DATABASE: join(folder, 'a.sqlite') };
const command = await commandProgram();

/** Follows a command line in this process, with a file or a stream of its own as standard output. */
const followInto = async (words: readonly string[], say: (line: string) => Promise<void>) => {
  const complained: string[] = [];
  const code = await run(words, {
    environment,
    say,
    printError: (text) => complained.push(text),
    stopped: () => Promise.resolve(),
  });
  return { code, complained: complained.join('\n') };
};

const follow = async (line: string) => {
  const said: string[] = [];
  const { code } = await followInto(line.split(' '), (text) => Promise.resolve(void said.push(text)));
  assert.equal(code, 0, line);
  return said.join('\n');
};

const followIntoFull = async (line: string) => {
  const full = createWriteStream(FULL);
  full.on('error', () => undefined);
  return followInto(line.split(' '), (text) => writeLine(full, text));
};

/** The command in a process of its own, which alone has the real standard output. */
const start = async (words: readonly string[], output: number | 'left') => {
  const child = spawn(process.execPath, [command, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', output === 'left' ? 'pipe' : output, 'pipe'],
  });
  child.stdout?.destroy();
  let complained = '';
  child.stderr!.on('data', (text) => (complained += String(text)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, complained };
};

before(async () => {
  await follow('accounts add --name Shop --credits 5');
  await follow('keys add --account 1 --kind private');
});

describe('a command whose standard output cannot be written', { skip }, () => {
  it('shows no key, names the key to revoke, and leaves the old key unchanged', async () => {
    const full = openSync(FULL, 'w');
    const rotated = await start(['keys', 'rotate', '--key', '1', '--revoke-old'], full);
    closeSync(full);
    assert.deepEqual(rotated, {
      code: 1,
      complained:
        'Key 2 is made, but standard output cannot be written (ENOSPC): the key was not shown, and cannot be shown again. Revoke it with email-check keys revoke --key 2, and make another.\n',
    });
    assert.match(await follow('keys list'), /^1\t.*\tgood\n2\t.*\tgood$/);
  });

  it('reports that the old key stays valid if it cannot be revoked', async () => {
    const old = (await follow('keys list')).split('\n').length;
    const other = new Database(environment.EMAIL_CHECK_DATABASE);
    const words = ['keys', 'rotate', '--key', '1', '--revoke-old'];
    const { code, complained } = await followInto(words, () => Promise.resolve(void other.exec('BEGIN IMMEDIATE')));
    other.exec('COMMIT');
    other.close();
    assert.equal(code, 1);
    assert.match(
      complained,
      new RegExp(
        `^Key ${old + 1} is made and shown, but key 1 could not be revoked, and stays good\\. Revoke it with email-check keys revoke --key 1\\. Another program holds `,
      ),
    );
    await follow(`keys revoke --key ${old + 1}`);
  });

  for (const [line, key] of [
    ['keys add --account 1 --kind private', 4],
    ['keys rotate --key 1', 5],
  ] as const)
    it(`names the key to revoke: ${line}`, async () => {
      const { code, complained } = await followIntoFull(line);
      assert.equal(code, 1);
      assert.match(
        complained,
        new RegExp(`^Key ${key} is made, .* \\(ENOSPC\\): .*keys revoke --key ${key}, and make`),
      );
    });

  const contacts = join(folder, 'contacts.csv');
  writeFileSync(contacts, 'email,name\njane@shop.com,Jane\n');
  const domains = join(folder, 'domains.txt');
  writeFileSync(domains, 'third.com\n');
  const results: [line: string, result: RegExp][] = [
    ['accounts add --name Other', /The result of the command: Account 2 \(Other\) has 0 credits\.$/],
    ['accounts list', /the output is incomplete\.$/],
    ['credits add --account 1 --credits 7', /The result of the command: Account 1 has 12 credits\.$/],
    ['keys list', /the output is incomplete\.$/],
    ['keys revoke --key 4', /The result of the command: Key 4 is revoked\.$/],
    ['domains add disposable first.com', /The result of the command: disposable: 1 added\.$/],
    ['domains remove disposable first.com', /The result of the command: disposable: 1 removed\.$/],
    [`domains import disposable ${domains}`, /The result of the command: disposable: 1 added of 1\.$/],
    ['domains list disposable', /the output is incomplete\.$/],
    [`contacts import ${contacts}`, /The result of the command: 1 contact imported\.$/],
    ['contacts count', /the output is incomplete\.$/],
    ['forget jane@shop.com', /The result of the command: Deleted: 1 contact\.$/],
    ['--help', /the output is incomplete\.$/],
    ['keys list --help', /the output is incomplete\.$/],
  ];
  for (const [line, result] of results)
    it(`exits with 1 and reports what was done: ${line}`, async () => {
      const { code, complained } = await followIntoFull(line);
      assert.equal(code, 1);
      // What an import says before it has a result does not go to standard output.
      assert.match(
        complained,
        /^(?:The addresses are read from [^\n]*\n)?Standard output cannot be written \(ENOSPC\)/,
      );
      assert.match(complained, result);
    });
});

describe('a reader of standard output that leaves', () => {
  it('ends a list quietly, as head does', async () => {
    assert.deepEqual(await start(['accounts', 'list'], 'left'), { code: 0, complained: '' });
    assert.deepEqual(await start(['--help'], 'left'), { code: 0, complained: '' });
  });

  it('does not hide that a key was made', async () => {
    const { code, complained } = await start(['keys', 'add', '--account', '1', '--kind', 'private'], 'left');
    assert.equal(code, 1);
    assert.match(complained, /^Key \d+ is made, but standard output cannot be written \(EPIPE\)/);
  });
});

describe('a line', () => {
  it('is written when the system has it', async () => {
    const stream = new PassThrough();
    await writeLine(stream, 'Done.');
    assert.equal(String(stream.read()), 'Done.\n');
  });
});
