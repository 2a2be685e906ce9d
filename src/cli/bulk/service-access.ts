import { withoutEndSlashes } from '../../client/hosts.js';
import { createClient, type Client } from '../../client/index.js';
import { parsedUrl } from '../../network/index.js';
import { commandVariables, misspeltVariables } from '../../service/config-environment.js';
import { environmentNameOf, optionNames } from '../../service/config.js';
import { UsageError, type CommandOption, type ParsedOptions, type CliContext } from '../command.js';
import { proxyFetch } from './proxy-fetch.js';
import { readHeaders, secretsIn, type Headers } from './proxy-headers.js';
import { optionWords } from './shell-words.js';
import { readSecretFile } from './secret-file.js';
import { isUnencrypted } from './web-address.js';

/** A service or key proxy that has the lists, and how to call it. */
export interface ServiceAccess {
  readonly client: Client;
  /** URL of the service, or of the key proxy's mount. */
  readonly url: string;
  readonly isProxy: boolean;
  /** Texts that no output may contain. */
  readonly secrets: readonly string[];
  /** Options that name the same service again, as words of a command line. For secrets, they name only the files. */
  readonly repeatOptions: readonly string[];
}

const { key: KEY_VARIABLE, service: SERVICE_VARIABLE, headers: HEADERS_VARIABLE } = commandVariables;
const DEFAULT_SERVICE = 'http://127.0.0.1:8080';

const textOptions = {
  service: {
    value: 'url',
    help: `URL of the service, or of its bulk host if it has one (default ${DEFAULT_SERVICE}) [${SERVICE_VARIABLE}]`,
  },
  'key-file': {
    value: 'file',
    help: `file with a private key of the service, and nothing else [the key itself: ${KEY_VARIABLE}]`,
  },
  envelope: {
    value: 'name',
    help: 'name of the object that wraps a result, if the service uses its own',
  },
  proxy: {
    value: 'url',
    help: 'use a key proxy instead, without a key: the URL of its mount, such as https://shop.example/email-check',
  },
  'header-file': {
    value: 'file',
    help: `file of headers for the key proxy's authorize, one on each line, such as Cookie: session=… [the lines themselves: ${HEADERS_VARIABLE}]`,
  },
} as const satisfies Record<string, CommandOption>;

/** Options of a command that asks a service or a key proxy. */
export const accessOptions: Readonly<Record<string, CommandOption>> = {
  ...textOptions,
  'allow-http': { help: 'send the key or headers over plain http to another machine, where others may read them' },
};

/** Note for the help of a command that calls a service. */
export const accessNote = `No option takes the key or the headers, since other users of a machine see its command lines. Set ${KEY_VARIABLE} or ${HEADERS_VARIABLE}, or name a file.`;

/** The URL in an option or a variable, without a slash at its end. An invalid text is not repeated: it may be a key. */
const addressIn = (text: string, source: string, parsed: ParsedOptions): string => {
  const url = parsedUrl(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${source} is not a web address: write one such as https://check.example.com.`);
  if (url.username || url.password || url.search || url.hash)
    throw new UsageError(`${source} must be the address alone: leave out user, password, ? and #.`);
  if (isUnencrypted(url) && !parsed.has('allow-http'))
    throw new UsageError(
      `${source} uses plain http to another machine, so others may read what is sent: write https, or add --allow-http if the network between is your own.`,
    );
  return `${url.origin}${withoutEndSlashes(url.pathname)}`;
};

const keyOf = (parsed: ParsedOptions, { environment }: CliContext): string => {
  const file = parsed.text('key-file');
  const key = (file === undefined ? (environment[KEY_VARIABLE] ?? '') : readSecretFile('key-file', file)).trim();
  const source = file === undefined ? KEY_VARIABLE : 'The file of --key-file';
  if (!key && file === undefined)
    throw new UsageError(
      `The key is missing: set ${KEY_VARIABLE} to a private key of the service, or name a file that contains one with --key-file.`,
    );
  if (!/^[\x21-\x7e]{1,500}$/.test(key)) throw new UsageError(`${source} does not contain a key: a key is one word.`);
  return key;
};

const headersOf = (parsed: ParsedOptions, { environment }: CliContext): Headers => {
  const file = parsed.text('header-file');
  if (file !== undefined) return readHeaders(readSecretFile('header-file', file), 'the file of --header-file');
  return readHeaders(environment[HEADERS_VARIABLE] ?? '', HEADERS_VARIABLE);
};

/** Returns the value of each `--name value` that was given. */
const repeatOptionsOf = (parsed: ParsedOptions): readonly string[] => [
  ...Object.keys(textOptions).flatMap((name) => {
    const value = parsed.text(name);
    return value === undefined ? [] : optionWords(name, value);
  }),
  ...(parsed.has('allow-http') ? ['--allow-http'] : []),
];

/**
 * The service or key proxy that the command line and the environment name.
 * @throws UsageError
 */
export const readServiceAccess = (parsed: ParsedOptions, context: CliContext): ServiceAccess => {
  const [misspelt] = misspeltVariables(context.environment, optionNames.map(environmentNameOf));
  if (misspelt) throw new UsageError(misspelt);
  const [envelope, proxy] = [parsed.text('envelope'), parsed.text('proxy')];
  const repeatOptions = repeatOptionsOf(parsed);
  if (proxy !== undefined) {
    const needless = ['service', 'key-file'].find((name) => parsed.text(name) !== undefined);
    if (needless)
      throw new UsageError(
        `--${needless} and --proxy cannot be combined: a key proxy knows its service and has the key.`,
      );
    const url = addressIn(proxy, '--proxy', parsed);
    const headers = headersOf(parsed, context);
    const client = createClient({ baseUrl: url, envelope, fetch: proxyFetch(url, headers) });
    return { client, url, isProxy: true, secrets: secretsIn(headers), repeatOptions };
  }
  if (parsed.text('header-file') !== undefined)
    throw new UsageError('--header-file is for a key proxy: name one with --proxy.');
  const service = parsed.text('service');
  const url = addressIn(
    service ?? (context.environment[SERVICE_VARIABLE] || DEFAULT_SERVICE),
    service === undefined ? SERVICE_VARIABLE : '--service',
    parsed,
  );
  const apiKey = keyOf(parsed, context);
  return {
    client: createClient({ baseUrl: url, apiKey, envelope }),
    url,
    isProxy: false,
    secrets: [apiKey],
    repeatOptions,
  };
};
