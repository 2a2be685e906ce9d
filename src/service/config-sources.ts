import { readFileSync } from 'node:fs';
import { misspeltVariables, variableIn } from './config-environment.js';
import {
  ConfigError,
  environmentNameOf,
  flagOf,
  optionNames,
  optionRows,
  type Config,
  type OptionName,
} from './config.js';
import type { OptionRow } from './config-values.js';
import { codeOf } from './error-code.js';
import { faultPosition } from './json-position.js';
import { nearName } from './near-name.js';

/** Sources of options, those that take precedence first. */
export interface ConfigSources {
  /** Flags by name, without the dashes. */
  readonly flags?: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The file read by {@link readConfigFile}. */
  readonly file?: ConfigFile | undefined;
}

/** A configuration file as it was read. */
export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Reads a JSON file of options.
 * @throws ConfigError if it cannot be read, is not a JSON object or has an unknown option.
 */
export const readConfigFile = (path: string): ConfigFile => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `The configuration file ${path} cannot be read (${codeOf(error)}). Name a file with one JSON object.`,
    );
  }
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    // The parser's message would repeat the text, which may be a secret.
    const { line, column } = faultPosition(text);
    throw new ConfigError(
      `The configuration file ${path} is not JSON at line ${line}, column ${column}. Correct it: the file must hold one JSON object.`,
    );
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new ConfigError(`The configuration file ${path} must hold a JSON object: write {"port": 8080}, for example.`);
  const unknown = Object.keys(values).filter((each) => !Object.hasOwn(optionRows, each));
  if (unknown.length > 0) {
    const words = unknown.map((each) => {
      const meant = nearName(each, optionNames);
      return meant ? `${each} (did you mean ${meant}?)` : each;
    });
    throw new ConfigError(
      `${path} has unknown options: ${words.join(', ')}. The options are: ${optionNames.join(', ')}.`,
    );
  }
  return { path, values: values as Record<string, unknown> };
};

interface OptionSource {
  readonly value: unknown;
  readonly from: string;
}

const sourceOf = (
  option: OptionName,
  { flags = {}, environment = {}, file }: ConfigSources,
): OptionSource | undefined => {
  const flag = flagOf(option);
  const variable = environmentNameOf(option);
  const sources: OptionSource[] = [
    { value: flags[flag], from: `--${flag}` },
    { value: variableIn(environment, variable), from: `the environment's ${variable}` },
    { value: file?.values[option], from: `"${option}" in ${file?.path}` },
  ];
  return sources.find(({ value }) => value !== undefined);
};

const writtenValue = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string') ? value.join(',') : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
};

/**
 * The configuration from flags, environment and file, in this order of precedence.
 * @throws ConfigError that names every invalid value, and every variable whose name is nearly that of an option.
 */
export const readConfig = (sources: ConfigSources): Config => {
  const faults: string[] = misspeltVariables(sources.environment ?? {}, optionNames.map(environmentNameOf));
  const entries = optionNames.map((option) => {
    const { parse, fallback, expects, isSecret }: OptionRow<unknown> = optionRows[option];
    const given = sourceOf(option, sources);
    if (!given) return [option, fallback];
    const written = writtenValue(given.value);
    const value = written === undefined ? undefined : parse(written);
    if (value === undefined)
      faults.push(`${given.from} is ${isSecret ? 'not usable' : JSON.stringify(given.value)}: write ${expects}.`);
    return [option, value];
  });
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return Object.fromEntries(entries) as Config;
};
