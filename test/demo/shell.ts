import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A shell as a person has one open: variables, functions and what runs in the background stay from one command to the next. */
export class Shell {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #output: string;

  /** `folder` is where it begins, and where its output passes through; `prelude` is read first. */
  constructor({
    folder,
    environment,
    prelude,
  }: {
    readonly folder: string;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly prelude: string;
  }) {
    this.#output = join(folder, '.output');
    // Programs speak the reader's language elsewhere, and complain of one that is not installed.
    const env = { ...environment, LC_ALL: 'C' };
    this.#child = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env });
    this.#child.stderr.pipe(process.stderr);
    // Whoever writes to a shell that has ended hears of it at the next line.
    this.#child.stdin.on('error', () => undefined);
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
    this.#child.stdin.write(`set -Eo pipefail\ntrap 'FAILED=$?' ERR\n${prelude}\n`);
  }

  /** Gives what some commands print, on standard output and error together. Rejects with it where one of them fails. */
  async run(commands: string): Promise<string> {
    this.#child.stdin.write(`FAILED=0\n{\n${commands}\n} > '${this.#output}' 2>&1 < /dev/null\necho $FAILED\n`);
    const { value = 'ended' } = (await this.#lines.next()) as IteratorResult<string, undefined>;
    const output = readFileSync(this.#output, 'utf8');
    if (value !== '0') throw new Error(`A command failed (${value}):\n${commands}\n${output}`);
    return output;
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    while (!(await this.#lines.next()).done);
  }
}
