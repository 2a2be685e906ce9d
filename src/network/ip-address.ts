/** An IP address by its octets: 4 of IPv4, 16 of IPv6. */
export type IpAddress = readonly number[];

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Characters of the longest IPv6 address, one that ends with an IPv4 address in it. */
const IPV6_CHARACTERS = 45;

/** Octets of the prefix of addresses that have an IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2). */
const MAPPED: IpAddress = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255];

export const isIpv4 = (address: IpAddress): boolean => address.length === 4;

const ipv6In = (text: string): IpAddress | undefined => {
  if (text.length > IPV6_CHARACTERS || !/^[\da-f:.]+$/i.test(text) || !URL.canParse(`http://[${text}]`))
    return undefined;
  // The URL parser writes every notation in one way: lower case, one `::` at most, no dots.
  const [head = '', tail = ''] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const octetsIn = (part: string): number[] =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16))
      .flatMap((group) => [group >> 8, group & 255]);
  const [before, after] = [octetsIn(head), octetsIn(tail)];
  return [...before, ...Array<number>(16 - before.length - after.length).fill(0), ...after];
};

/**
 * Reads an IP address in its usual notation: four decimal parts without zeros in front, or IPv6 (RFC 4291 §2.2) without brackets and
 * zone. `undefined` for any other text.
 */
export const parseIp = (text: string): IpAddress | undefined =>
  IPV4.test(text) ? text.split('.').map(Number) : ipv6In(text);

/** The groups of an IPv6 address, 16 bits each, in hexadecimal. */
const groupsOf = (address: IpAddress): readonly string[] =>
  Array.from({ length: address.length / 2 }, (_, at) =>
    (((address[at * 2] ?? 0) << 8) | (address[at * 2 + 1] ?? 0)).toString(16),
  );

/** An address as text; IPv6 in the form of RFC 5952. */
export const ipText = (address: IpAddress): string =>
  isIpv4(address) ? address.join('.') : new URL(`http://[${groupsOf(address).join(':')}]`).hostname.slice(1, -1);

/** An IPv4 address that is mapped into IPv6, as itself; any other address unchanged. */
export const unmapped = (address: IpAddress): IpAddress =>
  !isIpv4(address) && MAPPED.every((octet, at) => address[at] === octet) ? address.slice(MAPPED.length) : address;

/** Whether the first `length` bits of two addresses of one version are the same. */
export const hasPrefix = (address: IpAddress, prefix: IpAddress, length: number): boolean =>
  address.length === prefix.length &&
  address.every((octet, at) => {
    const free = Math.min(8, Math.max(0, (at + 1) * 8 - length));
    return octet >> free === (prefix[at] ?? 0) >> free;
  });

/** Lengths of the IPv6 prefixes that a provider gives to one customer: a /64 at least, and perhaps more. */
export type PrefixLength = 64 | 56 | 48;

/** The address on a socket, without the zone that names a link of this machine (RFC 4007 §11). */
const parseSocketAddress = (text: string | undefined): IpAddress | undefined => {
  const address = parseIp((text ?? '').replace(/%.*$/s, ''));
  return address && unmapped(address);
};

/** The network of an IPv6 address, as `2001:db8:0:1200::/56`; `undefined` for IPv4, also if mapped into IPv6, and for any other text. */
export const prefixOf = (text: string | undefined, length: PrefixLength): string | undefined => {
  const address = parseSocketAddress(text);
  if (!address || isIpv4(address)) return undefined;
  const kept = address.map((octet, at) => (at < length / 8 ? octet : 0));
  return `${groupsOf(kept)
    .slice(0, Math.ceil(length / 16))
    .join(':')}::/${length}`;
};

/**
 * The network that a caller's address counts as under limits: an IPv4 address as it is, also if it is mapped into IPv6, and an IPv6
 * address by its /64. `undefined` if the text is not an address.
 */
export const networkOf = (text: string | undefined): string | undefined => {
  const address = parseSocketAddress(text);
  return address && isIpv4(address) ? ipText(address) : prefixOf(text, 64);
};
