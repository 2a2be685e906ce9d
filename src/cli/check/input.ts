import { fstatSync, type Stats } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { addressesIn } from '../../address/index.js';
import { readTable, TableError } from '../../table/index.js';
import { yieldToEventLoop } from '../../timing/index.js';
import { shellLine } from '../bulk/shell-words.js';
import { UsageError, type Stdio } from '../command.js';
import { isFileName } from '../named-file.js';

/** One address to check. */
export interface InputEntry {
  readonly text: string;
  /** The text that was given, if it differs from the address. */
  readonly original?: string;
  /** Its approximate end: bytes from the start of standard input, or its number among the operands. */
  readonly end: number;
}

/** Addresses to check, and their number if it is known. */
export interface Input {
  readonly entries: AsyncIterable<InputEntry>;
  /** {@link InputEntry.end} of the last entry; `undefined` if unknown. */
  readonly size: number | undefined;
  /** Stops waiting for more input. */
  close(): void;
}

/**
 * Refuses the name of a file, which would otherwise be checked as an address.
 * @throws UsageError
 */
export const refuseFileNames = (operands: readonly string[]): void => {
  const file = operands.find(isFileName);
  if (file !== undefined)
    throw new UsageError(
      `${file} is the name of a file, not an address. Without addresses, check reads standard input: email-check check < ${shellLine([file])}`,
    );
};

const entryOf = (address: string, text: string, end: number): InputEntry => ({
  text: address,
  end,
  ...(text !== address && { original: text }),
});

/** The addresses of the command line, cleaned like those of a file. */
export const fromOperands = (operands: readonly string[]): Input => ({
  entries: (async function* () {
    for (const [index, operand] of operands.entries()) {
      const [only, another] = addressesIn(operand);
      const isCleaned = only?.isRead && !another;
      yield await Promise.resolve(entryOf(isCleaned ? only.address : operand, operand, index + 1));
    }
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

/** Milliseconds without data on a pipe after which the data so far decides where the addresses are. */
const SILENCE_MS = 250;

/** Options for reading standard input. */
export interface StdinOptions {
  readonly column: string | number | undefined;
  /** Called with the column that the addresses are read from. */
  readonly onColumn: (name: string | undefined) => void;
}

async function* bytesOf(stdin: Stdio['stdin'], onBytes: () => void): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of stdin as AsyncIterable<Uint8Array>) {
      if (chunk.length > 0) onBytes();
      yield chunk;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw cannotRead(code ?? message, error);
  }
}

async function* entriesOf(
  stdin: Stdio['stdin'],
  { column, onColumn, isFile }: StdinOptions & { readonly isFile: boolean },
): AsyncGenerator<InputEntry, void, undefined> {
  let isEmpty = true;
  const bytes = bytesOf(stdin, () => (isEmpty = false));
  try {
    const { layout, rows } = await readTable(bytes, {
      column,
      pause: yieldToEventLoop,
      ...(!isFile && { stopWaiting: () => wait(SILENCE_MS, undefined, { ref: false }) }),
    });
    onColumn(layout.name);
    for await (const { address, text, end } of rows()) yield entryOf(address, text, end);
  } catch (error) {
    // An earlier command in the pipe may have no output.
    if (error instanceof TableError && isEmpty) return;
    throw error instanceof TableError && error.code === 'no-column' ? new UsageError(error.message) : error;
  }
}

/**
 * The addresses of standard input, a list or a table as `readTable` reads it. The size of a file is known. It is
 * unknown for a pipe, for a keyboard, and for a file of size 0 that may still have content (as in /proc).
 * @throws Error for a directory, which Node treats as an empty file.
 */
export const fromStdin = (stdin: Stdio['stdin'], options: StdinOptions): Input => {
  const stats = statsOf(stdin);
  if (stats?.isDirectory()) throw cannotRead('a directory');
  return {
    entries: entriesOf(stdin, { ...options, isFile: stats?.isFile() ?? false }),
    size: stats?.isFile() && stats.size > 0 ? stats.size : undefined,
    close: () => stdin.destroy(),
  };
};
