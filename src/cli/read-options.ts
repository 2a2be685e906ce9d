import { parseArgs } from 'node:util';
import { nearName } from '../service/near-name.js';
import { UsageError, type Command, type FormerOption, type ParsedOptions } from './command.js';

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Rewords an error of `parseArgs`, whose message may repeat an argument, which may be a key. */
const usageErrorOf = (error: unknown, { name, options }: Command): UsageError => {
  const { code, message } = error as NodeJS.ErrnoException;
  const help = `see email-check ${name} --help.`;
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return new UsageError(`Too many arguments: every option begins with --, ${help}`);
  const [sentence = ''] = message.split(/\.? To specify|\n/);
  const plain = sentence.replace('argument is ambiguous', 'has no value, or one that begins with -').replace(/\.$/, '');
  const [, unknown = ''] = /^Unknown option '--([^']*)'/.exec(plain) ?? [];
  const meant = nearName(unknown, Object.keys(options));
  return new UsageError(meant ? `${plain}. Did you mean --${meant}? Otherwise ${help}` : `${plain}: ${help}`);
};

/** A switch without a value is on. The next argument is its value, unless that is another option or an address. */
const withSwitches = ({ options }: Command, words: readonly string[]): string[] => {
  const end = words.indexOf('--');
  return words.map((word, index) => {
    const isSwitch = word.startsWith('--') && options[word.slice(2)]?.isSwitch;
    const next = words[index + 1];
    const isBare = next === undefined || next.startsWith('-') || next.includes('@');
    return isSwitch && isBare && (end < 0 || index < end) ? `${word}=on` : word;
  });
};

const parseWords = (command: Command, given: readonly string[]): { values: Values; positionals: string[] } => {
  const { options, formerOptions = {}, operands } = command;
  const typeOf = (takesValue: boolean) => (takesValue ? ('string' as const) : ('boolean' as const));
  const own = Object.entries(options).map(
    ([name, { value, isRepeatable }]) =>
      [name, { type: typeOf(value !== undefined), multiple: isRepeatable ?? false }] as const,
  );
  const former = Object.entries(formerOptions).map(
    ([name, { replacement, value }]) =>
      [name, { type: typeOf(value === undefined), multiple: options[replacement]?.isRepeatable ?? false }] as const,
  );
  try {
    return parseArgs({
      args: withSwitches(command, given),
      options: { help: { type: 'boolean', short: 'h' }, ...Object.fromEntries([...former, ...own]) },
      strict: true,
      allowPositionals: operands !== undefined,
    });
  } catch (error) {
    throw usageErrorOf(error, command);
  }
};

/** The values, with those of earlier names under the current names, and a warning for each earlier name. */
const renamed = (values: Values, formerOptions: Readonly<Record<string, FormerOption>>) => {
  const found = Object.entries(formerOptions).filter(([name]) => values[name] !== undefined);
  const clash = found.find(([, { replacement }]) => values[replacement] !== undefined);
  if (clash) throw new UsageError(`--${clash[0]} is the earlier name of --${clash[1].replacement}: leave it out.`);
  return {
    warnings: found.map(
      ([name, { replacement, value }]) =>
        `--${name} is now ${value === undefined ? `--${replacement}` : `--${replacement} ${value}`}. The next release will not accept --${name}.`,
    ),
    values: {
      ...values,
      ...Object.fromEntries(found.map(([name, { replacement, value }]) => [replacement, value ?? values[name]])),
    },
  };
};

const textOf = (value: Values[string]): string | undefined =>
  Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : undefined;

/**
 * Reads a command's options.
 * @throws UsageError
 */
export const readOptions = (command: Command, given: readonly string[]): ParsedOptions => {
  const { name, options, formerOptions = {} } = command;
  const { values: found, positionals } = parseWords(command, given);
  const { values, warnings } = renamed(found, formerOptions);
  const missing = Object.keys(options).find((name) => options[name]?.isRequired && values[name] === undefined);
  if (missing && !values['help']) throw new UsageError(`--${missing} is missing: see email-check ${name} --help.`);
  const texts = Object.fromEntries(
    Object.keys(options).flatMap((name) => {
      const text = textOf(values[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  return {
    texts,
    warnings,
    operands: positionals,
    text: (option) => texts[option],
    all: (option) => (values[option] as string[] | undefined) ?? [],
    has: (option) => values[option] === true,
  };
};
