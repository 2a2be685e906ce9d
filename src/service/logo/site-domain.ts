import { domainToASCII } from 'node:url';
import { getHostname, parse } from 'tldts';
import { isInfrastructure, isSpecialUse } from '../../network/index.js';

/** Maximum number of characters to read: a longer text holds no domain. */
const READ_CHARACTERS = 1_000;
/** RFC 1035 §3.1, in the written form. */
const MOST_DOMAIN_CHARACTERS = 253;

/**
 * The registrable domain of a text, in A-labels: the text may be a host name, an email address or a URL. `undefined` if
 * it has no domain below a public suffix, as for IP addresses in any spelling, names of this machine or network, and
 * special-use names.
 */
export function siteDomain(text: string): string | undefined {
  const ascii = domainToASCII(text.length > READ_CHARACTERS ? '' : (getHostname(text) ?? '')).replace(/\.$/, '');
  const { domain, isIp, isIcann, isPrivate } = parse(ascii, { allowPrivateDomains: true });
  if (isIp || (!isIcann && !isPrivate)) return undefined;
  // A company that gives names below its domain to customers has a site too.
  const own = domain ?? parse(ascii).domain;
  if (!own || own.length > MOST_DOMAIN_CHARACTERS || isSpecialUse(own) || isInfrastructure(own)) return undefined;
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(own) ? own : undefined;
}
