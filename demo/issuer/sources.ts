import type { OwnershipSources } from '../../src/ownership/index.js';
import type { Issuer } from './issuer.js';

/** What a verifier asks with, so that it asks this issuer and nobody else: no socket is opened. */
export const sourcesOf = (issuer: Issuer): OwnershipSources => ({
  fetch: (url, init) =>
    new URL(url).host === issuer.host
      ? issuer.answer(new Request(url, init))
      : Promise.reject(new TypeError('There is no such host.')),
  resolveTxt: (name) => Promise.resolve(issuer.txt(name)),
});
