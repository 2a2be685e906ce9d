import { UsageError, wholeNumber, type CommandOption, type ParsedOptions } from './command.js';

/** The option that names one key. */
export const keyOption: CommandOption = {
  value: 'number',
  help: 'number of the key, from keys list',
  isRequired: true,
};

/**
 * The number of the key that a command is about.
 * @throws UsageError
 */
export const keyNumber = (parsed: ParsedOptions): number => {
  // If the user typed the key itself, the message must not repeat it.
  if (!/^\d+$/.test(parsed.text('key') ?? ''))
    throw new UsageError('--key is not a number: write the number that email-check keys list shows.');
  return wholeNumber('key', parsed);
};
