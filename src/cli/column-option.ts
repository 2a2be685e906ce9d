import { wholeNumberRow } from '../service/config-values.js';
import { UsageError, type ParsedOptions } from './command.js';

const numbers = wholeNumberRow(1, 1_000);

/**
 * The column that `--column` names, by its name or its number from 1.
 * @throws UsageError
 */
export const columnOf = (parsed: ParsedOptions): string | number | undefined => {
  const text = parsed.text('column');
  if (text === undefined || !/^\d+$/.test(text)) return text;
  const column = numbers.parse(text);
  if (column === undefined)
    throw new UsageError(`--column is ${JSON.stringify(text)}: write a column's name or ${numbers.expects}.`);
  return column;
};

/** Tells which column the addresses of a file are read from, if it is one of several or has a name. */
export const reportColumn =
  (printError: (sentence: string) => void) =>
  (name: string | undefined): void => {
    if (name === undefined) return;
    const column = /^\d+$/.test(name) ? `column ${name}` : `the column ${JSON.stringify(name)}`;
    printError(`The addresses are read from ${column}.`);
  };
