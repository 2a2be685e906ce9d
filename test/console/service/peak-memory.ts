import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const MEGABYTE = 1_024;
const RESET_PEAK = '5';

/** Whether this system tells the memory of other processes: Linux does. */
const isTold = existsSync('/proc/self/clear_refs');

const kilobytes = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** The resident memory of a process while something is done, in megabytes; 0 on systems that do not tell it. */
export class PeakMemory {
  readonly #pid: number;
  /** At its start. */
  readonly before: number;

  constructor(pid: number) {
    this.#pid = pid;
    this.before = isTold ? Math.round(kilobytes(pid, 'VmRSS') / MEGABYTE) : 0;
    if (isTold) writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
  }

  /** The most until now. */
  get peak(): number {
    return isTold ? Math.round(kilobytes(this.#pid, 'VmHWM') / MEGABYTE) : 0;
  }
}
