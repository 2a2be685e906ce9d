// What `import 'email-check-element/define'` adds to a page's own bundle: for the build to print, and for a test of what is said of it.
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as buildWithEsbuild } from 'esbuild';
import { build as buildWithVite } from 'vite';

const LIT = /^@lit\/reactive-element(?:\/|$)/;

/** The module that the entry names in the package as it is built. */
const entry = resolve('dist/define.js');

/**
 * Bytes of what a page loads at once, gzipped: the texts of other languages are imported when they are needed.
 * @param {readonly { readonly name: string, readonly code: string, readonly isEntry: boolean, readonly imports: readonly string[] }[]} chunks
 */
const loadedAtOnce = (chunks) => {
  const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry));
  // A set is iterated over what is added meanwhile, too.
  for (const { imports } of loaded)
    for (const name of imports) {
      const chunk = byName.get(name);
      if (chunk) loaded.add(chunk);
    }
  return [...loaded].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
};

/** @param {boolean} hasLit whether Lit's base class is counted: a page that uses Lit has it anyway */
const withEsbuild = async (hasLit) => {
  const { metafile, outputFiles } = await buildWithEsbuild({
    ...{ entryPoints: [entry], bundle: true, splitting: true, format: 'esm', target: 'es2022', minify: true },
    ...{ write: false, metafile: true, outdir: 'bundle', external: hasLit ? [] : ['@lit/reactive-element'] },
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  return loadedAtOnce(
    Object.entries(metafile.outputs).map(([name, { entryPoint, imports }]) => ({
      name,
      code: texts.get(resolve(name)) ?? '',
      isEntry: entryPoint === 'dist/define.js',
      imports: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
    })),
  );
};

/** @param {boolean} hasLit as above */
const withVite = async (hasLit) => {
  const { output } = await buildWithVite({
    ...{ configFile: false, envDir: false, publicDir: false, logLevel: 'error' },
    build: { write: false, rolldownOptions: { input: entry, external: hasLit ? [] : LIT } },
  });
  return loadedAtOnce(output.flatMap((chunk) => (chunk.type === 'chunk' ? [{ ...chunk, name: chunk.fileName }] : [])));
};

/**
 * Bytes that the element adds to a bundle, gzipped, by bundler: all of it, and what it adds if the page has Lit anyway.
 * @returns {Promise<Readonly<Record<'esbuild' | 'Vite', { readonly all: number, readonly besideLit: number }>>>}
 */
export const bundleSizes = async () => {
  const [esbuildAll, esbuildBeside, viteAll, viteBeside] = await Promise.all([
    withEsbuild(true),
    withEsbuild(false),
    withVite(true),
    withVite(false),
  ]);
  return {
    esbuild: { all: esbuildAll, besideLit: esbuildBeside },
    Vite: { all: viteAll, besideLit: viteBeside },
  };
};
