import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { changeOwnList, fileOf, importOwnList } from '../../../src/service/reputation/own-file.js';
import { openOwnFolder } from '../../../src/service/reputation/own-folder.js';

const root = mkdtempSync(join(tmpdir(), 'own-lists-'));
after(() => rmSync(root, { recursive: true }));
let folders = 0;
const freshFolder = () => join(root, String(++folders));

/** A folder that is watched, and a wait for the next change that is read. */
const watched = async (folder: string, lookMs?: number) => {
  const faults: string[] = [];
  let tell: () => void = () => undefined;
  const onFault = (sentence: string) => {
    faults.push(sentence);
    tell();
  };
  const own = await openOwnFolder({ folder, onFault, onRead: () => tell(), ...(lookMs && { lookMs }) });
  // What watches keeps no process running: the wait does.
  const until = async (isSo: () => boolean) => {
    const waiting = setTimeout(() => undefined, 60_000);
    while (!isSo()) await new Promise<void>((resolve) => (tell = resolve));
    clearTimeout(waiting);
  };
  return { own, faults, until, entries: (list: 'disposable' | 'free') => [...own.lists()[list]] };
};

describe("a file of an operator's list", () => {
  it('is made where it is missing, and keeps its comments when it changes', async () => {
    const folder = join(freshFolder(), 'deep');
    assert.deepEqual(await changeOwnList({ folder, list: 'disposable', add: ['a.com', 'a.com', 'b.com'] }), { added: 2, removed: 0 });
    writeFileSync(fileOf(folder, 'disposable'), '# ours\r\na.com # May\nB.com\nbad line');
    assert.deepEqual(await changeOwnList({ folder, list: 'disposable', add: ['b.com', 'c.com'], remove: ['a.com', 'x.com'] }), { added: 1, removed: 1 });
    assert.equal(readFileSync(fileOf(folder, 'disposable'), 'utf8'), '# ours\nB.com\nbad line\nc.com\n');
    assert.equal(existsSync(`${fileOf(folder, 'disposable')}.new`), false);
  });

  it('is left alone while another command changes it', async () => {
    const folder = freshFolder();
    await changeOwnList({ folder, list: 'free', add: ['a.com'] });
    writeFileSync(`${fileOf(folder, 'free')}.new`, '');
    await assert.rejects(changeOwnList({ folder, list: 'free', add: ['b.com'] }), { name: 'OwnListError', message: /free\.txt\.new cannot be made: another command is changing the list/ });
    assert.equal(readFileSync(fileOf(folder, 'free'), 'utf8'), 'a.com\n');
  });

  it('takes in another file, and no more than it may hold', async () => {
    const folder = freshFolder();
    const from = join(root, 'import.txt');
    writeFileSync(from, 'a.com\nbad one\nb.com\n');
    await changeOwnList({ folder, list: 'free', add: ['a.com'] });
    const { added, badLines } = await importOwnList({ folder, list: 'free', from });
    assert.deepEqual([added, badLines], [1, [2]]);
    truncateSync(from, 9 * 1024 * 1024);
    await assert.rejects(importOwnList({ folder, list: 'free', from }), { name: 'OwnListError', message: /keep it under 8388608/ });
    await assert.rejects(importOwnList({ folder, list: 'free', from: join(root, 'nowhere') }), { message: /There is no file/ });
    await assert.rejects(importOwnList({ folder, list: 'free', from: root }), { message: /cannot be read \(EISDIR\)/ });
  });
});

describe('a watched folder', () => {
  it('is taken up as it is changed, without being asked', async () => {
    const folder = freshFolder();
    await changeOwnList({ folder, list: 'disposable', add: ['a.com'] });
    // The look that comes by itself is too far away to be the reason.
    const { own, until, entries } = await watched(folder, 3_600_000);
    try {
      assert.deepEqual(entries('disposable'), ['a.com']);
      await changeOwnList({ folder, list: 'disposable', add: ['b.com'] });
      await until(() => own.lists().disposable.has('b.com'));
      await changeOwnList({ folder, list: 'disposable', remove: ['a.com'] });
      await until(() => !own.lists().disposable.has('a.com'));
      writeFileSync(fileOf(folder, 'free'), 'c.com\n');
      await until(() => own.lists().free.has('c.com'));
      rmSync(fileOf(folder, 'free'));
      await until(() => !own.lists().free.has('c.com'));
      assert.deepEqual([entries('disposable'), entries('free')], [['b.com'], []]);
    } finally {
      own.close();
    }
  });

  it('may be missing at first, and be another one later', async () => {
    const folder = freshFolder();
    const { own, until, faults } = await watched(folder, 20);
    try {
      await changeOwnList({ folder, list: 'free', add: ['a.com'] });
      await until(() => own.lists().free.has('a.com'));
      renameSync(folder, `${folder}-old`);
      await until(() => own.lists().free.size === 0);
      mkdirSync(folder);
      writeFileSync(fileOf(folder, 'free'), 'b.com');
      await until(() => own.lists().free.has('b.com'));
      assert.deepEqual(faults, []);
    } finally {
      own.close();
    }
  });

  it('tells of bad lines once a change, and goes on with the others', async () => {
    const folder = freshFolder();
    mkdirSync(folder);
    writeFileSync(fileOf(folder, 'free'), 'a.com\nbad one\nb.com');
    const { own, until, faults, entries } = await watched(folder, 20);
    try {
      assert.deepEqual(entries('free'), ['a.com', 'b.com']);
      writeFileSync(fileOf(folder, 'disposable'), 'c.com');
      await until(() => own.lists().disposable.has('c.com'));
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', /free\.txt has lines without an entry, which are left out \(2\)/);
    } finally {
      own.close();
    }
  });

  it('keeps what a file said that has become too long', async () => {
    const folder = freshFolder();
    await changeOwnList({ folder, list: 'free', add: ['a.com'] });
    const { own, until, faults, entries } = await watched(folder, 20);
    try {
      truncateSync(fileOf(folder, 'free'), 9 * 1024 * 1024);
      await until(() => faults.length > 0);
      assert.match(faults.join(), /free\.txt has 9437184 bytes: keep it under/);
      await changeOwnList({ folder, list: 'disposable', add: ['b.com'] });
      await until(() => own.lists().disposable.has('b.com'));
      assert.deepEqual([entries('free'), faults.length], [['a.com'], 1]);
    } finally {
      own.close();
    }
  });
});
