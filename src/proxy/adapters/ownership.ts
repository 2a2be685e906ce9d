import { promises as dns } from 'node:dns';
import { createOwnershipVerifier, type OwnershipSources, type OwnershipVerifier } from '../../ownership/index.js';
import { createPublicFetch } from './public-fetch.js';

export * from '../../ownership/index.js';

/** Milliseconds that a name server has, and how often it is asked. */
const DNS_TIME = { timeout: 2_000, tries: 2 };

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
export const verifyOwnership: OwnershipVerifier = createOwnershipVerifier({ fetch: createPublicFetch(), resolveTxt });
