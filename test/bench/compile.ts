import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Below the project's packages, so that the compiled files find them. */
const OUT = `${ROOT}node_modules/.cache/email-check-bench/`;
const DATA = 'src/service/reputation/data';

const sources = (folder: string): string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.ts$/.test(name))
    .map((name) => `${ROOT}${folder}/${name}`);

/**
 * Compiles what is measured, since a loader that compiles on the way adds work of its own to every function. Gives the folder of
 * the compiled scripts of this one.
 */
export const compile = async (): Promise<string> => {
  mkdirSync(OUT, { recursive: true });
  writeFileSync(`${OUT}package.json`, '{"type": "module"}\n');
  const entryPoints = [
    'src',
    'demo/world',
    'test/bench',
    'test/linear',
    'test/service/verdict',
    'test/address',
  ].flatMap(sources);
  await build({
    entryPoints,
    outdir: OUT,
    outbase: ROOT,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  cpSync(`${ROOT}demo/bulk-csv.js`, `${OUT}demo/bulk-csv.js`);
  cpSync(`${ROOT}${DATA}`, `${OUT}${DATA}`, { recursive: true });
  return `${OUT}test/bench/`;
};
