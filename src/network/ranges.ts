import { hasPrefix, parseIp, unmapped, type IpAddress } from './ip-address.js';

/**
 * Kind of an IP address. `reserved` is any address that no host on the internet has, and that is not of the other three
 * kinds.
 */
export type IpRange = 'public' | 'loopback' | 'private' | 'link-local' | 'reserved';

/**
 * Ranges whose addresses are not public (RFC 6890 and the IANA registries of special-purpose addresses), as prefixes. Of IPv6, only
 * global unicast, 2000::/3, is public, without the forms that carry an IPv4 address (6to4, Teredo).
 */
const ranges: Readonly<Record<Exclude<IpRange, 'public'>, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  reserved: [
    ...['0.0.0.0/8', '100.64.0.0/10', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24'],
    ...['192.88.99.0/24', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
    // Azure's virtual machines find their host there (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
    '168.63.129.16/32',
    ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
    ...['::/3', '4000::/2', '8000::/1'],
  ],
};

const table: readonly (readonly [range: IpRange, prefix: IpAddress, length: number])[] = Object.entries(ranges).flatMap(
  ([range, prefixes]) =>
    prefixes.map((each) => {
      const [prefix = '', length] = each.split('/');
      return [range as IpRange, parseIp(prefix) ?? [], Number(length)] as const;
    }),
);

const rangeOf = (address: IpAddress): IpRange =>
  table.find(([, prefix, length]) => hasPrefix(address, prefix, length))?.[0] ?? 'public';

/**
 * The range of an IP address as `parseIp` reads it; `undefined` for any other text. An IPv4 address that is mapped into IPv6 is
 * `reserved`: nothing needs to be contacted in that form.
 */
export const ipRangeOf = (text: string): IpRange | undefined => {
  const address = parseIp(text);
  return address && rangeOf(address);
};

/** The range of a caller's address, in which an IPv4 address may be mapped into IPv6; `undefined` if the text is not an address. */
export const callerRangeOf = (text: string | undefined): IpRange | undefined => {
  const address = parseIp(text ?? '');
  return address && rangeOf(unmapped(address));
};
