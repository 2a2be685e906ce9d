import ipaddr from 'ipaddr.js';

/**
 * Headers by which reverse proxies, load balancers and CDNs tell whom they ask for: the standard one (RFC 7239), `Via` (RFC 9110
 * §7.6.3), and those of single products. Rather one too many: a request that passed a proxy must not be taken for one of this machine.
 */
const FORWARDING = new RegExp(
  [
    '^(?:forwarded|via|cdn-loop|x-forwarded|x-real-ip|x-host|wl-proxy-client-ip|proxy-client-ip)$',
    '^(?:x-forwarded|x-original|x-envoy|x-azure|x-appengine|x-amz-cf|x-amzn|x-arr|x-nf|x-vercel|cf|fastly|fly|akamai|incap)-',
    '(?:client|connecting|originating|remote|user|source)-?ip$',
    '^(?:client|remote|x-remote|x-originating|x-client)-?(?:ip|addr)$',
  ].join('|'),
  'i',
);

/** Whether a request says that it passed a proxy. */
export const isForwarded = (headers: Headers): boolean => [...headers.keys()].some((name) => FORWARDING.test(name));

/** Which kind of network an address is of (RFC 6890); `undefined` of what is no address. */
export const rangeOf = (address: string | undefined): string | undefined =>
  address !== undefined && ipaddr.isValid(address) ? ipaddr.process(address).range() : undefined;
