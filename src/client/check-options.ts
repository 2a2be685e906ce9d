import { isLocalHostname } from '../wire/local-host.js';
import type { ClientOptions } from './transport.js';

/** An invalid option of `createClient`. Its message never contains the key. */
export class ClientOptionError extends TypeError {
  override readonly name = 'ClientOptionError';
  /** The name of the invalid option. */
  readonly option: string;

  constructor(option: string, words: string) {
    super(`createClient: ${words}`);
    this.option = option;
  }
}

const EXAMPLE = 'such as https://check.example.com';

/** A page may name its own site by a path, as the browser reads it: a backslash is a slash there, and tabs and line ends are nothing. */
const isPathOfPage = (text: string): boolean => {
  const { location } = globalThis;
  if (!text.startsWith('/') || location === undefined) return false;
  // Checked with the path of a call after it, since that is the URL that is requested.
  const asked = `${text}/v1/`;
  return URL.canParse(asked, location.href) && new URL(asked, location.href).origin === location.origin;
};

const addressFault = (name: string, value: unknown, apiKey: string | undefined): string | undefined => {
  if (value === undefined || value === '') return `"${name}" is missing: give the address of the service, ${EXAMPLE}.`;
  if (typeof value !== 'string') return `"${name}" must be a text, ${EXAMPLE}.`;
  if (isPathOfPage(value)) return undefined;
  const shown = (apiKey ? value.replaceAll(apiKey, '…') : value).slice(0, 100);
  if (!/^https?:\/\//i.test(value)) {
    const asUrl = `http://${value}`;
    const isLocal = URL.canParse(asUrl) && isLocalHostname(new URL(asUrl).hostname);
    const host = /^[\w.-]+(?::\d+)?(?:\/.*)?$|^\[/.test(shown)
      ? ` Write ${isLocal ? 'http' : 'https'}://${shown}.`
      : '';
    return `"${name}" is "${shown}", and must begin with http:// or https://.${host}`;
  }
  if (!URL.canParse(value)) return `"${name}" is "${shown}", which is not a URL: give one ${EXAMPLE}.`;
  const { search, hash, username, password } = new URL(value);
  return search || hash || username || password
    ? `"${name}" must have no user name, query or fragment: give the address alone, ${EXAMPLE}.`
    : undefined;
};

/**
 * Checks the options of a client.
 * @throws ClientOptionError for the first invalid option
 */
export const checkClientOptions = (options: ClientOptions): void => {
  const { apiKey, concurrency = 1, timeout = 1 } = Object(options) as ClientOptions;
  for (const name of ['baseUrl', 'bulkUrl', 'disposableUrl', 'logoUrl'] as const) {
    const value: unknown = (Object(options) as ClientOptions)[name];
    // `baseUrl` is also the address of the hosts that are left out.
    if (name !== 'baseUrl' && (value === undefined || value === '')) continue;
    const fault = addressFault(name, value, typeof apiKey === 'string' ? apiKey : undefined);
    if (fault) throw new ClientOptionError(name, fault);
  }
  if (apiKey !== undefined && typeof apiKey !== 'string')
    throw new ClientOptionError('apiKey', '"apiKey" must be a text.');
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new ClientOptionError('concurrency', '"concurrency" must be a whole number of calls, at least 1.');
  if (typeof timeout !== 'number' || Number.isNaN(timeout))
    throw new ClientOptionError('timeout', '"timeout" must be a number of milliseconds.');
};
