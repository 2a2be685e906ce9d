import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { packedFiles } from './packed.js';

const locales = readdirSync('dist/locales')
  .filter((name) => name.endsWith('.js'))
  .map((name) => join('locales', name));
const pageFiles = ['email-check.js', 'email-check.css', ...locales];

describe('the files for pages', () => {
  it('are there in each language', () => assert.ok(locales.length > 30));

  for (const [folder, of, path] of [
    ['dist', '.', 'dist'],
    ['dist/service/page', './dist/service', 'page'],
  ] as const) {
    it(`are compressed in ${folder}, as small as that goes`, () => {
      for (const name of pageFiles) {
        const bytes = readFileSync(join(folder, name));
        const [brotli, gzip] = [readFileSync(join(folder, `${name}.br`)), readFileSync(join(folder, `${name}.gz`))];
        assert.deepEqual(brotliDecompressSync(brotli), bytes, name);
        assert.deepEqual(gunzipSync(gzip), bytes, name);
        assert.equal(gzip.length, gzipSync(bytes, { level: 9 }).length, name);
        assert.ok(brotli.length < gzip.length, name);
      }
    });

    it(`are packed so: ${of}`, () => {
      const files = new Set(packedFiles(of));
      for (const name of pageFiles)
        for (const ending of ['', '.br', '.gz']) assert.ok(files.has(join(path, `${name}${ending}`)), name + ending);
    });
  }

  it('are compressed nowhere else', () => {
    const others = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:br|gz)$/.test(name),
    );
    assert.equal(others.length, 2 * 2 * pageFiles.length);
    for (const name of others) assert.ok(existsSync(join('dist', name.replace(/\.\w+$/, ''))), name);
  });
});
