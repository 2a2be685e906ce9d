import { domainIn } from '../address/domain-in.js';
import { parseNamedAddress } from '../address/index.js';
import { callbackFault, hostIn, isPublicHost, listUrlFault } from '../network/index.js';
import { bitFault, NEITHER_ADDRESS_NOR_DOMAIN, readPageCounts, textFault, usageRangeFault } from '../wire/index.js';
import { COSTLY_PARAMETERS } from './options.js';
import type { Settings } from './settings.js';
import type { Parameters } from './read-request.js';
import { refused } from './refused.js';
import type { RoutedCall, ProxyCall } from './routes.js';

const emailFault = (email: string): string | undefined => {
  const parsed = parseNamedAddress(email);
  return parsed.ok
    ? undefined
    : `The parameter "email" is not an address (${parsed.fault}, character ${parsed.at + 1}): write one such as jane@example.com.`;
};

/** The detector gets only the domain of an address. */
const requestedDomain = (text: string): string => {
  const domain = domainIn(text);
  if (domain === undefined) throw refused('bad-request', NEITHER_ADDRESS_NOR_DOMAIN);
  return domain;
};

const PUBLIC_HOST = "The list's URL must be at a public host: the service must be able to fetch the list.";

/** The URL as it was parsed here: another parser could find another host in the same text. */
const requestedListUrl = (text: string): string => {
  const fault = listUrlFault(text) ?? (isPublicHost(hostIn(new URL(text))) ? undefined : PUBLIC_HOST);
  if (fault !== undefined) throw refused('bad-list-url', undefined, { reason: fault });
  return new URL(text).href;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

const faultsOf: Partial<Record<ProxyCall, (parameters: Parameters, now: number) => string | undefined>> = {
  validate: ({ email = '' }) => emailFault(email),
  logo: ({ monogram = '' }) => bitFault('monogram', monogram),
  counts: (parameters) => {
    const counts = readPageCounts((name) => parameters[name] ?? '');
    return typeof counts === 'string' ? counts : undefined;
  },
  reverse: ({ email = '' }) => emailFault(email),
  usage: ({ start = '', end = '' }, now) => usageRangeFault({ start, end }, now),
  'lists/upload': ({ name = '', column = '', callback = '' }) =>
    textFault('name', name) ?? textFault('column', column) ?? (callback ? callbackFault(callback) : undefined),
  'lists/status': ({ list_id = '' }) => textFault('list_id', list_id),
};

/** Parameters of a call after checking. */
export interface CheckedParameters {
  readonly parameters: Parameters;
  /** The logo's domain. */
  readonly domain: string;
}

/**
 * Checks a call's parameters before they cost anything.
 * @throws RefusedError that names the parameter
 */
export const checkParameters = (
  { name, domainPath, isFile }: RoutedCall,
  parameters: Parameters,
  { allow, now }: Pick<Settings, 'allow' | 'now'>,
): CheckedParameters => {
  for (const costly of COSTLY_PARAMETERS)
    if (parameters[costly] && !allow.includes(costly))
      throw refused('forbidden', `The parameter "${costly}" is not allowed here: name it in "allow".`);
  const fault = faultsOf[name]?.(parameters, now());
  if (fault !== undefined) throw refused('bad-request', fault);
  if (name === 'lists/upload') {
    const { url = '', callback = '' } = parameters;
    const asParsed = {
      ...(!isFile && { url: requestedListUrl(url) }),
      ...(callback && { callback: new URL(callback).href }),
    };
    return { parameters: { ...parameters, ...asParsed }, domain: '' };
  }
  if (name === 'disposable') return { parameters: { email: requestedDomain(parameters['email'] ?? '') }, domain: '' };
  if (name !== 'logo') return { parameters, domain: '' };
  const domain = domainIn(decoded(domainPath));
  if (domain === undefined)
    throw refused('bad-request', 'The path of a logo must end in a domain, such as logo/example.com.');
  return { parameters, domain };
};
