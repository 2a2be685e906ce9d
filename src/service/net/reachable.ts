import ipaddr from 'ipaddr.js';

/** Global unicast, 2000::/3, is all of IPv6 that may be contacted: NAT64, v4-mapped, `::/96` and what IANA has not opened lie outside. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Every virtual machine of Azure finds its host under this one, which answers about the machine itself
 * (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16): unicast, and nobody's mail host or site.
 */
const PLATFORM = '168.63.129.16';

const isLoopback = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => address.range() === 'loopback';

/**
 * Whether the service may open a connection to an address at all: global unicast only (RFC 6890). Refused are private,
 * shared, link-local, documentation, benchmarking, multicast and reserved addresses, and every IPv6 form that carries
 * an IPv4 address (6to4, Teredo, NAT64, v4-mapped), whatever that one is: a mail host has no need of them; and a cloud's own
 * address in its machines. A text that is no address, or is written in another way than four decimal parts, is refused too.
 * `allowLoopback` admits 127.0.0.0/8 and ::1, for mail worlds on this machine.
 */
export function mayContact(ip: string, { allowLoopback = false }: { readonly allowLoopback?: boolean } = {}): boolean {
  // A zone names a link of this machine (RFC 4007 §11).
  if (ip.includes('%')) return false;
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) {
    const address = ipaddr.IPv4.parse(ip);
    return (address.range() === 'unicast' && ip !== PLATFORM) || (allowLoopback && isLoopback(address));
  }
  if (!ipaddr.IPv6.isValid(ip)) return false;
  const address = ipaddr.IPv6.parse(ip);
  return (address.range() === 'unicast' && address.match(GLOBAL_UNICAST)) || (allowLoopback && isLoopback(address));
}
