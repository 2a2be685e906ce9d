import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A service in a process of its own. */
export interface Child {
  readonly url: string;
  /** How long opening the database took, in milliseconds. */
  readonly openedIn: number;
  /** Ends it without a word. */
  kill(): void;
  readonly exited: Promise<unknown>;
}

/** Starts services in processes of their own. */
export interface Nursery {
  start(database: string): Promise<Child>;
  /** Ends those that still run. */
  end(): Promise<void>;
}

/** What is compiled for the machine is loaded as it is, and the driver that this one stands in for is not there at all. */
const external = ['better-sqlite3', 'sharp', 'pg-native'];
/** Packages inside the program ask for Node's modules by `require`. */
const banner = {
  js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
};

/** The program is built once, in a folder of its own where its packages are found: many start in a row. */
export const openNursery = async (): Promise<Nursery> => {
  const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));
  const source = fileURLToPath(new URL('./child.ts', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [source],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external,
    banner,
    logLevel: 'error',
  });
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'email-check-child-'));
  const program = join(folder, 'child.mjs');
  for (const { contents } of outputFiles) writeFileSync(program, contents);
  const children = new Set<Child>();
  return {
    async start(database) {
      const child = spawn(process.execPath, [program, database], { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = once(child, 'exit');
      const first = once(createInterface(child.stdout), 'line').then(
        ([line]) => JSON.parse(String(line)) as Pick<Child, 'url' | 'openedIn'>,
      );
      const said = await Promise.race([
        first,
        exited.then(() => Promise.reject(new Error('The service does not start.'))),
      ]);
      const started = { ...said, exited, kill: () => void child.kill('SIGKILL') };
      children.add(started);
      void exited.then(() => children.delete(started));
      return started;
    },
    async end() {
      for (const child of children) child.kill();
      await Promise.all([...children].map(({ exited }) => exited));
      rmSync(folder, { recursive: true });
    },
  };
};
