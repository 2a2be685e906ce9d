import { parseNamedAddress } from '../address/index.js';
import { usageRangeFault } from '../wire/index.js';
import { listUrlFault } from './list-url.js';
import { COSTLY } from './options.js';
import type { Settings } from './settings.js';
import type { Parameters } from './read-request.js';
import { refused } from './refused.js';
import type { Place, ProxyCall } from './routes.js';

/** Characters of a text. */
export const LONGEST_TEXT = 200;

const emailFault = (email: string): string | undefined => {
  const parsed = parseNamedAddress(email);
  return parsed.ok
    ? undefined
    : `The parameter "email" is no address (${parsed.fault}, character ${parsed.at + 1}): write one such as jane@example.com.`;
};

const textFault = (name: string, text: string): string | undefined =>
  text.length > LONGEST_TEXT || /\p{Cc}/u.test(text)
    ? `The parameter "${name}" must have at most ${LONGEST_TEXT} characters, and no control characters.`
    : undefined;

/** The domain of an address, of `@example.com` or of `example.com`, in its A-labels: no more of a person is told to the detector. */
const domainOf = (text: string): string => {
  const plain = text.replace(/^@/, '').replace(/\.$/, '');
  const parsed = parseNamedAddress(plain.includes('@') ? plain : `anyone@${plain}`);
  return parsed.ok ? parsed.asciiDomain : '';
};

const domainIn = (text: string): string => {
  const domain = domainOf(text);
  if (!domain)
    throw refused(
      'bad-request',
      'The parameter "email" is neither an address nor a domain: write jane@example.com or example.com.',
    );
  return domain;
};

const listUrlIn = (text: string): string => {
  const fault = listUrlFault(text);
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
  reverse: ({ email = '' }) => emailFault(email),
  usage: ({ start = '', end = '' }, now) => usageRangeFault({ start, end }, now),
  'lists/upload': ({ name = '' }) => textFault('name', name),
  'lists/status': ({ list_id = '' }) => textFault('list_id', list_id),
};

/** What a call is to ask the service. */
export interface Question {
  readonly parameters: Parameters;
  /** The logo's domain. */
  readonly domain: string;
}

/**
 * Checks a call's parameters before they cost anything.
 * @throws Refused, with the parameter named
 */
export const checkParameters = (
  { name, rest }: Place,
  parameters: Parameters,
  { allow, now }: Pick<Settings, 'allow' | 'now'>,
): Question => {
  for (const costly of COSTLY)
    if (parameters[costly] && !allow.includes(costly))
      throw refused('forbidden', `The parameter "${costly}" is not open here: name it in "allow".`);
  const fault = faultsOf[name]?.(parameters, now());
  if (fault !== undefined) throw refused('bad-request', fault);
  // As it was read here: another reader of the same text could find another host in it.
  if (name === 'lists/upload')
    return { parameters: { ...parameters, url: listUrlIn(parameters['url'] ?? '') }, domain: '' };
  if (name === 'disposable') return { parameters: { email: domainIn(parameters['email'] ?? '') }, domain: '' };
  if (name !== 'logo') return { parameters, domain: '' };
  const domain = domainOf(decoded(rest));
  if (!domain) throw refused('bad-request', 'The path of a logo ends in a domain, such as logo/example.com.');
  return { parameters, domain };
};
