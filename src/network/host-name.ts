import { callerRangeOf, ipRangeOf } from './ranges.js';

/** The host of a URL: a name without the dot at its end, or an IP address without brackets. */
export const hostIn = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Whether a host name is `domain` or below it. Both are in lower case, without a dot at their end. */
export const isSameOrBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** RFC 6761 (`test`, `invalid`, `localhost`, `example`), RFC 6762 (`local`), RFC 7686 (`onion`), RFC 9476 (`alt`). */
const SPECIAL_USE: ReadonlySet<string> = new Set(['test', 'invalid', 'localhost', 'example', 'local', 'onion', 'alt']);

/**
 * Whether a domain lies under a top-level name that the public DNS will never hold. `asciiDomain` is in lower case.
 * `example.com`, `.net` and `.org` are special for documentation only and exist in the DNS, which is asked for them.
 */
export const isSpecialUse = (asciiDomain: string): boolean => SPECIAL_USE.has(asciiDomain.split('.').at(-1) ?? '');

/**
 * Whether a domain is below `arpa`: names of machines and home networks (RFC 3172, RFC 8375), which have no sites and
 * no lists.
 */
export const isInfrastructure = (asciiDomain: string): boolean => isSameOrBelow(asciiDomain, 'arpa');

/**
 * Whether a host, as `hostIn` writes it, may be on the internet: a public IP address, or a name that is not for private
 * networks (one label, a special-use name, ICANN's `internal`). The name is not resolved.
 */
export const isPublicHost = (host: string): boolean => {
  const range = ipRangeOf(host);
  if (range !== undefined) return range === 'public';
  return host.includes('.') && !isSpecialUse(host) && !isInfrastructure(host) && !isSameOrBelow(host, 'internal');
};

/** Whether a host, as `hostIn` writes it, is this machine (RFC 6761 §6.3; 127.0.0.0/8 and ::1). */
export const isThisMachine = (host: string): boolean =>
  isSameOrBelow(host, 'localhost') || callerRangeOf(host) === 'loopback';
