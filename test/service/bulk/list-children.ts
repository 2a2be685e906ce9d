import { fork } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from '../../programs.js';

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

export const openListNursery = async (): Promise<ListNursery> => {
  const program = await programOf('test/service/bulk/list-crash-child.ts');
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
    },
  };
};
