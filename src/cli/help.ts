import type { Command } from './command.js';

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

/** The help of one command. */
export const helpOf = ({ name, summary, operands, options, notes = [] }: Command): string => {
  const rows = Object.entries(options).map(
    ([name, { help, value, isRequired, isRepeatable, isSwitch }]): [string, string] => [
      `--${name}${value ? (isSwitch ? ` [${value}]` : ` <${value}>`) : ''}`,
      `${help}${isRequired ? ' (required)' : ''}${isRepeatable ? ' (may be given again)' : ''}`,
    ],
  );
  const called = ['email-check', name, operands].filter(Boolean).join(' ');
  return [`${called}: ${summary}`, `Options:\n${columns([...rows, ['--help', 'show this text']])}`, ...notes].join(
    '\n\n',
  );
};

const ofCommands = (title: string, commands: readonly Command[], called: string): string =>
  [
    title,
    `Commands:\n${columns(commands.map(({ name, summary }) => [name, summary]))}`,
    `${called} <command> --help shows the options of a command.`,
  ].join('\n\n');

/** The help of the commands that begin with the same word. */
export const helpOfGroup = (word: string, commands: readonly Command[]): string =>
  ofCommands(`email-check ${word} <command>`, commands, `email-check ${word}`);

/** The help of all commands. */
export const helpOfAll = (commands: readonly Command[]): string =>
  `${ofCommands('email-check: a service for checking email addresses', commands, 'email-check')} --version shows the release.`;
