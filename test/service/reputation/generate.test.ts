import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { makeDates } from '../../../src/service/reputation/generate/dates.js';
import { sha256Of } from '../../../src/service/reputation/list-files.js';
import { programOf } from '../../programs.js';

const script = await programOf('src/service/reputation/generate/index.ts');
const generate = (...options: string[]) => spawnSync(process.execPath, [script, ...options], { encoding: 'utf8' });

it('the committed lists match the installed packages', () => {
  const { status, stderr } = generate('--check');
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

it('a check names the file that differs, and only that', () => {
  const root = mkdtempSync(join(tmpdir(), 'generated-'));
  try {
    assert.equal(generate('--root', root).status, 0);
    appendFileSync(join(root, 'src/service/reputation/data/free.txt'), 'zzz.example\n');
    const { status, stderr } = generate('--root', root, '--check');
    assert.equal(status, 1);
    assert.match(stderr, /^src\/service\/reputation\/data\/free\.txt .*npm run data.*\n$/);
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('a list keeps its date until its text changes', () => {
  const now = (date: string) => new Date(`${date}T12:00:00Z`);
  const first = makeDates(
    new Map([
      ['free', 'a.com\n'],
      ['role', 'sales\n'],
    ]),
    undefined,
    now('2026-11-01'),
  );
  const same = makeDates(
    new Map([
      ['free', 'a.com\n'],
      ['role', 'sales\n'],
    ]),
    first,
    now('2026-11-02'),
  );
  assert.equal(same, first);
  const changed = makeDates(
    new Map([
      ['free', 'b.com\n'],
      ['role', 'sales\n'],
    ]),
    first,
    now('2026-11-02'),
  );
  assert.deepEqual(JSON.parse(changed), {
    free: { date: '2026-11-02', sha256: sha256Of('b.com\n') },
    role: { date: '2026-11-01', sha256: sha256Of('sales\n') },
  });
});
