import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { openSqliteStore } from '../../../src/service/store/index.js';

const ANSWERS_BEFORE_THE_CRASH = 400;

it('loses no charge that was answered when its process is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-crash-'));
  const file = join(folder, 'test.sqlite');
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('./child.ts', import.meta.url)), file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, keys } = JSON.parse(line) as { url: string; keys: string[] };

  let asked = 0;
  let answered = 0;
  let lowest = Infinity;
  const callUntilItIsGone = async (key: string) => {
    for (;;) {
      asked++;
      try {
        const response = await fetch(`${url}/v1/?api=${key}&email=deliverable@a.example`);
        const { balance } = (await response.json()) as { balance: string };
        assert.equal(response.status, 200);
        lowest = Math.min(lowest, Number(balance));
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return;
      }
      if (++answered === ANSWERS_BEFORE_THE_CRASH) child.kill('SIGKILL');
    }
  };
  await Promise.all(keys.flatMap((key) => Array.from({ length: 5 }, () => callUntilItIsGone(key))));
  await exited;

  // The dead process holds the file no more.
  await openSqliteStore({ file, purpose: 'service' }).close();
  const database = new Database(file, { readonly: true });
  const charged = database.prepare<[], number>('SELECT sum(credits) FROM charges').pluck().get() ?? 0;
  const balance = database.prepare<[], number>('SELECT balance FROM accounts').pluck().get() ?? 0;
  database.close();
  rmSync(folder, { recursive: true });
  assert.ok(answered >= ANSWERS_BEFORE_THE_CRASH);
  assert.ok(charged >= answered && charged <= asked, `${answered} answered, ${charged} charged, ${asked} asked`);
  assert.equal(balance, 1_000_000 - charged);
  assert.ok(balance <= lowest);
});
