import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

interface Package {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>> | null>>;
  readonly customElements: string;
}

const { exports, customElements } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;

/** What `npm pack` would send, as it stands after a build. */
const packed = (): string[] => {
  const [tarball] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as {
    files: { path: string }[];
  }[];
  return (tarball?.files ?? []).map(({ path }) => path);
};

describe('the package', () => {
  let files: readonly string[];
  before(() => {
    files = packed();
  });

  it('has every file that its entries name', () => {
    for (const target of Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? entry : Object.values(entry ?? {}),
    )) {
      const file = target.replace('./', '').replace('*', 'de');
      assert.ok(existsSync(file), target);
      assert.ok(files.includes(file), `${target} is not packed`);
    }
    assert.ok(files.includes(customElements));
  });

  it('packs nothing that has no source', () => {
    for (const file of files.filter(
      (path) => path.startsWith('dist/') && path.endsWith('.js') && path !== 'dist/email-check.js',
    )) {
      const source = file
        .replace('dist/locales/', 'dist/element/locales/')
        .replace('dist/', 'src/')
        .replace('.js', '.ts');
      assert.ok(existsSync(source), file);
    }
  });

  it('imports in plain Node', () => {
    for (const entry of [
      '.',
      './define',
      './address',
      './client',
      './locales/de',
      './proxy',
      './proxy/node',
      './proxy/redis',
      './receipt',
    ]) {
      const specifier = entry.replace('.', 'email-check-element');
      execFileSync(process.execPath, ['--input-type=module', '-e', `await import('${specifier}')`]);
    }
  });
});
