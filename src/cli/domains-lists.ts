import { domainsFolderOf } from '../service/config.js';
import {
  entryHint,
  entryOf,
  ownListNames,
  ownListPurposes,
  sampleEntry,
  type OwnListName,
} from '../service/reputation/own-lists.js';
import { UsageError, type ParsedOptions, type CliContext } from './command.js';
import { configFrom } from './configured.js';

/** Descriptions of the lists, for the help. */
export const listNotes: readonly string[] = [
  ['LIST is one of:', ...ownListNames.map((name) => `  ${name.padEnd(16)}  ${ownListPurposes[name]}`)].join('\n'),
  'A running service reloads changed lists.',
];

/** The list, its folder and the other arguments. */
interface ListArguments {
  readonly folder: string;
  readonly list: OwnListName;
  readonly others: readonly string[];
}

const isList = (name: string | undefined): name is OwnListName => ownListNames.some((each) => each === name);

/** Throws a UsageError if the list is unknown, and a ConfigError if the configuration is invalid. */
export function readListArguments({ operands, texts }: ParsedOptions, context: CliContext): ListArguments {
  const [list, ...others] = operands;
  if (!isList(list))
    throw new UsageError(
      `${list === undefined ? 'The list is missing' : 'Unknown list'}: write one of ${ownListNames.join(', ')}.`,
    );
  const folder = domainsFolderOf(configFrom({ flags: texts }, context));
  if (folder === undefined)
    throw new UsageError('A database on a server has no folder of lists beside it: name one with --domains-folder.');
  return { folder, list, others };
}

/**
 * The entries of the command line, in the form that the list has. Throws a UsageError if there are none, or one is
 * invalid.
 */
export function readEntries({ list, others }: ListArguments): string[] {
  if (others.length === 0)
    throw new UsageError(`Nothing to do: write entries after the list, such as ${sampleEntry(list)}.`);
  return others.map((text) => {
    const entry = entryOf(list, text);
    if (entry) return entry;
    throw new UsageError(`${JSON.stringify(text.slice(0, 100))} is not a valid entry of ${list}: ${entryHint(list)}.`);
  });
}
