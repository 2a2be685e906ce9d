import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Where the runtimes and server frameworks are that the key proxy is mounted in. */
export const runtimeModules = join(folder, 'node_modules');

/** Says which list is installed, once it is whole. */
const stamp = join(runtimeModules, '.installed');
/** Another process may be installing: in milliseconds. */
const LONGEST_WAIT = 300_000;

const isInstalled = (list: string): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === list;

const install = (list: string): void => {
  if (isInstalled(list)) return;
  try {
    // Each program is a file of the package for this platform: no script has to run.
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    throw new Error(
      `The runtimes that the key proxy is tested in cannot be installed: run npm ci in test/runtimes. ${(error as { stderr?: string }).stderr ?? ''}`,
      { cause: error },
    );
  }
  writeFileSync(stamp, list);
};

/** Installs what `test/runtimes/package-lock.json` lists, where that has not been done. Test processes that ask at once wait for one. */
export const installRuntimes = (): void => {
  const list = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (isInstalled(list)) return;
  // A lock of SQLite's ends with its process, however that ends.
  const lock = new Database(fileURLToPath(new URL('../../node_modules/.runtimes-lock', import.meta.url)), {
    timeout: LONGEST_WAIT,
  });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    install(list);
  } finally {
    lock.close();
  }
};

/** The packages of a scope that hold a runtime's program, and where in them it is. */
const programs = {
  bun: { scope: '@oven', path: 'bin/bun' },
  deno: { scope: '@deno', path: 'deno' },
  workerd: { scope: '@cloudflare', path: 'bin/workerd' },
} as const;

/** A runtime that is a program of its own. */
export type Runtime = keyof typeof programs;

/**
 * The path of a runtime's program, installed if need be.
 * @throws Error where there is none for this platform
 */
export const programOf = (runtime: Runtime): string => {
  installRuntimes();
  const { scope, path } = programs[runtime];
  const home = join(runtimeModules, scope);
  // Of the packages for all platforms, npm installs this one's.
  const found = (existsSync(home) ? readdirSync(home) : []).map((name) => join(home, name, path)).find(existsSync);
  if (found === undefined)
    throw new Error(`${runtime} has no program for ${process.platform} ${process.arch}: its tests cannot run here.`);
  return found;
};
