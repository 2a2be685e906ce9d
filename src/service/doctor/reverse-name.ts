import { isIpv4, parseIp } from '../../network/index.js';

/** The parts of an address from its end to its beginning: decimal octets of IPv4, hexadecimal digits of IPv6. */
export const reversedParts = (ip: string): readonly string[] => {
  const octets = parseIp(ip) ?? [];
  const parts = isIpv4(octets)
    ? octets.map(String)
    : octets.flatMap((octet) => [(octet >> 4).toString(16), (octet & 15).toString(16)]);
  return [...parts].reverse();
};

/** The name of an address in DNS (RFC 1035 §3.5, RFC 3596 §2.5), with names: `5.113.0.203.in-addr.arpa`. */
export const reverseName = (ip: string): string =>
  `${reversedParts(ip).join('.')}.${ip.includes(':') ? 'ip6' : 'in-addr'}.arpa`;
