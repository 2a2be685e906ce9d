import { dataFolderOf, domainsFolderOf } from '../service/config.js';
import { UsageError, type CliContext, type ParsedOptions } from './command.js';
import { configFrom } from './configured.js';

/** What all commands about newer lists say in their help. */
export const dataNotes: readonly string[] = [
  'Newer lists are kept in <database>.data, or in the folder that --data-folder names. A running service notices changes within seconds.',
];

/** The folders that a command line names. Throws a ConfigError. */
export const dataFoldersOf = ({ texts }: ParsedOptions, context: CliContext) => {
  const config = configFrom({ flags: texts }, context);
  return { dataFolder: dataFolderOf(config), domainsFolder: domainsFolderOf(config) };
};

/** The folder of newer lists. Throws a UsageError if there is none, and a ConfigError. */
export const dataFolderFrom = (parsed: ParsedOptions, context: CliContext): string => {
  const { dataFolder } = dataFoldersOf(parsed, context);
  if (dataFolder !== undefined) return dataFolder;
  throw new UsageError('A database on a server has no folder of lists beside it: name one with --data-folder.');
};
