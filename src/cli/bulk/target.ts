import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError, type Command, type ParsedOptions } from '../command.js';

/** Standard output, as an option names it. */
export const STDOUT = '-';

/**
 * The options of a command that may wait for results. `usual`: the part of the list that gives the file its default
 * name.
 */
export const waitOptions = (usual: 'id' | 'name'): Command['options'] => ({
  wait: { help: 'wait until the list is completed, and save its results' },
  output: {
    value: 'file',
    help: `with --wait: file for the results, - for standard output (default: the ${usual} of the list and -results.csv)`,
  },
});

/** A broken symbolic link counts as a file; a path below a file does not exist. */
const exists = (file: string): boolean => {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
};

const canWriteIn = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
};

/**
 * The file that results go to. Obstacles are reported before any call to a service.
 * @throws UsageError if the file exists already, or cannot be created
 */
const checkTarget = (file: string): string => {
  if (file === STDOUT) return file;
  if (!file || /[/\\]$/.test(file))
    throw new UsageError('--output is not a file name: write one such as may-results.csv, or - for standard output.');
  if (exists(file))
    throw new UsageError(
      `${file} exists already, and is not overwritten: name another file with --output, or move that one.`,
    );
  if (exists(`${file}.part`) && !exists(`${file}.part.json`))
    throw new UsageError(
      `${file}.part exists already, and may not belong to a list: name another file with --output, or move that one.`,
    );
  if (!canWriteIn(dirname(file)))
    throw new UsageError(`${file} cannot be created: name a file in a folder that exists and that you may write to.`);
  return file;
};

/** Returns the target of the results that the command waits for; `undefined` if it does not wait. @throws UsageError */
export const targetOf = (parsed: ParsedOptions, usual: () => string): string | undefined => {
  const output = parsed.text('output');
  if (!parsed.has('wait') && output !== undefined)
    throw new UsageError('--output is for the results, which exist when the list is completed: add --wait.');
  return parsed.has('wait') ? checkTarget(output ?? usual()) : undefined;
};
