import { hostIn, ipRangeOf, isBelow, isInsideName } from '../network/index.js';
import { FILE_SHARING_HOSTS, LIST_URL_CHARACTERS } from '../wire/index.js';

const isPublicHost = (host: string): boolean => {
  const range = ipRangeOf(host);
  return range === undefined ? !isInsideName(host) : range === 'public';
};

/** What is wrong with the URL of a list, in a sentence; `undefined` where nothing is. What its name resolves to is the service's to judge. */
export const listUrlFault = (text: string): string | undefined => {
  if (text.length > LIST_URL_CHARACTERS || !URL.canParse(text))
    return `The parameter "url" is no URL of at most ${LIST_URL_CHARACTERS} characters: write one such as https://lists.shop.com/may.csv.`;
  const url = new URL(text);
  const { protocol, pathname, username, password } = url;
  if (protocol !== 'https:') return 'The parameter "url" is not https: serve the list over https.';
  if (username || password)
    return 'The parameter "url" holds a name or password: use an address that is hard to guess instead.';
  if (!/\.(?:csv|txt)$/i.test(pathname)) return 'The parameter "url" must have a path that ends in .csv or .txt.';
  const host = hostIn(url);
  if (FILE_SHARING_HOSTS.some((each) => isBelow(host, each)))
    return 'The parameter "url" is at a file-sharing service: put the list on a server of your own.';
  return isPublicHost(host)
    ? undefined
    : 'The parameter "url" is not at a public host: the service must be able to fetch the list.';
};
