import ipaddr from 'ipaddr.js';

/** Parts (of 16 bits) of an IPv6 address that name its network: a provider gives one customer a /64 at least. */
const IPV6_NETWORK_PARTS = 4;

/** Prefixes that a provider may give to one customer too. */
export type WideLength = 56 | 48;

/**
 * The network that a socket's address counts as under the day's limit: an IPv4 address as it is, also where it arrives
 * mapped into IPv6 (RFC 4291 §2.5.5.2), and of any other IPv6 address its /64. Without an address (a UNIX socket), `local`.
 */
export const networkOf = (address: string | undefined): string => {
  if (address === undefined || !ipaddr.isValid(address)) return 'local';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, IPV6_NETWORK_PARTS).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
};

/** The wider network of an IPv6 address, as `2001:db8:0:1200::/56`; `undefined` of any other address. */
export const wideNetworkOf = (address: string | undefined, length: WideLength): string | undefined => {
  if (address === undefined || !ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return undefined;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${length}`).toString()}/${length}`;
};
