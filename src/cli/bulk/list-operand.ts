import { accessSync, constants, createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { parsedUrl } from '../../network/index.js';
import { BULK_BYTES } from '../../wire/index.js';
import { UsageError, type Stdio } from '../command.js';
import { isFileName } from '../named-file.js';
import { listNameOf } from './file-name.js';

/** Standard input, as an operand names it. */
const STDIN = '-';

/** A list that a command line names: one at a URL, which the service fetches, or a file, which is sent to it. */
export interface ListOperand {
  /** Name of the list by default. */
  readonly name: string;
  readonly url?: string;
  /** Opens the file: once. */
  readonly open?: () => ReadableStream<Uint8Array>;
}

const streamOf = (file: Readable): ReadableStream<Uint8Array> => Readable.toWeb(file) as ReadableStream<Uint8Array>;

/** Obstacles are reported before any call to a service. @throws UsageError */
const checkFile = (path: string): void => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`The file ${path} does not exist: check its name and folder.`);
  if (stats.isDirectory()) throw new UsageError(`${path} is a folder: name one file in it.`);
  if (stats.size >= BULK_BYTES)
    throw new UsageError(
      `${path} has ${stats.size.toLocaleString('en')} bytes, and a list must have fewer than ${BULK_BYTES.toLocaleString('en')}: split it into several.`,
    );
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new UsageError(`${path} cannot be read: check its owner and permissions.`);
  }
};

/**
 * The list that an operand names. The message about a text that is neither a URL nor a file does not repeat it: it may
 * be a key.
 * @throws UsageError
 */
export const listOperandOf = (text: string, { stdin }: Pick<Stdio, 'stdin'>): ListOperand => {
  if (text === STDIN) return { name: 'list', open: () => streamOf(stdin) };
  if (/^https?:$/.test(parsedUrl(text)?.protocol ?? '')) return { name: listNameOf(text), url: text };
  if (!isFileName(text))
    throw new UsageError(
      'The argument is neither a URL nor a file: write one such as https://lists.example.com/may.csv or may.csv.',
    );
  checkFile(text);
  return { name: basename(text), open: () => streamOf(createReadStream(text)) };
};
