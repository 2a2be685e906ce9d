import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { packedFiles } from './packed.js';

const locales = readdirSync('dist/locales')
  .filter((name) => name.endsWith('.js'))
  .map((name) => join('locales', name));
const pageFiles = ['email-check.js', 'email-check.css', 'email-check-counts.js', ...locales];
const consoleFiles = ['index.html', 'console.js', 'console.css'];

describe('the files for pages', () => {
  it('are there in each language', () => assert.ok(locales.length > 30));

  for (const [folder, of, path, names] of [
    ['dist', '.', 'dist', pageFiles],
    ['dist/service/page', './dist/service', 'page', pageFiles],
    ['dist/service/console', './dist/service', 'console', consoleFiles],
  ] as const) {
    it(`are compressed in ${folder}, as small as that goes`, () => {
      for (const name of names) {
        const bytes = readFileSync(join(folder, name));
        const [brotli, gzip] = [readFileSync(join(folder, `${name}.br`)), readFileSync(join(folder, `${name}.gz`))];
        assert.deepEqual(brotliDecompressSync(brotli), bytes, name);
        assert.deepEqual(gunzipSync(gzip), bytes, name);
        assert.equal(gzip.length, gzipSync(bytes, { level: 9 }).length, name);
        assert.ok(brotli.length < gzip.length, name);
      }
    });

    it(`are packed so: ${path} of ${of}`, () => {
      const files = new Set(packedFiles(of));
      for (const name of names)
        for (const ending of ['', '.br', '.gz']) assert.ok(files.has(join(path, `${name}${ending}`)), name + ending);
    });
  }

  it('of the console are in the package of the service alone', () =>
    assert.ok(packedFiles('.').every((name) => !name.startsWith('dist/console/'))));

  it('are compressed nowhere else', () => {
    const others = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:br|gz)$/.test(name),
    );
    assert.equal(others.length, 2 * 2 * (pageFiles.length + consoleFiles.length));
    for (const name of others) assert.ok(existsSync(join('dist', name.replace(/\.\w+$/, ''))), name);
  });
});
