import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { commandProgram } from '../programs.js';

/** `email-check serve` in a process of its own. */
export interface Serving {
  readonly child: ChildProcess;
  readonly url: string;
  /** Standard error so far. */
  logged(): string;
  /** Standard output so far. */
  said(): string;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

const command = await commandProgram();

/**
 * Starts it on a port below those that systems hand out by themselves, and waits until it listens. With `fileKilobytes` no file that it
 * writes may be larger, as on a disk that is full.
 */
export const startServing = async (
  flags: Readonly<Record<string, string>>,
  { fileKilobytes }: { readonly fileKilobytes?: number } = {},
): Promise<Serving> => {
  for (;;) {
    const port = String(20_000 + Math.floor(Math.random() * 12_000));
    const words = Object.entries({ port, helo: 'check.own.com', ...flags }).flatMap(([flag, value]) => [
      `--${flag}`,
      value,
    ]);
    const limited = fileKilobytes === undefined ? [] : ['bash', '-c', `ulimit -f ${fileKilobytes}; exec "$0" "$@"`];
    const [program = '', ...rest] = [...limited, process.execPath, command, 'serve', ...words];
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    let logged = '';
    let said = '';
    child.stderr.on('data', (text) => (logged += String(text)));
    child.stdout.on('data', (text) => (said += String(text)));
    const exited = once(child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }));
    const first = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
    const url = Array.isArray(first) ? /^Listening on (\S+)$/.exec(String(first[0]))?.[1] : undefined;
    if (url) return { child, url, logged: () => logged, said: () => said, exited };
    if (!logged.includes('another program listens there')) throw new Error(`It does not serve: ${logged}`);
  }
};
