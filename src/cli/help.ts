import type { Command } from './command.js';

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

/** The help of one command. */
export const helpOf = ({ words, summary, operands, options, notes = [] }: Command): string => {
  const rows = Object.entries(options).map(([name, { help, value, isRequired, isMany }]): [string, string] => [
    `--${name}${value ? ` <${value}>` : ''}`,
    `${help}${isRequired ? ' (required)' : ''}${isMany ? ' (may be given again)' : ''}`,
  ]);
  const called = ['email-check', words, operands].filter(Boolean).join(' ');
  return [`${called}: ${summary}`, `Options:\n${columns([...rows, ['--help', 'this text']])}`, ...notes].join('\n\n');
};

/** The help of all. */
export const helpOfAll = (commands: readonly Command[]): string =>
  [
    'email-check: a service for checking email addresses',
    `Commands:\n${columns(commands.map(({ words, summary }) => [words, summary]))}`,
    'email-check <command> --help tells of its options.',
  ].join('\n\n');
