import { spawn, type ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Step, StepResult } from './step.js';

/** The command, and then on descriptor 3 what `times` says (POSIX: user and system time of the shell, then of its children). */
const TIMED = '"$@"; code=$?; times >&3; exit $code';

/** Seconds in what `times` prints, such as `1m2.34s 0m0.50s`. */
const secondsIn = (times: string): number =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );

/** The last line of every test runner here. */
const COUNT = /^tests: (\d+) passed, (\d+) failed$/gm;

/** What the test runners print of one failure, at most twenty lines of it. */
const FAILURE = /^✖ .*(?:\n(?!✖ |tests: ).*){0,20}/gm;

/** The failures in the output of a step; the end of it where it names none. */
const failuresIn = (output: string): string[] => output.match(FAILURE) ?? [output.split('\n').slice(-20).join('\n')];

const running = new Set<ChildProcess>();

/** Ends the processes of a step, with all that they have started. */
const end = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
};

/** Ends all steps that still run. */
export const endSteps = (): void => running.forEach(end);

/**
 * Runs a step and collects what it prints. One that takes longer than `limit` milliseconds is ended and has failed. A step
 * whose program does not count tests counts as one.
 */
export const runStep = async (step: Step, limit: number): Promise<StepResult> => {
  const started = performance.now();
  const child = spawn('sh', ['-c', TIMED, 'sh', ...step.command], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...step.environment },
    // A group of its own can be ended as a whole.
    detached: true,
  });
  running.add(child);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (chunk: Buffer) => chunks.push(chunk));
  const times = text(child.stdio[3] as Readable);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end(child);
  }, limit);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  // A server that a test has left running would disturb the next step.
  end(child);
  running.delete(child);
  const output =
    stripVTControlCharacters(Buffer.concat(chunks).toString()) +
    (isLate ? `\nEnded after ${limit / 1000} seconds.\n` : '');
  const counts = [...output.matchAll(COUNT)];
  const sum = (place: 1 | 2): number => counts.reduce((total, count) => total + Number(count[place]), 0);
  const isGreen = code === 0 && !isLate;
  return {
    step,
    passed: counts.length ? sum(1) : Number(isGreen),
    failed: isGreen ? sum(2) : Math.max(sum(2), 1),
    milliseconds: performance.now() - started,
    cpuMilliseconds: isLate ? NaN : 1000 * secondsIn(await times),
    output,
    failures: isGreen ? [] : failuresIn(output),
  };
};
