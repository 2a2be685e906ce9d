import { commandVariables } from '../service/config-environment.js';
import { readConfig, readConfigFile, type ConfigSources } from '../service/config-sources.js';
import { environmentNameOf, flagOf, optionNames, optionRows, type Config, type OptionName } from '../service/config.js';
import type { Administration } from '../service/index.js';
import type { CommandOption, ParsedOptions, CliContext } from './command.js';

/** A default value as a user would write it; `''` if there is none. */
const shownDefault = (fallback: unknown): string => {
  if (Array.isArray(fallback)) return fallback.join(',');
  return typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : '';
};

/** An option's line of help, with its default. */
export const helpLine = (name: OptionName): string => {
  const { help, fallback } = optionRows[name];
  if (typeof fallback === 'boolean') return `${help} (default ${fallback ? 'on' : 'off'})`;
  const shown = shownDefault(fallback);
  return shown ? `${help} (default ${shown})` : help;
};

const asOption = (name: OptionName): [string, CommandOption] => {
  const { fallback }: { readonly fallback: unknown } = optionRows[name];
  const isSwitch = typeof fallback === 'boolean';
  return [
    flagOf(name),
    {
      value: isSwitch ? 'on|off' : 'value',
      help: `${helpLine(name)} [${environmentNameOf(name)}]`,
      ...(isSwitch && { isSwitch }),
      ...(Array.isArray(fallback) && { isRepeatable: true }),
    },
  ];
};

/** Names a configuration file. */
export const configFile: CommandOption = {
  value: 'file',
  help: `JSON file of options, named without dashes (smtpPort) [${commandVariables.config}]`,
};

/** Options of a command that uses the whole configuration. */
export const serviceOptions: Readonly<Record<string, CommandOption>> = {
  ...Object.fromEntries(optionNames.map(asOption)),
  config: configFile,
};

/** Options of a command that uses only the database. */
export const databaseOptions: Readonly<Record<string, CommandOption>> = {
  ...Object.fromEntries((['database', 'secret'] as const).map(asOption)),
  config: configFile,
};

/** Options of a command that makes links to the console. */
export const consoleOptions: Readonly<Record<string, CommandOption>> = {
  ...Object.fromEntries((['publicUrl', 'host', 'port', 'database', 'secret'] as const).map(asOption)),
  config: configFile,
};

/** Options of a command that checks the URL of a webhook. */
export const webhookOptions: Readonly<Record<string, CommandOption>> = {
  ...Object.fromEntries((['webhookHosts', 'database', 'secret'] as const).map(asOption)),
  config: configFile,
};

/** Options of a command that uses only the operator's own lists. */
export const domainsOptions: Readonly<Record<string, CommandOption>> = {
  ...Object.fromEntries((['domainsFolder', 'database'] as const).map(asOption)),
  config: configFile,
};

/** Options of a command that uses the lists in use, newer ones and the operator's own. */
export const dataOptions: Readonly<Record<string, CommandOption>> = {
  ...Object.fromEntries((['dataFolder', 'domainsFolder', 'database'] as const).map(asOption)),
  config: configFile,
};

/** Options of a command that asks name servers alone. */
export const dnsOptions: Readonly<Record<string, CommandOption>> = {
  ...Object.fromEntries((['dnsServers'] as const).map(asOption)),
  config: configFile,
};

/**
 * The configuration from flags, the environment and the file that either names. Does not open the database.
 * @throws ConfigError
 */
export const configFrom = ({ flags = {} }: Pick<ConfigSources, 'flags'>, { environment }: CliContext): Config => {
  const path = flags['config'] ?? environment[commandVariables.config];
  return readConfig({ flags, environment, file: path ? readConfigFile(String(path)) : undefined });
};

/**
 * The configuration from a command's options, its environment and the file that either names, and the database's secret.
 * @throws ConfigError
 */
export const configOf = async (
  { texts }: ParsedOptions,
  context: CliContext,
): Promise<Config & { readonly secret: string }> => {
  const config = configFrom({ flags: texts }, context);
  if (config.secret !== undefined) return { ...config, secret: config.secret };
  const { loadDatabaseSecret } = await import('../service/accounts/index.js');
  return { ...config, secret: loadDatabaseSecret(config.database) };
};

/**
 * Does some administration in the database that the options name, and closes it. A missing database is created only
 * with `makesDatabase`, for the command that starts one.
 * @throws AccountsError, StoreError and ConfigError
 */
export const withAccounts = async (
  parsed: ParsedOptions,
  context: CliContext,
  work: (administration: Administration) => Promise<void>,
  { makesDatabase = false }: { readonly makesDatabase?: boolean } = {},
): Promise<void> => {
  // Modules that only some commands need are loaded by those commands.
  const { checkDatabase } = await import('../service/accounts/index.js');
  // Checked before the secret, which would also create a file.
  if (!makesDatabase) checkDatabase(configFrom({ flags: parsed.texts }, context).database);
  const { openAccounts } = await import('../service/compose/administration.js');
  const administration = await openAccounts(await configOf(parsed, context));
  try {
    await work(administration);
  } finally {
    await administration.close();
  }
};
