import { hostIn, isPublicHost } from '../network/index.js';
import type { OwnershipSources } from './sources.js';

/** The global `fetch` for hosts whose names may be on the public internet. It is looked up at each call: a site may replace it. */
export const publicFetch: OwnershipSources['fetch'] = async (url, init) => {
  if (!isPublicHost(hostIn(new URL(url)))) throw new TypeError('This host is not on the public internet.');
  return fetch(url, init);
};
