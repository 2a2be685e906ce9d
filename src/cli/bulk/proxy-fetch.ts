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
 * A `fetch` that sends a client's calls about lists to the key proxy at `proxy`, with these headers. It adds the
 * headers that scripts of the proxy's own pages have: the proxy refuses all other requests, and then asks `authorize`.
 */
export const proxyFetch =
  (proxy: string, headers: Headers, send: typeof fetch = fetch): typeof fetch =>
  (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const base = withoutEndSlashes(new URL(proxy).pathname);
    const path = paths[pathname.slice(base.length)] ?? '';
    const asScript = { 'sec-fetch-site': 'same-origin', [ACCOUNT_HEADER]: ACCOUNT_HEADER_VALUE };
    return send(`${proxy}${path}${search}`, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...asScript, ...headers },
    });
  };
