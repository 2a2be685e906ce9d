import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { removeNewest } from '../../../src/service/reputation/data-folder.js';
import { updateData } from '../../../src/service/reputation/data-update.js';
import { loadReputation, releaseFolderOf } from '../../../src/service/reputation/index.js';
import type { ListName } from '../../../src/service/reputation/list-files.js';
import { smallLists, ten, writeLists, type FolderChanges } from './small-release.js';

const root = mkdtempSync(join(tmpdir(), 'data-update-'));
after(() => rmSync(root, { recursive: true }));
let folders = 0;
const freshFolder = () => join(root, String(++folders));

const releaseFolder = writeLists(freshFolder());
const now = new Date('2026-11-29T12:00:00Z');

/** A place for newer lists, and what is in use there. */
const place = () => {
  const dataFolder = freshFolder();
  const faults: string[] = [];
  const load = (release = releaseFolder) =>
    loadReputation({ dataDir: release, dataFolder, onFault: (sentence) => faults.push(sentence) });
  return {
    dataFolder,
    faults,
    load,
    update: (from: string) => updateData({ from, dataFolder, releaseFolder, now }),
    take: (changes: FolderChanges) =>
      updateData({ from: writeLists(freshFolder(), changes), dataFolder, releaseFolder, now }),
    factsOf: (list: ListName) =>
      load()
        .lists()
        .find(({ name }) => name === list),
  };
};

const newer: FolderChanges = {
  lists: { disposable: [...ten('.away.com'), 'new.com'], slips: ['gnail.com=gmail.com'] },
  date: '2026-11-01',
};

describe('newer lists', () => {
  it('are used instead of those of the release, list by list', async () => {
    const { take, load, factsOf } = place();
    assert.deepEqual(await take(newer), ['disposable', 'slips']);
    assert.deepEqual(
      ['x.new.com', 'a.away.com', 'other.com'].map((domain) => load().isDisposable(domain)),
      [true, true, false],
    );
    assert.equal(load().suggest('a@gnail.com', 'own-hosts'), 'a@gmail.com');
    assert.deepEqual(
      (['disposable', 'free'] as const).map((list) => factsOf(list)),
      [
        { name: 'disposable', date: '2026-11-01', made: '2026-11-29', entries: 11, source: 'update' },
        { name: 'free', date: '2026-06-01', made: '2026-06-01', entries: 10, source: 'release' },
      ],
    );
  });

  it('keep the lists of the update before that they do not have, and are undone one by one', async () => {
    const { take, factsOf, dataFolder } = place();
    await take(newer);
    await take({ lists: { free: [...ten('mail.com'), 'zmail.com'] }, date: '2026-11-02' });
    const dates = () => (['disposable', 'free'] as const).map((list) => factsOf(list)?.date);
    assert.deepEqual(dates(), ['2026-11-01', '2026-11-02']);
    assert.equal(await removeNewest(dataFolder), true);
    assert.deepEqual(dates(), ['2026-11-01', '2026-06-01']);
    assert.equal(await removeNewest(dataFolder), true);
    assert.deepEqual(dates(), ['2026-06-01', '2026-06-01']);
    assert.equal(await removeNewest(dataFolder), false);
    assert.deepEqual(readdirSync(dataFolder), []);
  });

  it('may be written by hand: without hashes, in any order, with comments and line ends of all kinds', async () => {
    const { update, load, factsOf } = place();
    const from = writeLists(freshFolder(), { lists: {}, isOwnBuild: true });
    writeFileSync(
      join(from, 'disposable.txt'),
      `# ours\r\n*.New.com # since May\r\n${ten('.away.com').reverse().join('\r\n')}`,
    );
    writeFileSync(join(from, 'dates.json'), '{"disposable":{"date":"2026-11-29"}}');
    assert.deepEqual(await update(from), ['disposable']);
    assert.equal(factsOf('disposable')?.entries, 11);
    assert.ok([...ten('.away.com'), 'new.com'].every((domain) => load().isDisposable(domain)));
  });

  it('end when a release has lists that are newer', async () => {
    const { take, load } = place();
    await take(newer);
    const nextRelease = (date: string) => load(writeLists(freshFolder(), { date })).isDisposable('new.com');
    assert.deepEqual(['2026-11-01', '2026-11-02'].map(nextRelease), [true, false]);
  });

  it('are kept three times', async () => {
    const { take, dataFolder } = place();
    for (let time = 0; time < 5; time++) await take(newer);
    assert.deepEqual(readdirSync(dataFolder).sort(), ['3', '4', '5']);
  });

  it('that have been damaged are not used, and the fault says what to do', async () => {
    for (const damage of [
      (folder: string) => truncateSync(join(folder, 'disposable.txt'), 20),
      (folder: string) => rmSync(join(folder, 'disposable.txt')),
      (folder: string) => writeFileSync(join(folder, 'dates.json'), '{"disposable":'),
      (folder: string) => truncateSync(join(folder, 'disposable.txt'), 100 * 1024 * 1024),
    ]) {
      const { take, load, faults, dataFolder } = place();
      await take(newer);
      damage(join(dataFolder, '1'));
      assert.deepEqual([load().isDisposable('new.com'), load().isDisposable('a.away.com')], [false, true]);
      assert.match(faults[0] ?? '', /cannot be used \(.+\): the lists of the release are used\..*data undo/);
    }
  });

  it('are looked for by number: other names are left alone', async () => {
    const { take, load, dataFolder } = place();
    for (const name of ['0', '01', 'x', '.new-1-a', '9999999999'])
      mkdirSync(join(dataFolder, name), { recursive: true });
    await take(newer);
    assert.equal(load().isDisposable('new.com'), true);
    assert.deepEqual(readdirSync(dataFolder).sort(), ['.new-1-a', '0', '01', '1', '9999999999', 'x']);
  });

  it('are taken by one of two commands at the same time, or by both', async () => {
    const { take, load, dataFolder } = place();
    const ended = await Promise.allSettled([take(newer), take(newer), take(newer)]);
    const refused = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    assert.ok(refused.length < 3 && refused.every((words) => words.includes('Another command has just changed')));
    assert.equal(load().isDisposable('new.com'), true);
    assert.deepEqual(
      readdirSync(dataFolder).filter((name) => !/^\d$/.test(name)),
      [],
    );
  });
});

describe('lists that are refused', () => {
  const lists = (changes: NonNullable<FolderChanges['lists']>, date = '2026-11-01') => ({ lists: changes, date });
  for (const [what, changes, words] of [
    [
      'has an invalid line',
      lists({ disposable: [...ten('.away.com'), 'no domain', 'co.uk'] }),
      /disposable\.txt has invalid lines \(11, 12\): write a domain such as example\.com on each line/,
    ],
    [
      'has an invalid role',
      lists({ role: [...ten('team'), 'a@b.com'] }),
      /role\.txt has invalid lines \(11\): write the part before the @/,
    ],
    [
      'has an invalid slip',
      lists({ slips: ['gamil.com'] }),
      /slips\.txt has invalid lines \(1\): write the mistyped domain, = and the right one/,
    ],
    [
      'has too many invalid lines',
      lists({ free: Array<string>(1_001).fill('no domain') }),
      /free\.txt has invalid lines \(more than 1,000\)/,
    ],
    [
      'is more than a fifth shorter',
      lists({ free: ten('mail.com').slice(0, 7) }),
      /free\.txt has 7 entries and the list of the release 10: write at least 8/,
    ],
    [
      'repeats entries instead of having them',
      lists({ free: Array<string>(10).fill('amail.com') }),
      /free\.txt has 1 entries/,
    ],
    ['is empty', lists({ disposable: [] }), /disposable\.txt has 0 entries/],
    [
      'is older',
      lists({ free: ten('mail.com') }, '2026-05-31'),
      /free\.txt is older \(2026-05-31\) than the list in use \(2026-06-01\).*data undo/,
    ],
    [
      'is from the future',
      lists({ free: ten('mail.com') }, '2026-12-01'),
      /free\.txt has a date in the future \(2026-12-01\)/,
    ],
    ['has no real date', lists({ free: ten('mail.com') }, '2026-13-01'), /dates\.json has no valid date for free/],
    [
      'makes a known domain disposable',
      lists({ disposable: [...ten('.away.com'), 'gmail.com'] }),
      /disposable\.txt, line 11 \(gmail\.com\) would make known domains disposable \(gmail\.com\): remove it/,
    ],
    [
      'covers a known domain',
      lists({ disposable: ['tower.com', ...ten('.away.com')] }),
      /disposable\.txt, line 1 \(tower\.com\) would make known domains disposable \(mx\.tower\.com\)/,
    ],
    [
      'has the mail host of a known domain',
      lists({ 'disposable-hosts': [...ten('.hosts.com'), 'mx1.gmail.com'] }),
      /disposable-hosts\.txt, line 11 \(mx1\.gmail\.com\)/,
    ],
    [
      'has a known domain as mail host',
      lists({ 'disposable-hosts': [...ten('.hosts.com'), 'acme.com'] }),
      /disposable-hosts\.txt, line 11 \(acme\.com\)/,
    ],
  ] as const satisfies readonly (readonly [string, FolderChanges, RegExp])[])
    it(`because one ${what} leave everything as it was`, async () => {
      const { take, dataFolder, load } = place();
      await assert.rejects(take(changes), { name: 'DataError', message: words });
      assert.equal(existsSync(dataFolder), false);
      assert.equal(load().isFree('amail.com'), true);
    });

  it('may become a fifth shorter, and be from today, also where the day begins earlier', async () => {
    assert.deepEqual(await place().take({ lists: { free: ten('mail.com').slice(0, 8) }, date: '2026-11-30' }), [
      'free',
    ]);
  });

  it('because a known domain is a relay no more name the list in use', async () => {
    const release = writeLists(freshFolder(), {
      lists: {
        ...smallLists,
        disposable: [...ten('.away.com'), 'acme.com'].sort(),
        relay: [...ten('.relay.com'), 'acme.com'],
      },
    });
    const from = writeLists(freshFolder(), { lists: { relay: ten('.relay.com') }, date: '2026-11-01' });
    await assert.rejects(updateData({ from, dataFolder: freshFolder(), releaseFolder: release, now }), {
      message: /^The list disposable in use \(acme\.com\) would make known domains disposable \(acme\.com\)/,
    });
  });

  it('are spared if the operator of the build lists the domain as a relay', async () => {
    const changes = { disposable: [...ten('.away.com'), 'acme.com'], relay: [...ten('.relay.com'), 'acme.com'] };
    assert.deepEqual(await place().take({ lists: changes, date: '2026-11-01' }), ['disposable', 'relay']);
  });

  for (const [what, change, words] of [
    [
      'is missing',
      (folder: string) => rmSync(folder, { recursive: true }),
      /dates\.json does not exist: write one that has the date of each list/,
    ],
    ['has no dates', (folder: string) => rmSync(join(folder, 'dates.json')), /dates\.json does not exist/],
    [
      'has dates that are not JSON',
      (folder: string) => writeFileSync(join(folder, 'dates.json'), '{'),
      /dates\.json is not JSON/,
    ],
    [
      'has a list of dates',
      (folder: string) => writeFileSync(join(folder, 'dates.json'), '[]'),
      /dates\.json is not a JSON object/,
    ],
    [
      'has null for dates',
      (folder: string) => writeFileSync(join(folder, 'dates.json'), 'null'),
      /dates\.json is not a JSON object/,
    ],
    [
      'has null for a date',
      (folder: string) => writeFileSync(join(folder, 'dates.json'), '{"free":null}'),
      /dates\.json has no valid date for disposable/,
    ],
    [
      'has no lists',
      (folder: string) => {
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
        writeFileSync(join(folder, 'dates.json'), '{}');
      },
      /has no lists: name a folder with one or more of disposable\.txt/,
    ],
    [
      'lacks a list that it has a date of',
      (folder: string) => rmSync(join(folder, 'free.txt')),
      /free\.txt does not exist: copy it too, or remove free from .*dates\.json/,
    ],
    [
      'has half a list',
      (folder: string) => truncateSync(join(folder, 'free.txt'), 30),
      /free\.txt is not the file that .*dates\.json describes: copy the whole folder again/,
    ],
    [
      'has a list that is too long',
      (folder: string) => truncateSync(join(folder, 'free.txt'), 9 * 1024 * 1024),
      /free\.txt has 9437184 bytes: keep it under 8388608/,
    ],
    [
      'has a folder for a list',
      (folder: string) => {
        rmSync(join(folder, 'free.txt'));
        mkdirSync(join(folder, 'free.txt'));
      },
      /free\.txt is a folder, pipe or device, not a file/,
    ],
  ] as const)
    it(`because the folder ${what}`, async () => {
      const { update, dataFolder } = place();
      const from = writeLists(freshFolder(), { lists: smallLists });
      change(from);
      await assert.rejects(update(from), { message: words });
      assert.equal(existsSync(dataFolder), false);
    });

  it('because they cannot be written leave nothing behind', async () => {
    const file = freshFolder();
    writeFileSync(file, '');
    const from = writeLists(freshFolder());
    await assert.rejects(updateData({ from, dataFolder: join(file, 'x'), releaseFolder, now }), {
      name: 'DataError',
      message: /cannot be written to .* \(ENOTDIR\): check that the folder may be written to/,
    });
    assert.equal(readFileSync(file, 'utf8'), '');
  });
});

it('an update was made on the day on which it was taken, if it does not name an earlier one', async () => {
  const { take, load, update, factsOf } = place();
  await take({ lists: { disposable: smallLists.disposable ?? [] } });
  assert.deepEqual([factsOf('disposable')?.date, factsOf('disposable')?.made], ['2026-06-01', '2026-11-29']);
  assert.equal(factsOf('free')?.made, '2026-06-01');
  const from = writeLists(freshFolder(), { lists: { free: smallLists.free ?? [] } });
  writeFileSync(join(from, 'dates.json'), '{"free":{"date":"2026-06-01","made":"2026-10-01"}}');
  await update(from);
  assert.deepEqual([factsOf('disposable')?.made, factsOf('free')?.made], ['2026-11-29', '2026-10-01']);
  // A later release with the same lists is newer than the update.
  const release = writeLists(freshFolder());
  const dates = JSON.parse(readFileSync(join(release, 'dates.json'), 'utf8')) as Record<string, object>;
  for (const name of Object.keys(dates)) dates[name] = { ...dates[name], made: '2027-03-01' };
  writeFileSync(join(release, 'dates.json'), JSON.stringify(dates));
  const made = load(release)
    .lists()
    .map((facts) => facts.made);
  assert.deepEqual([...new Set(made)], ['2027-03-01']);
});

it('the lists of this release can be taken as an update', async () => {
  const dataFolder = freshFolder();
  const release = releaseFolderOf();
  const taken = await updateData({ from: release, dataFolder, releaseFolder: release, now: new Date('2100-01-01') });
  assert.equal(taken.length, loadReputation().lists().length);
  assert.deepEqual(
    loadReputation({ dataFolder }).lists(),
    loadReputation()
      .lists()
      .map((facts) => ({ ...facts, made: '2100-01-01', source: 'update' })),
  );
});
