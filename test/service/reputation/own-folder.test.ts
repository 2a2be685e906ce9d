import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { loadReputation } from '../../../src/service/reputation/index.js';
import { changeOwnList, fileOf, importOwnList, readOwnEntries } from '../../../src/service/reputation/own-file.js';
import { openOwnFolder } from '../../../src/service/reputation/own-folder.js';

const root = mkdtempSync(join(tmpdir(), 'own-lists-'));
after(() => rmSync(root, { recursive: true }));
let folders = 0;
const freshFolder = () => join(root, String(++folders));

/** A folder that is watched, and a wait for the next change that is read. */
const watched = async (folder: string, pollMs?: number) => {
  const faults: string[] = [];
  let tell: () => void = () => undefined;
  const onFault = (sentence: string) => {
    faults.push(sentence);
    tell();
  };
  const own = await openOwnFolder({ folder, onFault, onRead: () => tell(), ...(pollMs && { pollMs }) });
  // What watches keeps no process running: the wait does.
  const until = async (isSo: () => boolean) => {
    const waiting = setTimeout(() => undefined, 60_000);
    while (!isSo()) await new Promise<void>((resolve) => (tell = resolve));
    clearTimeout(waiting);
  };
  return { own, faults, until, entries: (list: 'disposable' | 'free') => [...own.lists()[list]] };
};

describe("a file of an operator's list", () => {
  it('is made if it is missing, and keeps its comments when it changes', async () => {
    const folder = join(freshFolder(), 'deep');
    assert.deepEqual(await changeOwnList({ folder, list: 'disposable', add: ['a.com', 'a.com', 'b.com'] }), {
      added: 2,
      removed: 0,
    });
    writeFileSync(fileOf(folder, 'disposable'), '# ours\r\na.com # May\nB.com\nbad line');
    assert.deepEqual(
      await changeOwnList({ folder, list: 'disposable', add: ['b.com', 'c.com'], remove: ['a.com', 'x.com'] }),
      { added: 1, removed: 1 },
    );
    assert.equal(readFileSync(fileOf(folder, 'disposable'), 'utf8'), '# ours\nB.com\nbad line\nc.com\n');
    assert.equal(existsSync(`${fileOf(folder, 'disposable')}.new`), false);
  });

  it('is not changed while another command changes it', async () => {
    const folder = freshFolder();
    await changeOwnList({ folder, list: 'free', add: ['a.com'] });
    writeFileSync(`${fileOf(folder, 'free')}.new`, '');
    await assert.rejects(changeOwnList({ folder, list: 'free', add: ['b.com'] }), {
      name: 'OwnListError',
      message: /free\.txt\.new cannot be made: another command is changing the list/,
    });
    assert.equal(readFileSync(fileOf(folder, 'free'), 'utf8'), 'a.com\n');
  });

  it('is not created by removing a missing entry, nor rewritten', async () => {
    const folder = freshFolder();
    assert.deepEqual(await changeOwnList({ folder, list: 'free', remove: ['a.com'] }), { added: 0, removed: 0 });
    assert.equal(existsSync(folder), false);
    await changeOwnList({ folder, list: 'free', add: ['b.com'] });
    const { ino } = statSync(fileOf(folder, 'free'));
    assert.deepEqual(await changeOwnList({ folder, list: 'free', add: ['b.com'], remove: ['a.com'] }), {
      added: 0,
      removed: 0,
    });
    assert.equal(statSync(fileOf(folder, 'free')).ino, ino);
  });

  it('keeps its rights, and stays a link to where it leads', async () => {
    const folder = freshFolder();
    mkdirSync(folder);
    const kept = join(root, 'kept.txt');
    writeFileSync(kept, '\ufeffa.com\nc.com\n');
    chmodSync(kept, 0o640);
    symlinkSync(kept, fileOf(folder, 'free'));
    await changeOwnList({ folder, list: 'free', add: ['b.com'], remove: ['a.com'] });
    assert.ok(lstatSync(fileOf(folder, 'free')).isSymbolicLink());
    assert.deepEqual([readFileSync(kept, 'utf8'), statSync(kept).mode & 0o777], ['c.com\nb.com\n', 0o640]);
  });

  it('is unchanged if it would become too long to be read again', async () => {
    const folder = freshFolder();
    mkdirSync(folder);
    const full = `a.com\n${`${'#'.repeat(511)}\n`.repeat(16_382)}`;
    writeFileSync(fileOf(folder, 'free'), full);
    const add = Array.from({ length: 200 }, (_, at) => `${at}.example.com`);
    await assert.rejects(changeOwnList({ folder, list: 'free', add }), {
      name: 'OwnListError',
      message: /free\.txt would have 8390680 bytes: keep it under 8388608/,
    });
    assert.equal(readFileSync(fileOf(folder, 'free'), 'utf8'), full);
    assert.equal(existsSync(`${fileOf(folder, 'free')}.new`), false);
  });

  it(
    'must be a regular file: a pipe or a device is refused at once',
    { timeout: 20_000, skip: process.platform === 'win32' },
    async () => {
      const folder = freshFolder();
      mkdirSync(folder);
      execFileSync('mkfifo', [fileOf(folder, 'free')]);
      symlinkSync('/dev/zero', fileOf(folder, 'relay'));
      mkdirSync(fileOf(folder, 'disposable'));
      for (const list of ['free', 'relay', 'disposable'] as const)
        await assert.rejects(readOwnEntries(folder, list), {
          name: 'OwnListError',
          message: /is a folder, pipe or device, not a file/,
        });
    },
  );

  it(
    'imports from a pipe, up to its maximum size',
    { timeout: 60_000, skip: process.platform === 'win32' },
    async () => {
      const folder = freshFolder();
      const pipe = join(root, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const [imported] = await Promise.all([
        importOwnList({ folder, list: 'free', from: pipe }),
        writeFile(pipe, 'a.com\nb.com\n'),
      ]);
      assert.equal(imported.added, 2);
      await assert.rejects(importOwnList({ folder, list: 'free', from: '/dev/zero' }), {
        name: 'OwnListError',
        message: /\/dev\/zero has over 8388608 bytes/,
      });
    },
  );

  it('imports another file, up to its maximum size', async () => {
    const folder = freshFolder();
    const from = join(root, 'import.txt');
    writeFileSync(from, 'a.com\nbad one\nb.com\n');
    await changeOwnList({ folder, list: 'free', add: ['a.com'] });
    const { added, badLines } = await importOwnList({ folder, list: 'free', from });
    assert.deepEqual([added, badLines], [1, [2]]);
    truncateSync(from, 9 * 1024 * 1024);
    await assert.rejects(importOwnList({ folder, list: 'free', from }), {
      name: 'OwnListError',
      message: /keep it under 8388608/,
    });
    await assert.rejects(importOwnList({ folder, list: 'free', from: join(root, 'nowhere') }), {
      message: /does not exist: name one with an entry/,
    });
    await assert.rejects(importOwnList({ folder, list: 'free', from: root }), { message: /cannot be read \(EISDIR\)/ });
  });
});

describe('a watched folder', () => {
  it('is reloaded after a change', async () => {
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

  it('knows the days on which its files changed last', async () => {
    const folder = freshFolder();
    await changeOwnList({ folder, list: 'free', add: ['a.com'] });
    utimesSync(fileOf(folder, 'free'), new Date(), new Date('2026-03-04T23:59:59Z'));
    const { own, until } = await watched(folder, 20);
    try {
      assert.deepEqual([own.dates().free, own.dates().relay], ['2026-03-04', undefined]);
      await changeOwnList({ folder, list: 'relay', add: ['b.com'] });
      utimesSync(fileOf(folder, 'free'), new Date(), new Date('2026-03-05T00:00:00Z'));
      await until(() => own.dates().free === '2026-03-05' && own.lists().relay.size > 0);
      assert.match(own.dates().relay ?? '', /^20\d\d-\d\d-\d\d$/);
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

  it('reports invalid lines once a change, and uses the valid ones', async () => {
    const folder = freshFolder();
    mkdirSync(folder);
    writeFileSync(fileOf(folder, 'free'), 'a.com\nbad one\nb.com');
    const { own, until, faults, entries } = await watched(folder, 20);
    try {
      assert.deepEqual(entries('free'), ['a.com', 'b.com']);
      writeFileSync(fileOf(folder, 'disposable'), 'c.com');
      await until(() => own.lists().disposable.has('c.com'));
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', /free\.txt has invalid lines, which are skipped \(2\)/);
    } finally {
      own.close();
    }
  });

  it('is read again when the rights of a file change', { timeout: 20_000 }, async () => {
    const folder = freshFolder();
    await changeOwnList({ folder, list: 'free', add: ['a.com'] });
    let reads = 0;
    let tell: () => void = () => undefined;
    const own = await openOwnFolder({ folder, onFault: assert.fail, onRead: () => (reads++, tell()), pollMs: 20 });
    const again = new Promise<void>((resolve) => (tell = resolve));
    const waiting = setTimeout(() => undefined, 15_000);
    chmodSync(fileOf(folder, 'free'), 0o600);
    await again;
    clearTimeout(waiting);
    own.close();
    assert.equal(reads, 2);
  });

  it('reports once why a file cannot be read, and reads it when it can be', { timeout: 20_000 }, async () => {
    const folder = freshFolder();
    mkdirSync(folder);
    symlinkSync(fileOf(folder, 'free'), fileOf(folder, 'free'));
    const { own, until, faults } = await watched(folder, 20);
    try {
      assert.match(faults.join(), /^\S+free\.txt cannot be read \(ELOOP\)[^,]*$/);
      await changeOwnList({ folder, list: 'disposable', add: ['b.com'] });
      await until(() => own.lists().disposable.has('b.com'));
      rmSync(fileOf(folder, 'free'));
      writeFileSync(fileOf(folder, 'free'), 'a.com\n');
      await until(() => own.lists().free.has('a.com'));
      assert.equal(faults.length, 1);
    } finally {
      own.close();
    }
  });

  it('is still watched although its listener fails', { timeout: 20_000 }, async () => {
    const folder = freshFolder();
    mkdirSync(folder);
    writeFileSync(fileOf(folder, 'free'), 'bad one\na.com\n');
    let tell: () => void = () => undefined;
    const fail = () => {
      tell();
      throw new Error('out of order');
    };
    const own = await openOwnFolder({ folder, onFault: fail, onRead: fail, pollMs: 20 });
    const again = new Promise<void>((resolve) => (tell = resolve));
    const waiting = setTimeout(() => undefined, 15_000);
    writeFileSync(fileOf(folder, 'disposable'), 'b.com\n');
    await again;
    clearTimeout(waiting);
    own.close();
    assert.deepEqual([[...own.lists().free], [...own.lists().disposable]], [['a.com'], ['b.com']]);
  });

  it('changes the answer about a domain that was cached before', async () => {
    const folder = freshFolder();
    const { own, until } = await watched(folder, 20);
    try {
      const reputation = loadReputation({ ownLists: () => own.lists() });
      assert.equal(reputation.isDisposable('acme.com'), false);
      await changeOwnList({ folder, list: 'disposable', add: ['acme.com'] });
      await until(() => reputation.isDisposable('acme.com'));
      await changeOwnList({ folder, list: 'not-disposable', add: ['acme.com'] });
      await until(() => !reputation.isDisposable('acme.com'));
    } finally {
      own.close();
    }
  });

  it('keeps the entries of a file that has become too long', async () => {
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
