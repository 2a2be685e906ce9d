import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../cache-folder.js';
import Database from 'better-sqlite3';

/** Another process may be installing: in milliseconds. */
const LONGEST_WAIT = 300_000;

const source = fileURLToPath(new URL('.', import.meta.url));
const list = readFileSync(join(source, 'package-lock.json'), 'utf8');

/** Where packages are installed, and the file that one process at a time locks for it. */
interface Place {
  readonly folder: string;
  readonly lock: string;
}

/** Packages of a place, and beside them what says which list is installed, once it is whole. */
const modulesIn = ({ folder }: Place): string => join(folder, 'node_modules');
const stampIn = (place: Place): string => join(modulesIn(place), '.installed');

const isInstalled = (place: Place): boolean =>
  existsSync(stampIn(place)) && readFileSync(stampIn(place), 'utf8') === list;

const canWrite = (folder: string): boolean => {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** All clones of the project share a folder for each list of packages; where no folder can be made, they stay beside the list. */
const findPlace = (): Place => {
  const home = cacheFolder();
  const hash = createHash('sha256').update(list).digest('hex').slice(0, 16);
  const shared: Place = { folder: join(home, `runtimes-${hash}`), lock: join(home, 'runtimes-lock') };
  if (isInstalled(shared) || canWrite(home)) return shared;
  return { folder: source, lock: fileURLToPath(new URL('../../node_modules/.runtimes-lock', import.meta.url)) };
};

let place: Place | undefined;

const install = ({ folder }: Place): void => {
  mkdirSync(folder, { recursive: true });
  if (folder !== source)
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(source, name), join(folder, name));
  try {
    // Each program is a file of the package for this platform: no script has to run.
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    throw new Error(
      `The runtimes that the key proxy is tested in cannot be installed: run npm ci in ${folder}. ${(error as { stderr?: string }).stderr ?? ''}`,
      { cause: error },
    );
  }
};

/**
 * Installs what `test/runtimes/package-lock.json` lists, if that has not been done, and returns the path of its `node_modules`: the
 * runtimes and server frameworks that the key proxy is mounted in. Test processes that ask at once wait for one.
 */
export const installRuntimes = (): string => {
  place ??= findPlace();
  if (isInstalled(place)) return modulesIn(place);
  // A lock of SQLite's ends with its process, however that ends.
  const lock = new Database(place.lock, { timeout: LONGEST_WAIT });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    if (!isInstalled(place)) {
      install(place);
      writeFileSync(stampIn(place), list);
    }
  } finally {
    lock.close();
  }
  return modulesIn(place);
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
  const { scope, path } = programs[runtime];
  const home = join(installRuntimes(), scope);
  // Of the packages for all platforms, npm installs this one's.
  const found = (existsSync(home) ? readdirSync(home) : []).map((name) => join(home, name, path)).find(existsSync);
  if (found === undefined)
    throw new Error(`${runtime} has no program for ${process.platform} ${process.arch}: its tests cannot run here.`);
  return found;
};
