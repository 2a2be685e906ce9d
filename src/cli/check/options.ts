import { resultFormats, type ResultFormat } from '../../service/bulk/index.js';
import { wholeNumberBetween } from '../../service/config-values.js';
import { ConfigError, type Config, type OptionName } from '../../service/config.js';
import type { ListFacts } from '../../service/reputation/index.js';
import { UsageError, type CommandOption, type FormerOption, type ParsedOptions, type CliContext } from '../command.js';
import { columnOf } from '../column-option.js';
import { configFile, configFrom, helpLine } from '../configured.js';
import { explanationWith } from './explain.js';

/** Settings of a check. */
export interface CheckSettings {
  readonly config: Config;
  /** How results are written, with the lists in use. */
  readonly formatFor: (lists: readonly ListFacts[]) => ResultFormat;
  /** Addresses that are checked at the same time. */
  readonly concurrency: number;
  readonly workspace: boolean;
  /** Column of standard input; found from the content if absent. */
  readonly column: string | number | undefined;
}

const DEFAULT_CONCURRENCY = 50;
const concurrencyRow = wholeNumberBetween(1, 10_000);

const optionLike = (name: OptionName, value: string, more: Partial<CommandOption> = {}): CommandOption => ({
  value,
  help: helpLine(name),
  ...more,
});

/** The command's options, in the order of its help. */
export const checkOptions: Readonly<Record<string, CommandOption>> = {
  column: {
    value: 'name-or-number',
    help: 'the column of standard input that has the addresses, by its name or its number, from 1 (default: found by its name)',
  },
  format: { value: 'ndjson|csv', help: 'how results are written (default ndjson)' },
  explain: { help: 'write the evidence in sentences instead' },
  concurrency: {
    value: 'number',
    help: `addresses checked at the same time, ${concurrencyRow.expects.replace('a whole number ', '')} (default ${DEFAULT_CONCURRENCY})`,
  },
  'verdict-timeout': optionLike('verdictTimeout', 'ms'),
  'dns-servers': optionLike('dnsServers', 'ip:port', { isRepeatable: true }),
  canary: optionLike('canary', 'on|off', { isSwitch: true }),
  'canary-domains': optionLike('canaryDomains', 'domain', { isRepeatable: true }),
  'smtp-port': optionLike('smtpPort', 'number'),
  probing: optionLike('probing', 'on|off', { isSwitch: true }),
  helo: optionLike('helo', 'name'),
  'mail-from': optionLike('mailFrom', 'address'),
  'providers-file': optionLike('providersFile', 'file'),
  'fallback-mail-from': optionLike('fallbackMailFrom', 'address'),
  socks5: optionLike('socks5', 'url'),
  workspace: {
    help: 'ask anew whether the domain accepts every address, if Google Workspace or Microsoft 365 hosts its mail',
  },
  'workspace-detection': optionLike('workspaceDetection', 'on|off', { isSwitch: true }),
  'domains-folder': optionLike('domainsFolder', 'folder'),
  'data-folder': optionLike('dataFolder', 'folder'),
  'allow-loopback': optionLike('allowLoopback', 'on|off', { isSwitch: true }),
  config: configFile,
};

/** Earlier names of options: `check` once had its own names. */
export const formerCheckOptions: Readonly<Record<string, FormerOption>> = {
  dns: { replacement: 'dns-servers' },
  'no-smtp': { replacement: 'probing', value: 'off' },
  timeout: { replacement: 'verdict-timeout' },
};

const concurrencyOf = (parsed: ParsedOptions): number => {
  const text = parsed.text('concurrency') ?? String(DEFAULT_CONCURRENCY);
  const concurrency = concurrencyRow.parse(text);
  if (concurrency === undefined)
    throw new ConfigError(`--concurrency is ${JSON.stringify(text)}: write ${concurrencyRow.expects}.`);
  return concurrency;
};

const formatOf = (parsed: ParsedOptions): CheckSettings['formatFor'] => {
  const name = parsed.text('format');
  if (name !== undefined && parsed.has('explain'))
    throw new UsageError('--explain is a format of its own: leave out one of --explain and --format.');
  if (parsed.has('explain')) return explanationWith;
  const format = Object.entries(resultFormats).find(([each]) => each === (name ?? 'ndjson'));
  if (!format)
    throw new UsageError(`--format is ${JSON.stringify(name)}: write ${Object.keys(resultFormats).join(' or ')}.`);
  return () => format[1];
};

const inputColumn = (parsed: ParsedOptions): string | number | undefined => {
  const column = columnOf(parsed);
  if (column !== undefined && parsed.operands.length > 0)
    throw new UsageError('--column is for standard input: leave it out if addresses are on the command line.');
  return column;
};

/**
 * Reads the settings from the command line, the environment and a configuration file. @throws UsageError, ConfigError
 */
export const readCheckSettings = (parsed: ParsedOptions, context: CliContext): CheckSettings => ({
  config: configFrom({ flags: parsed.texts }, context),
  formatFor: formatOf(parsed),
  concurrency: concurrencyOf(parsed),
  workspace: parsed.has('workspace'),
  column: inputColumn(parsed),
});
