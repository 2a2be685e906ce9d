import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { rollup } from 'rollup';
import terser from '@rollup/plugin-terser';

const gzipped = (code: string): number => gzipSync(code, { level: 9 }).length;

/** What the element takes of the client, out of the built modules, minified; `wire` is counted or left out. */
const clientShare = async (external: RegExp): Promise<number> => {
  const entry = `
    export { createTransport } from './dist/client/transport.js';
    export { validate } from './dist/client/validate.js';
    export { isDisposable } from './dist/client/is-disposable.js';
    export { logoUrl } from './dist/client/logo-url.js';`;
  const bundle = await rollup({
    input: 'entry',
    external: (id) => external.test(id),
    plugins: [
      {
        name: 'entry',
        resolveId: (id, importer) => (id === 'entry' ? id : importer === 'entry' ? `${process.cwd()}/${id}` : null),
        load: (id) => (id === 'entry' ? entry : null),
      },
      terser({ ecma: 2022, module: true, compress: { passes: 3 } }),
    ],
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  return gzipped(output[0].code);
};

describe('the script-tag file', () => {
  it('is not larger than 19,456 bytes gzipped', (t) => {
    const size = gzipped(readFileSync('dist/email-check.js', 'utf8'));
    t.diagnostic(`measured: dist/email-check.js: ${size} bytes gzip`);
    assert.ok(size <= 19_456, `${size} bytes`);
  });
});

describe('the element’s share of the client', () => {
  it('is under 1,500 bytes gzipped', async (t) => {
    const alone = await clientShare(/\/wire\//);
    t.diagnostic(`client alone: ${alone} bytes gzip; with the decoders of wire: ${await clientShare(/^$/)}`);
    assert.ok(alone < 1500, `${alone} bytes`);
  });
});
