import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** What a service in a process of its own says: where it is, or which address it asks about. */
export type Said = { readonly url: string } | { readonly question: number; readonly address: string };

/** What its mail world answers. */
export interface Answer {
  readonly question: number;
  readonly isKnown: boolean;
}

/** A service that works on lists, in a process of its own. */
export interface ListChild {
  readonly url: string;
  /** Questions that it has asked. */
  readonly asked: number;
  /** Ends it without a word, and resolves when it is gone. */
  kill(): Promise<void>;
}

/** How a service is started. */
export interface ListChildOptions {
  readonly database: string;
  /** Lists that it works on at once. */
  readonly lists: number;
  /** Answers it. */
  readonly ask: (address: string) => Promise<boolean>;
}

/** Starts services that work on lists in processes of their own. */
export interface ListNursery {
  start(options: ListChildOptions): Promise<ListChild>;
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
export const openListNursery = async (): Promise<ListNursery> => {
  const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));
  const source = fileURLToPath(new URL('./list-crash-child.ts', import.meta.url));
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
  const folder = mkdtempSync(join(cache, 'email-check-list-child-'));
  const program = join(folder, 'child.mjs');
  for (const { contents } of outputFiles) writeFileSync(program, contents);
  const running = new Set<() => Promise<void>>();
  let isEnded = false;
  return {
    async start({ database, lists, ask }) {
      if (isEnded) throw new Error('The test is over.');
      const child = fork(program, [database, String(lists)], {
        execArgv: [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const exited = once(child, 'exit');
      let asked = 0;
      const first = new Promise<string>((resolve, reject) => {
        child.on('message', (said: Said) => {
          if ('url' in said) return resolve(said.url);
          asked += 1;
          const { question, address } = said;
          // One that was killed meanwhile hears no answer.
          void ask(address).then(
            (isKnown) => child.connected && child.send({ question, isKnown } satisfies Answer, () => undefined),
          );
        });
        void exited.then(() => reject(new Error('The service does not start.')));
      });
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL');
        await exited;
        running.delete(kill);
      };
      running.add(kill);
      return {
        url: await first,
        get asked() {
          return asked;
        },
        kill,
      };
    },
    async end() {
      isEnded = true;
      await Promise.all([...running].map((kill) => kill()));
      rmSync(folder, { recursive: true });
    },
  };
};
