import { parse } from 'tldts';
import { isInfrastructure } from '../../network/index.js';

/**
 * Whether a host's name can only mean something inside a network: one label, or an end that the public DNS does not have (`.local`,
 * `.internal`, `.lan`). `host` is in A-labels and lower case, without a dot at its end, and not an IP address.
 */
export const isLocalName = (host: string): boolean => {
  const { isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return (!isIcann && !isPrivate) || isInfrastructure(host);
};
