import type { Writable } from 'node:stream';
import type { CliContext } from './command.js';

/** Standard output cannot be written. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  /** The system's error code, such as `ENOSPC`. */
  readonly code: string;

  constructor(cause: NodeJS.ErrnoException) {
    const code = cause.code ?? cause.message;
    super(`Standard output cannot be written (${code}): the output is incomplete.`, { cause });
    this.code = code;
  }

  /** The reader has closed the pipe early, as `head` does. */
  get isReaderGone(): boolean {
    return this.code === 'EPIPE';
  }
}

/**
 * Writes a line, and resolves when the system has accepted it.
 * @throws OutputError
 */
export const writeLine = (stream: Writable, line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(`${line}\n`, (error) => (error ? reject(new OutputError(error)) : resolve()));
  });

/**
 * Reports what a command has changed. If standard output cannot be written, the error's message reports it, since the
 * change is made.
 * @throws Error
 */
export const sayDone = async (context: CliContext, line: string): Promise<void> => {
  try {
    await context.say(line);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new Error(`Standard output cannot be written (${error.code}). The result of the command: ${line}`, {
      cause: error,
    });
  }
};
