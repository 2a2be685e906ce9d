import { hostIn, isThisMachine } from '../../network/index.js';

/** Whether what is sent there leaves this machine where others may read it. */
export const isInTheOpen = (url: URL): boolean => url.protocol !== 'https:' && !isThisMachine(hostIn(url));

/**
 * What is wrong with the link of a list's results, in the second half of a sentence; `undefined` where nothing is. A service may keep
 * results on another host, but then over https. Plain http is taken from the host of the service's own address alone, where that one
 * is plain http as well.
 */
export const linkFault = (link: string, from: string): string | undefined => {
  if (!URL.canParse(link)) return 'is no URL';
  const [url, own] = [new URL(link), new URL(from)];
  const { protocol, hostname, username, password } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return `is neither https nor http, but ${protocol.slice(0, 20)}`;
  if (username || password) return 'has a user or password in it';
  if (protocol === 'https:') return undefined;
  const isSame = hostname === own.hostname || (isThisMachine(hostIn(url)) && isThisMachine(hostIn(own)));
  return own.protocol === 'http:' && isSame
    ? undefined
    : 'is plain http, where others may read the addresses: have the service say its https address (its option --public-url)';
};
