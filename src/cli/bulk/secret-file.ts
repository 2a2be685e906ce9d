import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../command.js';

const MOST_OCTETS = 65_536;

/**
 * The text of a small file that an option names.
 * @throws UsageError whose message contains nothing of the file
 */
export const readSecretFile = (option: string, file: string): string => {
  try {
    // A pipe or device may never end.
    if (!statSync(file).isFile()) throw new Error('not a file');
    const octets = readFileSync(file);
    if (octets.length > MOST_OCTETS) throw new Error('too long');
    return octets.toString().replace(/^\ufeff/, '');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `The file of --${option} cannot be read (${code ?? message}): check its path and its permissions.`,
    );
  }
};
