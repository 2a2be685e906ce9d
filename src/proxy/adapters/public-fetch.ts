import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Agent, get, type RequestOptions } from 'node:https';
import { Readable } from 'node:stream';
import { hostIn, ipRangeOf, isPublicHost } from '../../network/index.js';
import type { OwnershipSources } from '../../ownership/index.js';

/** Looks a host up: all of its addresses. */
export type LookupAll = (
  host: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses?: readonly LookupAddress[]) => void,
) => void;

/** What differs from the system's own. */
export interface PublicFetchOptions {
  readonly lookup?: LookupAll | undefined;
  /** Certificates, as PEM, of authorities to trust instead of those that Node does. */
  readonly authorities?: readonly string[] | undefined;
  /** Which addresses may be contacted: public ones by default. */
  readonly isAllowed?: ((address: string) => boolean) | undefined;
}

/** The address that is connected to is the one that was judged: no name can lead inside. */
const lookupOnly =
  (lookup: LookupAll, isAllowed: (address: string) => boolean): NonNullable<RequestOptions['lookup']> =>
  (host, options, callback) => {
    lookup(host, { all: true }, (error, addresses = []) => {
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (error || !first) callback(error ?? new Error('This host has no public address.'), '', 0);
      else if (options.all) callback(null, [...allowed]);
      else callback(null, first.address, first.family);
    });
  };

/**
 * Makes a `fetch` for documents of hosts that a stranger named: https alone, from public addresses alone, without following redirects. It
 * sends a GET, and gives the body of a 200 as it comes.
 */
export const createPublicFetch = ({
  lookup = systemLookup,
  authorities,
  isAllowed = (address) => ipRangeOf(address) === 'public',
}: PublicFetchOptions = {}): OwnershipSources['fetch'] => {
  // Own connections, each used once: those of the site may lead to the same host at another address.
  const agent = new Agent({ keepAlive: false, ...(authorities && { ca: [...authorities] }) });
  const lookupAllowed = lookupOnly(lookup, isAllowed);
  return (url, { signal, headers }) =>
    new Promise((resolve, reject) => {
      const target = new URL(url);
      if (target.protocol !== 'https:' || !isPublicHost(hostIn(target)))
        throw new TypeError('This host is not on the public internet.');
      const options = {
        ...{ agent, lookup: lookupAllowed, headers: Object.fromEntries(new Headers(headers)) },
        ...(signal && { signal }),
      };
      get(target, options, (incoming) => {
        const { statusCode = 0 } = incoming;
        const isGood = statusCode === 200;
        // What else came is not read. A Response has a status from 200 to 599 (Fetch §6.4), and for some of them no body.
        if (!isGood) incoming.destroy();
        const status = statusCode >= 200 && statusCode < 600 ? statusCode : 502;
        resolve(new Response(isGood ? (Readable.toWeb(incoming) as ReadableStream) : null, { status }));
      }).once('error', reject);
    });
};
