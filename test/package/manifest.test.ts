import assert from 'node:assert/strict';
import { execSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { attributes } from '../../src/element/attributes.js';

interface Declaration {
  readonly tagName?: string;
  readonly attributes?: readonly { readonly name: string; readonly fieldName: string; readonly default?: string }[];
}

interface Manifest {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
}

const committed = readFileSync('custom-elements.json', 'utf8');

describe('custom-elements.json', () => {
  it('matches the code: run `npm run manifest` after a change', () => {
    const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
    try {
      // The analyzer writes into the package.json of where it runs: it gets one of its own.
      for (const name of ['src', 'node_modules']) symlinkSync(resolve(name), join(folder, name));
      const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { manifest: string } };
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      // As npm runs it.
      const PATH = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter);
      execSync(scripts.manifest, { cwd: folder, stdio: 'ignore', env: { ...process.env, PATH } });
      assert.equal(readFileSync(join(folder, 'custom-elements.json'), 'utf8'), committed);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names every attribute that the element reads, with its default', () => {
    const { modules } = JSON.parse(committed) as Manifest;
    const element = modules
      .flatMap(({ declarations }) => declarations)
      .find(({ tagName }) => tagName === 'email-check');
    const documented = element?.attributes?.map(({ name, fieldName, default: standard }) => [
      name,
      fieldName,
      standard,
    ]);
    const read = attributes.map(({ attribute, property, read: readText }) => {
      const standard = readText(null);
      return [attribute, property, typeof standard === 'string' ? `'${standard}'` : String(standard)];
    });
    // The browser's own: read from the nearest element that has it.
    const sorted = (rows: readonly unknown[] | undefined): unknown[] =>
      (rows ?? []).map((row) => JSON.stringify(row)).sort();
    assert.deepEqual(sorted(documented), sorted([...read, ['lang', undefined, undefined]]));
  });
});
