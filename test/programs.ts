import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Below the packages of the project, so that the programs find them. */
const CACHE = resolve('node_modules/.cache');

/** What a source finds beside itself, it finds from the compiled program too. */
const sourceUrls: Plugin = {
  name: 'source-urls',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:src|demo|test)[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};

let folder: string | undefined;

const newFolder = (): string => {
  mkdirSync(CACHE, { recursive: true });
  const made = mkdtempSync(join(CACHE, 'email-check-programs-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
};

const compile = async (source: string): Promise<string> => {
  folder ??= newFolder();
  const path = relative('.', source);
  await build({
    entryPoints: [source],
    outdir: folder,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    plugins: [sourceUrls],
    logLevel: 'error',
  });
  return join(folder, path.replace(/ts$/, 'mjs'));
};

const programs = new Map<string, Promise<string>>();

/**
 * A TypeScript file of the project, compiled for child processes: `node` runs the path that this resolves to, several times
 * faster than a loader that compiles at every start. It is gone when this process ends.
 */
export const programOf = (source: string): Promise<string> => {
  const program = programs.get(source) ?? compile(source);
  programs.set(source, program);
  return program;
};

/** The command. */
export const commandProgram = (): Promise<string> => programOf('src/cli/email-check.ts');
