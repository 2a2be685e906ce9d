import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** What a source finds beside itself, it finds from the compiled program too. */
const sourceUrls: Plugin = {
  name: 'source-urls',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:src|demo|test)[\\/].*\.m?[jt]s$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        /\bimport\.meta\.url\b/g,
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: path.endsWith('.mjs') ? 'js' : 'ts',
    }));
  },
};

/** Where a source's program is in the folder that it was compiled into. */
export const programIn = (folder: string, source: string): string =>
  join(folder, `${source.replace(/\.tsx?$/, '')}.mjs`);

/** Writes a program that runs the programs of several test files one after the other, each as a suite with hooks of its own. */
export const joinPrograms = (folder: string, name: string, sources: readonly string[]): void => {
  const suites = sources.map((source) => {
    const url = pathToFileURL(programIn(folder, source)).href;
    return `describe(${JSON.stringify(source)}, async () => void (await import(${JSON.stringify(url)})));\n`;
  });
  writeFileSync(programIn(folder, name), `import { describe } from 'node:test';\n${suites.join('')}`);
};

/**
 * Compiles TypeScript files of the project into a folder below it: `node` starts a program several times faster than a loader
 * that compiles at every start. Packages are not part of the programs.
 */
export const compile = async (sources: readonly string[], folder: string): Promise<void> => {
  await build({
    entryPoints: [...sources],
    outdir: folder,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    plugins: [sourceUrls],
    logLevel: 'error',
  });
};
