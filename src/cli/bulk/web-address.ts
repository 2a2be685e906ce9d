import { hostIn, isThisMachine, parsedUrl } from '../../network/index.js';

/** Whether data sent there leaves this machine unencrypted. */
export const isUnencrypted = (url: URL): boolean => url.protocol !== 'https:' && !isThisMachine(hostIn(url));

/**
 * Returns the fault of a list's result link as the second half of a sentence; `undefined` if the link is good. A
 * service may keep results on another host, but then over https. Plain http is accepted only from the host of the
 * service's own address, if that address is plain http as well.
 */
export const linkFault = (link: string, from: string): string | undefined => {
  const [url, own] = [parsedUrl(link), new URL(from)];
  if (!url) return 'is not a URL';
  const { protocol, hostname, username, password } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return `is neither https nor http, but ${protocol.slice(0, 20)}`;
  if (username || password) return 'contains a user or password';
  if (protocol === 'https:') return undefined;
  const isSame = hostname === own.hostname || (isThisMachine(hostIn(url)) && isThisMachine(hostIn(own)));
  return own.protocol === 'http:' && isSame
    ? undefined
    : 'uses plain http, so others may read the addresses: set --public-url of the service to its https address';
};
