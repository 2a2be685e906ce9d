import { createOwnershipVerifier, type OwnershipVerifier } from '../../ownership/index.js';
import { createPublicFetch } from './public-fetch.js';
import { txtByDns } from './txt-by-dns.js';

export * from '../../ownership/index.js';

/**
 * `verifyOwnership` for Node: asks the machine's own name servers, and contacts public addresses alone.
 * @see the same function of the module for other runtimes
 */
export const verifyOwnership: OwnershipVerifier = createOwnershipVerifier({
  fetch: createPublicFetch(),
  resolveTxt: txtByDns(),
});
