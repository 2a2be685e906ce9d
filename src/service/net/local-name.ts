import { parse } from 'tldts';

/** Names of machines and of home networks (RFC 3172, RFC 8375). */
const INFRASTRUCTURE = /(?:^|\.)arpa$/;

/**
 * Whether a host's name can only mean something inside a network: one label, or an end that the public DNS does not have (`.local`,
 * `.internal`, `.lan`). `host` is in A-labels and lower case, without a dot at its end, and not an IP address.
 */
export const isLocalName = (host: string): boolean => {
  const { isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return (!isIcann && !isPrivate) || INFRASTRUCTURE.test(host);
};
