import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { en } from '../../src/element/locales/en.js';
import { aliases, languageTags } from '../../src/element/locales/index.js';
import type { Catalogue } from '../../src/element/messages.js';
import { packedFiles } from './packed.js';

interface Package {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>> | null>>;
  readonly customElements: string;
}

const { exports, customElements } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;

describe('the package', () => {
  let files: readonly string[];
  before(() => {
    files = packedFiles();
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

  it('packs no file without a source', () => {
    for (const file of files.filter(
      (path) => path.startsWith('dist/') && path.endsWith('.js') && !/^dist\/email-check(?:-counts)?\.js$/.test(path),
    )) {
      const source = file.replace('dist/locales/', 'dist/element/locales/').replace('dist/', 'src/').replace('.js', '');
      const isAlias = Object.hasOwn(aliases, basename(source));
      assert.ok(isAlias || existsSync(`${source}.ts`) || existsSync(`${source}.json`), file);
    }
  });

  it('has every text in the module of each language', async () => {
    // The element finds them there too.
    const { importCatalogue } = (await import(pathToFileURL('dist/element/locales/index.js').href)) as {
      importCatalogue: (language: string) => Promise<Catalogue>;
    };
    for (const tag of languageTags()) {
      const { catalogue } = (await import(pathToFileURL(`dist/element/locales/${tag}.js`).href)) as {
        catalogue: Catalogue;
      };
      assert.deepEqual(Object.keys(catalogue), Object.keys(en), tag);
      if (tag !== 'en') assert.deepEqual(await importCatalogue(tag), catalogue, tag);
      assert.ok(existsSync(`dist/element/locales/${tag}.d.ts`), tag);
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
      './webhook',
    ]) {
      const specifier = entry.replace('.', 'email-check-element');
      execFileSync(process.execPath, ['--input-type=module', '-e', `await import('${specifier}')`]);
    }
  });
});
