import { hostOf } from '../address/index.js';

/** The four numbers of an IPv4 address in its usual notation. */
const ipv4Of = (text: string): readonly number[] | undefined => {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return undefined;
  const parts = text.split('.').map(Number);
  return parts.every((part) => part < 256) ? parts : undefined;
};

/** The eight groups of an IPv6 address, without brackets. */
const ipv6Of = (text: string): readonly number[] | undefined => {
  // The URL parser writes every notation in one way: lower case, one `::` at most, no dots.
  const [head = '', tail] = (/^[\da-f:.]+$/i.test(text) ? hostOf(`[${text}]`) : '').replace(/^\[|\]$/g, '').split('::');
  const groups = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const before = groups(head);
  const after = groups(tail ?? '');
  const missing = 8 - before.length - after.length;
  if (tail === undefined && missing !== 0) return undefined;
  return [...before, ...Array<number>(missing).fill(0), ...after];
};

/** An IP address, by its numbers. */
export type NetworkAddress = { readonly version: 4 | 6; readonly parts: readonly number[] };

/** Reads an IP address; an IPv4 address that is mapped into IPv6 (RFC 4291 §2.5.5.2) is read as itself. */
export const networkAddressOf = (text: string): NetworkAddress | undefined => {
  const ipv4 = ipv4Of(text);
  if (ipv4) return { version: 4, parts: ipv4 };
  const ipv6 = ipv6Of(text);
  if (!ipv6) return undefined;
  const [high = 0, low = 0] = ipv6.slice(6);
  const isMapped = ipv6.slice(0, 5).every((part) => part === 0) && ipv6[5] === 0xffff;
  return isMapped ? { version: 4, parts: [high >> 8, high & 255, low >> 8, low & 255] } : { version: 6, parts: ipv6 };
};

/** The network that an address counts as: IPv4 as it is, IPv6 by its /64, since a provider gives one customer that much at least. */
export const networkOf = ({ version, parts }: NetworkAddress): string =>
  version === 4
    ? parts.join('.')
    : `${parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`;

/** Ranges of IPv4 that are no public host's (RFC 6890): the first two numbers, and how many of the second there are. */
const NOT_PUBLIC: readonly (readonly [first: number, second: number, count: number])[] = [
  ...([
    [0, 0, 256],
    [10, 0, 256],
    [127, 0, 256],
    [100, 64, 64],
    [169, 254, 1],
    [172, 16, 16],
    [192, 168, 1],
    [198, 18, 2],
  ] as const),
];

/** Whether an address may be a public host's. Of IPv6 that is global unicast, 2000::/3, without the forms that carry an IPv4 address. */
export const isPublicAddress = ({ version, parts }: NetworkAddress): boolean => {
  const [first = 0, second = 0, third = 0] = parts;
  if (version === 6)
    return (
      first >> 13 === 1 &&
      first !== 0x2002 &&
      !(first === 0x2001 && (second < 0x200 || second === 0xdb8)) &&
      !(first === 0x3fff && second < 0x1000)
    );
  const isReserved = ['192.0.0', '192.0.2', '192.88.99', '198.51.100', '203.0.113'].includes(
    `${first}.${second}.${third}`,
  );
  // A cloud's own services, at an address like any other (Azure).
  if (parts.join('.') === '168.63.129.16') return false;
  return (
    first < 224 &&
    !isReserved &&
    !NOT_PUBLIC.some(([at, from, count]) => first === at && second >= from && second < from + count)
  );
};
