import assert from 'node:assert/strict';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { run } from '../../src/cli/run.js';
import { openVerdicts } from '../../src/service/compose/verdicts.js';
import { readConfig } from '../../src/service/index.js';
import { loadReputation, releaseFolderOf } from '../../src/service/reputation/index.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-data-'));
after(() => rmSync(folder, { recursive: true }));
const database = join(folder, 'a.sqlite');

const follow = async (line: string) => {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await run(line.split(' '), {
    environment: { EMAIL_CHECK_DATABASE: database },
    say: (text) => Promise.resolve(void said.push(text)),
    printError: (text) => complained.push(text),
    stopped: () => Promise.resolve(),
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
};

const releaseDate = loadReputation().lists()[0]?.date ?? '';

/** The release's lists with one more disposable domain, of a day. */
const newLists = (name: string, date: string): string => {
  const from = join(folder, name);
  cpSync(releaseFolderOf(), from, { recursive: true });
  appendFileSync(join(from, 'disposable.txt'), `${name}.com\n`);
  writeFileSync(join(from, 'dates.json'), `{"disposable":{"date":"${date}"}}`);
  for (const list of ['disposable-hosts', 'free', 'role', 'relay', 'providers', 'lookalikes', 'slips'])
    rmSync(join(from, `${list}.txt`));
  return from;
};

/** The date of the disposable list in use, and what a service says of a domain after its start. */
const inUse = async (domain: string): Promise<string> => {
  const config = readConfig({ flags: { database, probing: 'off', canary: 'off' } });
  const { engine, reputation, closeReputation } = await openVerdicts(config, assert.fail);
  const is = reputation.isDisposable(domain) ? 'disposable' : 'not disposable';
  closeReputation();
  await engine.close();
  return is;
};

describe('email-check data', () => {
  it('shows the lists in use, with their dates, and the own ones', async () => {
    await follow('domains add not-free acme.com');
    const { code, said, complained } = await follow('data');
    assert.deepEqual([code, complained], [0, '']);
    assert.match(said, /^disposable        20\d\d-\d\d-\d\d   1\d{5}  release$/m);
    assert.match(said, /^slips             20\d\d-\d\d-\d\d +\d+  release$/m);
    assert.match(said, /^not-free          20\d\d-\d\d-\d\d        1  your own$/m);
    assert.deepEqual(await follow('data show'), { code, said, complained });
    assert.doesNotMatch((await follow(`data --domains-folder ${join(folder, 'none')}`)).said, /your own/);
  });

  it('takes newer lists, shows them, and undoes that', async () => {
    const from = newLists('brand-new-throwaway', releaseDate);
    assert.equal(await inUse('brand-new-throwaway.com'), 'not disposable');
    assert.deepEqual(await follow(`data update --from ${from}`), {
      code: 0,
      said: 'Updated: disposable. A running service uses them within seconds. email-check data undo restores the lists from before.',
      complained: '',
    });
    assert.equal(await inUse('brand-new-throwaway.com'), 'disposable');
    assert.match((await follow('data')).said, new RegExp(`^disposable +${releaseDate} +\\d+  update$`, 'm'));
    await follow(`data update --from ${from}`);
    assert.match((await follow('data undo')).said, /^Undone: the lists of the update before are in use\./);
    assert.match((await follow('data undo')).said, /^Undone: the lists of the release are in use\./);
    assert.equal(await inUse('brand-new-throwaway.com'), 'not disposable');
    const { code, complained } = await follow('data undo');
    assert.deepEqual(
      [code, complained],
      [1, `${database}.data has no newer lists: those of the release are in use already.`],
    );
  });

  it('keeps the lists if the new ones are refused', async () => {
    const from = newLists('worse', '2099-01-01');
    const { code, said, complained } = await follow(
      `data update --from ${from} --data-folder ${join(folder, 'other')}`,
    );
    assert.deepEqual([code, said, existsSync(join(folder, 'other'))], [1, '', false]);
    assert.match(complained, /worse\/disposable\.txt has a date in the future \(2099-01-01\)/);
  });

  it('says at the start if newer lists cannot be used, and uses those of the release', async () => {
    const from = newLists('soon-damaged', releaseDate);
    await follow(`data update --from ${from}`);
    const file = join(`${database}.data`, '1', 'disposable.txt');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 1_000));
    const { code, said, complained } = await follow('data');
    assert.equal(code, 0);
    assert.match(said, /^disposable .* release$/m);
    assert.match(
      complained,
      /a\.sqlite\.data cannot be used \(.*disposable\.txt has changed since it was written\): the lists of the release are used/,
    );
    assert.match((await follow(`data update --from ${from}`)).complained, /a\.sqlite\.data cannot be used/);
    assert.match((await follow('data')).said, /^disposable .* update$/m);
    assert.equal((await follow('data undo')).code, 0);
    assert.equal((await follow('data undo')).code, 0);
  });

  for (const [line, code, words] of [
    ['data update', 2, /^--from is missing: see email-check data update --help\.$/],
    [
      'data update --from /nowhere',
      1,
      /^\/nowhere\/dates\.json does not exist: write one that has the date of each list/,
    ],
    ['data update --from /nowhere --database :memory:', 2, /name one with --data-folder/],
    ['data undo --database :memory:', 2, /name one with --data-folder/],
    ['data updat', 2, /Did you mean email-check data update\?/],
    ['data show free', 2, /Too many arguments/],
    ['data --fro x', 2, /Unknown option '--fro'/],
  ] as const)
    it(`ends with ${code} at "${line}"`, async () => {
      const followed = await follow(line);
      assert.deepEqual([followed.code, followed.said], [code, '']);
      assert.match(followed.complained, words);
    });

  it('has a help of the group, and of each command', async () => {
    assert.match((await follow('data --help')).said, /data show .*\n +data update .*\n +data undo /);
    assert.match((await follow('data update --help')).said, /Nothing is downloaded\./);
  });
});
