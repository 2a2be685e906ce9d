import { hostIn, isThisMachine, parsedUrl, parseIp } from '../network/index.js';

/** Characters of the longest name in the DNS, and of `https://` before it. */
const LONGEST_ISSUER = 8 + 253;

/**
 * The host of an issuer, which drafts write as an https origin or as the host alone: in lower case and A-labels. `undefined` if the text is
 * anything else (a path, a port), an IP address, a name of one label, or this machine. Whether the name is on the public internet is for
 * those to see who fetch from it.
 */
export const issuerHostOf = (issuer: unknown): string | undefined => {
  if (typeof issuer !== 'string' || issuer.length > LONGEST_ISSUER) return undefined;
  const origin = (issuer.includes('://') ? issuer : `https://${issuer}`).toLowerCase();
  const url = parsedUrl(origin);
  if (url?.protocol !== 'https:' || url.origin !== origin || url.port) return undefined;
  const host = hostIn(url);
  return host.includes('.') && !parseIp(host) && !isThisMachine(host) ? host : undefined;
};
