import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { commandProgram } from '../../programs.js';

const program = await commandProgram();

export interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly complained: string;
}

/** The command in a process of its own. */
export interface Command {
  readonly child: ChildProcess;
  readonly exited: Promise<Ended>;
  /** Resolves when standard error has it. */
  complains(words: RegExp): Promise<void>;
}

/** Starts the command in a folder, with nothing else of ours in its environment. */
export const startCommand = (
  folder: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Command => {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (!words.includes('-')) child.stdin.end();
  let [said, complained] = ['', ''];
  child.stdout.on('data', (text) => (said += String(text)));
  child.stderr.on('data', (text) => (complained += String(text)));
  return {
    child,
    exited: once(child, 'close').then(([code]) => ({ code: code as number | null, said, complained })),
    async complains(words) {
      while (!words.test(complained)) {
        if (child.exitCode !== null) throw new Error(`It ended without such words: ${complained}`);
        await Promise.race([once(child.stderr, 'data'), once(child, 'close')]);
      }
    },
  };
};
