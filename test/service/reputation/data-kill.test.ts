import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import * as data from '../../../src/service/reputation/data-update.js';
import { loadReputation } from '../../../src/service/reputation/index.js';
import { programOf } from '../../programs.js';
import { ten, writeLists } from './small-release.js';

const program = await programOf('test/service/reputation/data-kill-child.ts');
const root = mkdtempSync(join(tmpdir(), 'data-kill-'));
after(() => rmSync(root, { recursive: true }));

const releaseFolder = writeLists(join(root, 'release'));
const version = (name: string, date: string) =>
  writeLists(join(root, name), {
    lists: { disposable: [...ten('.away.com'), `${name}.com`], free: [...ten('mail.com'), `${name}.com`] },
    date,
  });
const [first, second] = [version('first', '2026-11-01'), version('second', '2026-11-02')];

const updateData = (update: Omit<data.DataUpdate, 'now'>) =>
  data.updateData({ ...update, now: new Date('2026-11-29') });

/** What is in use: both lists are of the same version, and no fault is told. */
const inUse = (dataFolder: string): string => {
  const reputation = loadReputation({ dataDir: releaseFolder, dataFolder, onFault: (words) => assert.fail(words) });
  const has = (name: string) => [reputation.isDisposable(`${name}.com`), reputation.isFree(`${name}.com`)].join();
  return `first ${has('first')}, second ${has('second')}`;
};
const FIRST = 'first true,true, second false,false';
const SECOND = 'first false,false, second true,true';

describe('a command that is killed at any of its steps', () => {
  for (const [task, from, to] of [
    ['update', FIRST, SECOND],
    ['undo', SECOND, FIRST],
  ] as const)
    it(`leaves the lists from before the ${task} or those after it, whole, and the next command works`, async () => {
      const before = join(root, `${task}-before`);
      await updateData({ from: first, dataFolder: before, releaseFolder });
      if (task === 'undo') await updateData({ from: second, dataFolder: before, releaseFolder });
      assert.equal(inUse(before), from);
      const found = new Set<string>();
      let killed = 0;
      for (let step = 1; ; step++) {
        const folder = join(root, `${task}-${step}`);
        cpSync(before, folder, { recursive: true });
        const ended = spawnSync(process.execPath, [program, task, folder, second, releaseFolder, String(step)], {
          encoding: 'utf8',
        });
        const now = inUse(folder);
        if (ended.status === 0) {
          assert.equal(now, to);
          break;
        }
        assert.deepEqual([ended.signal, ended.stderr], ['SIGKILL', '']);
        killed += 1;
        assert.ok(now === from || now === to, `${now} after step ${step}: ${readdirSync(folder).join()}`);
        found.add(now);
        await updateData({ from: second, dataFolder: folder, releaseFolder });
        assert.equal(inUse(folder), SECOND);
      }
      assert.ok(killed > (task === 'update' ? 10 : 2), String(killed));
      assert.equal(found.size, 2);
    });
});
