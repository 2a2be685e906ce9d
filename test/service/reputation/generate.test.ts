import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
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
