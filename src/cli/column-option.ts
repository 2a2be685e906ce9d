import { wholeNumberBetween } from '../service/config-values.js';
import { UsageError, type ParsedOptions } from './command.js';

const columnNumber = wholeNumberBetween(1, 1_000);

/**
 * The column that `--column` names, by its name or its number from 1.
 * @throws UsageError
 */
export const columnOf = (parsed: ParsedOptions): string | number | undefined => {
  const text = parsed.text('column');
  if (text === undefined || !/^\d+$/.test(text)) return text;
  const column = columnNumber.parse(text);
  if (column === undefined)
    throw new UsageError(`--column is ${JSON.stringify(text)}: write a column's name or ${columnNumber.expects}.`);
  return column;
};

/** Reports the column that addresses are read from; nothing if `name` is undefined (the file has one column without a name). */
export const reportColumn =
  (printError: (sentence: string) => void) =>
  (name: string | undefined): void => {
    if (name === undefined) return;
    const column = /^\d+$/.test(name) ? `column ${name}` : `the column ${JSON.stringify(name)}`;
    printError(`The addresses are read from ${column}.`);
  };
