import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { removeNewest } from '../../../src/service/reputation/data-folder.js';
import { updateData } from '../../../src/service/reputation/data-update.js';
import { openWatchedLists } from '../../../src/service/reputation/index.js';
import { ten, writeLists } from './small-release.js';

const root = mkdtempSync(join(tmpdir(), 'watched-lists-'));
after(() => rmSync(root, { recursive: true }));
let folders = 0;
const freshFolder = () => join(root, String(++folders));

/** Another folder of the release, from which commands read. */
const sameRelease = writeLists(freshFolder());

/** Watched lists, what changes them, and a wait for what they say then. */
const watched = () => {
  const [releaseFolder, dataFolder] = [writeLists(freshFolder()), freshFolder()];
  const faults: string[] = [];
  const { reputation, close } = openWatchedLists({
    dataDir: releaseFolder,
    dataFolder,
    onFault: (sentence) => faults.push(sentence),
    pollMs: 10,
  });
  // What watches keeps no process running: the wait does.
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const take = (domain: string, to = dataFolder) =>
    updateData({
      from: writeLists(freshFolder(), { lists: { disposable: [...ten('.away.com'), domain] }, date: '2026-11-01' }),
      dataFolder: to,
      releaseFolder: sameRelease,
      now: new Date('2026-11-29'),
    });
  return { releaseFolder, dataFolder, reputation, close, faults, until, take };
};

describe('lists that are watched', () => {
  it(
    'are read again after an update, an undo, and another update of the same number',
    { timeout: 60_000 },
    async () => {
      const { reputation, close, faults, until, take, dataFolder } = watched();
      const is = (domain: string) => reputation.isDisposable(domain);
      const sources = () => reputation.lists().map(({ source }) => source);
      assert.deepEqual([is('one.com'), sources()[0]], [false, 'release']);
      await take('one.com');
      await until(() => is('one.com'));
      assert.equal(sources()[0], 'update');
      await take('two.com');
      await until(() => is('two.com') && !is('one.com'));
      await removeNewest(dataFolder);
      await take('three.com');
      await until(() => is('three.com') && !is('two.com'));
      await removeNewest(dataFolder);
      await removeNewest(dataFolder);
      await until(() => !is('three.com') && !is('one.com'));
      assert.deepEqual([sources()[0], faults], ['release', []]);
      close();
    },
  );

  it(
    'are read again after an update whose folder the system takes for the one before',
    { timeout: 60_000 },
    async () => {
      const { reputation, close, faults, until, take, dataFolder } = watched();
      await take('one.com');
      await until(() => reputation.isDisposable('one.com'));
      const other = freshFolder();
      await take('two.com', other);
      // The file system has given the new folder the inode of the one that was removed, as all files here stay in one folder.
      for (const name of ['disposable.txt', 'dates.json'])
        copyFileSync(join(other, '1', name), join(dataFolder, '1', name));
      await until(() => reputation.isDisposable('two.com'));
      assert.deepEqual([reputation.isDisposable('one.com'), faults], [false, []]);
      close();
    },
  );

  it('stay as they are if they cannot be read again', { timeout: 60_000 }, async () => {
    const { reputation, close, faults, until, take, releaseFolder } = watched();
    rmSync(join(releaseFolder, 'free.txt'));
    await take('one.com');
    await until(() => faults.length > 0);
    assert.deepEqual(faults, ['The lists cannot be read again (ENOENT): restart the service.']);
    assert.deepEqual([reputation.isDisposable('one.com'), reputation.isFree('amail.com')], [false, true]);
    close();
  });

  it('say once if newer ones are damaged, and are read again when others are taken', { timeout: 60_000 }, async () => {
    const { reputation, close, faults, until, take, dataFolder } = watched();
    const other = freshFolder();
    await take('one.com', other);
    writeFileSync(join(other, '1', 'disposable.txt'), 'gmail.com\n');
    mkdirSync(dataFolder);
    renameSync(join(other, '1'), join(dataFolder, '1'));
    await until(() => faults.length > 0);
    assert.deepEqual([reputation.isDisposable('gmail.com'), reputation.isDisposable('a.away.com')], [false, true]);
    await take('two.com');
    await until(() => reputation.isDisposable('two.com'));
    assert.equal(faults.length, 1);
    close();
  });
});
