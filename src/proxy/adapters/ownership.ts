import { promises as dns, type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns';
import { Agent, get, type RequestOptions } from 'node:https';
import { Readable } from 'node:stream';
import { hostIn, ipRangeOf, isPublicHost } from '../../network/index.js';
import { createOwnershipVerifier, type OwnershipSources, type OwnershipVerifier } from '../../ownership/index.js';

export * from '../../ownership/index.js';

/** Milliseconds that a name server has, and how often it is asked. */
const DNS_TIME = { timeout: 2_000, tries: 2 };

/** Resolves a name to its public addresses: the connection goes to one of those, so that a name cannot lead inside. */
const lookupPublic: NonNullable<RequestOptions['lookup']> = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses: readonly LookupAddress[] = []) => {
    const allowed = addresses.filter(({ address }) => ipRangeOf(address) === 'public');
    const [first] = allowed;
    if (error ?? !first) return callback(error ?? new Error('This host has no public address.'), '', 0);
    return options.all ? callback(null, [...allowed]) : callback(null, first.address, first.family);
  });
};

/** Own connections, each used once: those of the site may lead to the same host at another address. */
const agent = new Agent({ keepAlive: false });

/** Fetches from public addresses alone, without following redirects. */
const publicFetch: OwnershipSources['fetch'] = (url, { signal, headers }) =>
  new Promise((resolve, reject) => {
    const target = new URL(url);
    if (target.protocol !== 'https:' || !isPublicHost(hostIn(target)))
      throw new TypeError('This host is not on the public internet.');
    const options = {
      agent,
      lookup: lookupPublic,
      signal: signal ?? undefined,
      headers: Object.fromEntries(new Headers(headers)),
    };
    get(target, options, (incoming) => {
      const { statusCode = 0 } = incoming;
      // A Response with another status cannot be made (Fetch §6.4), nor one with a body for these.
      const hasBody = statusCode === 200;
      if (!hasBody) incoming.resume();
      resolve(
        new Response(hasBody ? (Readable.toWeb(incoming) as ReadableStream) : null, {
          status: statusCode >= 200 && statusCode < 600 ? statusCode : 502,
        }),
      );
    }).once('error', reject);
  });

/** TXT records as the machine's name servers know them. */
const resolveTxt: OwnershipSources['resolveTxt'] = async (name, signal) => {
  const resolver = new dns.Resolver(DNS_TIME);
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes(String((error as NodeJS.ErrnoException).code))) return [];
    throw error;
  }
};

/**
 * `verifyOwnership` for Node: asks the machine's own name servers, and contacts public addresses alone.
 * @see the same function of the module for other runtimes
 */
export const verifyOwnership: OwnershipVerifier = createOwnershipVerifier({ fetch: publicFetch, resolveTxt });
