import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programOf } from '../../programs.js';

/** A service in a process of its own. */
export interface Child {
  readonly url: string;
  readonly pid: number;
  /** How long opening the database took, in milliseconds. */
  readonly openedIn: number;
  /** Ends it without a word. */
  kill(): void;
  readonly exited: Promise<unknown>;
}

/** Starts services in processes of their own. */
export interface Nursery {
  /** `more`: what else the program is given. */
  start(database: string, ...more: readonly string[]): Promise<Child>;
  /** Ends those that still run. */
  end(): Promise<void>;
}

/** `source`: the program of a service, which is given the database, and writes where it is. */
export const openNursery = async (source = 'test/service/app/child.ts'): Promise<Nursery> => {
  const program = await programOf(source);
  const children = new Set<Child>();
  return {
    async start(database, ...more) {
      const child = spawn(process.execPath, [program, database, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = once(child, 'exit');
      const first = once(createInterface(child.stdout), 'line').then(
        ([line]) => JSON.parse(String(line)) as Pick<Child, 'url' | 'openedIn'>,
      );
      const said = await Promise.race([
        first,
        exited.then(() => Promise.reject(new Error('The service does not start.'))),
      ]);
      const started = { ...said, pid: child.pid!, exited, kill: () => void child.kill('SIGKILL') };
      children.add(started);
      void exited.then(() => children.delete(started));
      return started;
    },
    async end() {
      for (const child of children) child.kill();
      await Promise.all([...children].map(({ exited }) => exited));
    },
  };
};
