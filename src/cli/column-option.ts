import { whole } from '../service/config-values.js';
import { UsageError, type Given } from './command.js';

const numbers = whole(1, 1_000);

/**
 * The column that `--column` names, by its name or its number from 1.
 * @throws UsageError
 */
export const columnOf = (given: Given): string | number | undefined => {
  const text = given.text('column');
  if (text === undefined || !/^\d+$/.test(text)) return text;
  const column = numbers.parse(text);
  if (column === undefined)
    throw new UsageError(`--column is ${JSON.stringify(text)}: write a column's name or ${numbers.expects}.`);
  return column;
};

/** Which column the addresses of a file are read from; `undefined` if there is nothing to tell. */
export const columnWords = (name: string | undefined): string | undefined =>
  name === undefined
    ? undefined
    : `The addresses are read from ${/^\d+$/.test(name) ? `column ${name}` : `the column ${JSON.stringify(name)}`}.`;
