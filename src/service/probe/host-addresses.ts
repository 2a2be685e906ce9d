import type { DnsFailure } from '../verdict/index.js';
import type { DnsAnswer } from './dns-questions.js';

/** The addresses of one mail host: those that may be contacted, or why there are none. */
export type HostAddresses =
  | { readonly kind: 'found'; readonly addresses: readonly string[] }
  | { readonly kind: 'forbidden' | 'unresolvable' }
  | { readonly kind: 'failed'; readonly why: DnsFailure };

/** Maximum number of addresses that are kept for one host, or for one domain's hosts together. */
export const MOST_ADDRESSES = 16;

/** The first address of each version of IP: one of the two may be unreachable. */
export const oneOfEachVersion = (addresses: readonly string[]): string[] => {
  const isIpv6 = (address: string) => address.includes(':');
  return [addresses.find((each) => !isIpv6(each)), addresses.find(isIpv6)].filter((each) => each !== undefined);
};

/** Judges a host by its A and AAAA answers. */
export function judgeAddresses(
  answers: readonly DnsAnswer<string>[],
  mayContact: (ip: string) => boolean,
): HostAddresses {
  const all = answers.flatMap((answer) => (answer.kind === 'records' ? answer.records : []));
  const addresses = all.filter(mayContact).slice(0, MOST_ADDRESSES);
  if (addresses.length) return { kind: 'found', addresses };
  // The question that failed might have brought an address, and nothing is proved: some servers say of names that exist that
  // they do not, when asked for AAAA (RFC 4074 §4.2).
  const failed = answers.find((answer) => answer.kind === 'failed');
  if (failed) return failed;
  if (answers.some(({ kind }) => kind === 'no-such-name')) return { kind: 'unresolvable' };
  // Nor by aliases that may go in a circle.
  if (!all.length && answers.some(({ kind }) => kind === 'alias')) return { kind: 'failed', why: 'alias' };
  return { kind: all.length ? 'forbidden' : 'unresolvable' };
}
