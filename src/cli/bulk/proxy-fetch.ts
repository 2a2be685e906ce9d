import { withoutEndSlashes } from '../../client/hosts.js';
import { ACCOUNT_HEADER, ACCOUNT_HEADER_VALUE } from '../../proxy/routes.js';
import { listStatusCall, uploadCall } from '../../wire/calls.js';
import type { Headers } from './proxy-headers.js';

/** The key proxy's own paths for the interface's calls. */
const paths: Readonly<Record<string, string>> = {
  [uploadCall.path]: '/lists/upload',
  [listStatusCall.path]: '/lists/status',
};

/**
 * A `fetch` that takes a client's calls of lists to a key proxy whose mount is at `proxy`, with these headers. It says that a call comes
 * from the proxy's own origin, as its pages' scripts do: the proxy refuses all other requests, and then asks `authorize`.
 */
export const proxyFetch =
  (proxy: string, headers: Headers, send: typeof fetch = fetch): typeof fetch =>
  (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const base = withoutEndSlashes(new URL(proxy).pathname);
    const path = paths[pathname.slice(base.length)] ?? '';
    const asScript = { 'sec-fetch-site': 'same-origin', [ACCOUNT_HEADER]: ACCOUNT_HEADER_VALUE };
    return send(`${proxy}${path}${search}`, { ...init, headers: { ...asScript, ...headers } });
  };
