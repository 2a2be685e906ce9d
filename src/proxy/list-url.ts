import { FILE_SHARING_HOSTS, LIST_URL_CHARACTERS } from '../wire/index.js';
import { isPublicAddress, networkAddressOf } from './network-address.js';

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Names that mean something on one network alone (RFC 6761, RFC 6762, RFC 8375 and ICANN's `internal`). */
const LOCAL_NAMES: readonly string[] = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'test',
  'invalid',
  'example',
  'onion',
];

const isPublicHost = (hostname: string): boolean => {
  const address = networkAddressOf(hostname.replace(/^\[|\]$/g, ''));
  if (address) return isPublicAddress(address);
  return hostname.includes('.') && !LOCAL_NAMES.some((each) => isBelow(hostname, each));
};

/** What is wrong with the URL of a list, in a sentence; `undefined` where nothing is. What its name resolves to is the service's to judge. */
export const listUrlFault = (text: string): string | undefined => {
  if (text.length > LIST_URL_CHARACTERS || !URL.canParse(text))
    return `The parameter "url" is no URL of at most ${LIST_URL_CHARACTERS} characters: write one such as https://lists.shop.com/may.csv.`;
  const { protocol, hostname, pathname, username, password } = new URL(text);
  if (protocol !== 'https:') return 'The parameter "url" is not https: serve the list over https.';
  if (username || password)
    return 'The parameter "url" holds a name or password: use an address that is hard to guess instead.';
  if (!/\.(?:csv|txt)$/i.test(pathname)) return 'The parameter "url" must have a path that ends in .csv or .txt.';
  // With a dot at its end a name is the same host.
  const host = hostname.replace(/\.$/, '');
  if (FILE_SHARING_HOSTS.some((each) => isBelow(host, each)))
    return 'The parameter "url" is at a file-sharing service: put the list on a server of your own.';
  return isPublicHost(host)
    ? undefined
    : 'The parameter "url" is not at a public host: the service must be able to fetch the list.';
};
