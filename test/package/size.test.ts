import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { rollup } from 'rollup';
import terser from '@rollup/plugin-terser';
import { bundleSizes } from '../bundle-sizes.mjs';

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

const readme = readFileSync('README.md', 'utf8');

/** Figures of bytes in the row of the README's table that begins with some words. */
const figuresIn = (words: string): number[] => {
  const row = readme.split('\n').find((line) => line.startsWith(`| ${words}`));
  return [...(row ?? '').matchAll(/([\d,]+) bytes/g)].map(([, figure = '']) => Number(figure.replaceAll(',', '')));
};

/** Another Node may compress a little differently, and a figure is no budget: one in a hundred is let pass. */
const assertTold = (words: string, measured: readonly number[]): void => {
  const told = figuresIn(words);
  assert.ok(
    told.length === measured.length && told.every((figure, at) => Math.abs(figure - measured[at]!) <= figure / 100),
    `README.md says ${told.join(' and ')} of "${words}", and the build has ${measured.join(' and ')}`,
  );
};

describe('the script-tag file', () => {
  it('is as large as the README says', () =>
    assertTold('script-tag file', [gzipped(readFileSync('dist/email-check.js', 'utf8'))]));

  it('is not larger than 22,272 bytes gzipped', (t) => {
    const size = gzipped(readFileSync('dist/email-check.js', 'utf8'));
    t.diagnostic(`measured: dist/email-check.js: ${size} bytes gzip`);
    assert.ok(size <= 22_272, `${size} bytes`);
  });
});

describe('the npm entry in a bundle', () => {
  it('is as large as the README says', async (t) => {
    const { esbuild, Vite } = await bundleSizes();
    t.diagnostic(`measured: esbuild ${esbuild.all} (${esbuild.besideLit}), Vite ${Vite.all} (${Vite.besideLit})`);
    assertTold("`import 'email-check-element/define'` in a bundle", [esbuild.all, Vite.all]);
    assertTold('the same, if the page already has `@lit/reactive-element`', [esbuild.besideLit, Vite.besideLit]);
    assert.ok(esbuild.besideLit < esbuild.all && Vite.besideLit < Vite.all);
  });
});

describe('the element’s share of the client', () => {
  it('is under 1,500 bytes gzipped', async (t) => {
    const alone = await clientShare(/\/wire\//);
    t.diagnostic(`client alone: ${alone} bytes gzip; with the decoders of wire: ${await clientShare(/^$/)}`);
    assert.ok(alone < 1500, `${alone} bytes`);
  });
});
