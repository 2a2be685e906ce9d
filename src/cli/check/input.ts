import { fstatSync, type Stats } from 'node:fs';
import { ListError, readList, type ListEntry } from '../../service/bulk/index.js';
import { shellLine } from '../bulk/shell-words.js';
import { UsageError, type Stdio } from '../command.js';
import { isFileName } from '../named-file.js';

/** Addresses to check, and what is known of how many there are. */
export interface Input {
  readonly entries: AsyncIterable<ListEntry>;
  /** What {@link ListEntry.end} comes to at the last of them; `undefined` where nobody knows. */
  readonly size: number | undefined;
  /** Ends the waiting for more. */
  close(): void;
}

/**
 * Refuses the name of a file, which would be judged as an address.
 * @throws UsageError
 */
export const refuseFileNames = (operands: readonly string[]): void => {
  const file = operands.find(isFileName);
  if (file !== undefined)
    throw new UsageError(
      `${file} is the name of a file, not an address. Without addresses, check reads standard input: email-check check < ${shellLine([file])}`,
    );
};

/** Addresses from the command line, as they stand there. */
export const fromOperands = (operands: readonly string[]): Input => ({
  entries: (async function* () {
    for (const [index, text] of operands.entries()) yield await Promise.resolve({ text, end: index + 1 });
  })(),
  size: operands.length,
  close: () => undefined,
});

const statsOf = ({ fd }: Stdio['stdin']): Stats | undefined => {
  try {
    return fd === undefined ? undefined : fstatSync(fd);
  } catch {
    return undefined;
  }
};

const cannotRead = (why: string, cause?: unknown): Error =>
  new Error(`Standard input cannot be read (${why}): give a file or another command's output.`, { cause });

async function* chunksOf(stdin: Stdio['stdin']): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of stdin as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw cannotRead(code ?? message, error);
  }
}

async function* entriesOf(
  stdin: Stdio['stdin'],
  column: string | number | undefined,
): AsyncGenerator<ListEntry, void, undefined> {
  try {
    yield* readList(chunksOf(stdin), { column });
  } catch (error) {
    if (error instanceof ListError && error.code === 'no-column')
      throw new UsageError(`--column names none: ${error.message}`);
    throw error;
  }
}

/**
 * Addresses from standard input: one a line, or a CSV's column. A file's size is known, what comes through a pipe or from a
 * keyboard nobody knows, nor of a file that says 0 and may have anything (as in /proc).
 * @throws Error for a directory, which Node takes for an empty file.
 */
export const fromStdin = (stdin: Stdio['stdin'], column: string | number | undefined): Input => {
  const stats = statsOf(stdin);
  if (stats?.isDirectory()) throw cannotRead('a directory');
  return {
    entries: entriesOf(stdin, column),
    size: stats?.isFile() && stats.size > 0 ? stats.size : undefined,
    close: () => stdin.destroy(),
  };
};
