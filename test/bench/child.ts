import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.js';

export interface ChildOptions {
  /** A module of this folder to load before the script. */
  readonly preload?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** For Node itself. */
  readonly flags?: readonly string[];
}

let compiled: Promise<string> | undefined;

/** Other libraries' scripts run as they stand, ours compiled. */
const pathOf = async (script: string): Promise<string> =>
  script.endsWith('.mjs')
    ? fileURLToPath(new URL(script, import.meta.url))
    : (await (compiled ??= compile())) + script.replace(/ts$/, 'js');

const start = async (
  script: string,
  { preload, environment = {}, flags = [] }: ChildOptions,
): Promise<ChildProcess> => {
  const before = preload === undefined ? [] : ['--import', await pathOf(preload)];
  return spawn(process.execPath, [...flags, ...before, await pathOf(script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
};

/** Runs a script of this folder in a fresh process, with a task on its standard input. Resolves with the JSON that it wrote; rejects where it failed. */
export const runChild = async <Result>(script: string, task: unknown, options: ChildOptions = {}): Promise<Result> => {
  const child = await start(script, options);
  child.stdin?.end(JSON.stringify(task));
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${script} ended with ${code}: run it alone to see why.`);
  return JSON.parse(Buffer.concat(chunks).toString()) as Result;
};

/** A process that serves until it is closed. */
export interface Serving<Place> {
  /** What it said of itself when it was ready. */
  readonly place: Place;
  /** What it took of the processor so far, in milliseconds; NaN where the system does not tell: Linux does. */
  cpuMilliseconds(): number;
  /** Memory that it takes at this moment, in bytes; NaN where the system does not tell. */
  memory(): number;
  /** Asks it something, in one line, and gives the line that it answers. One question at a time. */
  ask(question: string): Promise<string>;
  close(): Promise<void>;
}

/** Linux tells processor time in hundredths of a second (proc_pid_stat(5), fields 14 and 15, the second in parentheses). */
const cpuOf = (pid: number | undefined): number => {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return 10 * ((user ?? NaN) + (system ?? NaN));
  } catch {
    return NaN;
  }
};

/** Linux tells what is in memory in kilobytes (proc_pid_status(5)). */
const memoryOf = (pid: number | undefined): number => {
  try {
    return 1_024 * Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
  } catch {
    return NaN;
  }
};

/** Starts a script that serves: it writes one line of JSON when it is ready, and ends when its standard input does. */
export const serveChild = async <Place>(
  script: string,
  task: unknown,
  options: ChildOptions = {},
): Promise<Serving<Place>> => {
  const child = await start(script, options);
  const closed = once(child, 'close');
  child.stdin?.write(`${JSON.stringify(task)}\n`);
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await Promise.race([once(lines, 'line'), closed.then(() => [undefined])])) as [string | undefined];
  if (line === undefined) throw new Error(`${script} ended before it served: run it alone to see why.`);
  return {
    place: JSON.parse(line) as Place,
    cpuMilliseconds: () => cpuOf(child.pid),
    memory: () => memoryOf(child.pid),
    async ask(question) {
      child.stdin?.write(`${question}\n`);
      const [answer] = (await once(lines, 'line')) as [string];
      return answer;
    },
    async close() {
      child.stdin?.end();
      await closed;
    },
  };
};
