import { ipRangeOf } from '../../network/index.js';

/**
 * Whether the service may open a connection to an address at all: public ones only, as `network/ranges.ts` lists them. Refused are
 * private, shared, link-local, documentation, benchmarking, multicast and reserved addresses, every IPv6 form that carries an IPv4
 * address (6to4, Teredo, NAT64, v4-mapped), whatever that one is, and a cloud's own address in its machines. A text that is not an
 * address, has a zone (RFC 4007 §11), or is written in another way than four decimal parts, is refused too.
 * `allowLoopback` admits 127.0.0.0/8 and ::1, for mail worlds on this machine; `allowPrivate` those and private addresses, for hosts that
 * the operator names.
 */
export function mayContact(
  ip: string,
  {
    allowLoopback = false,
    allowPrivate = false,
  }: { readonly allowLoopback?: boolean | undefined; readonly allowPrivate?: boolean | undefined } = {},
): boolean {
  const range = ipRangeOf(ip);
  return (
    range === 'public' ||
    ((allowLoopback || allowPrivate) && range === 'loopback') ||
    (allowPrivate && range === 'private')
  );
}
