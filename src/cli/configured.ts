import {
  environmentNameOf,
  flagOf,
  openAccounts,
  optionNames,
  optionRows,
  readConfig,
  readConfigFile,
  secretBeside,
  type Accounts,
  type Config,
  type OptionName,
} from '../service/index.js';
import type { CommandOption, Given, Surroundings } from './command.js';

const FILE_VARIABLE = 'EMAIL_CHECK_CONFIG';

const asOption = (name: OptionName): [string, CommandOption] => {
  const { help, fallback } = optionRows[name];
  const shown = typeof fallback === 'boolean' ? (fallback ? 'on' : 'off') : String(fallback ?? '');
  return [flagOf(name), { value: 'value', help: `${help}${shown && ` (default ${shown})`} [${environmentNameOf(name)}]` }];
};

const configFile: CommandOption = { value: 'file', help: `JSON file of options, named without dashes (smtpPort) [${FILE_VARIABLE}]` };

/** Options of a command that uses all of the configuration. */
export const everyOption: Readonly<Record<string, CommandOption>> = { ...Object.fromEntries(optionNames.map(asOption)), config: configFile };

/** Options of a command that uses the database alone. */
export const databaseOptions: Readonly<Record<string, CommandOption>> = {
  ...Object.fromEntries((['database', 'secret'] as const).map(asOption)),
  config: configFile,
};

/**
 * The configuration from a command's options, its environment and the file that either names.
 * @throws ConfigError
 */
export const configOf = ({ texts }: Given, { environment }: Surroundings): Config & { readonly secret: string } => {
  const path = texts['config'] ?? environment[FILE_VARIABLE];
  const config = readConfig({ flags: texts, environment, file: path ? readConfigFile(path) : undefined });
  return { ...config, secret: config.secret ?? secretBeside(config.database) };
};

/** Does some administration in the database that the options name, and lets go of it. */
export const withAccounts = async (given: Given, around: Surroundings, work: (accounts: Accounts) => Promise<void>): Promise<void> => {
  const administration = await openAccounts(configOf(given, around));
  try {
    await work(administration.accounts);
  } finally {
    await administration.close();
  }
};
