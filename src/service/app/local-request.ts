import { callerRangeOf, hostIn, isForwarded, isThisMachine } from '../../network/index.js';
import type { ConnectionInfo } from './parts.js';

/** Loopback, and addresses that no packet from the internet has as its source: private (RFC 1918, RFC 4193) and link-local networks. */
const nearRanges: readonly (string | undefined)[] = ['loopback', 'private', 'link-local'];

/**
 * Whether a request comes from this machine or its network and means this service. A page whose host name resolves to
 * this machine (DNS rebinding) is recognised by its host name, another page by its origin, and a caller behind a proxy
 * by the proxy's headers.
 */
export const isLocalRequest = (
  { url, headers }: Request,
  { address }: ConnectionInfo,
  hosts: readonly string[],
): boolean => {
  if (!nearRanges.includes(callerRangeOf(address)) || headers.has('Origin') || isForwarded(headers)) return false;
  const host = hostIn(new URL(url));
  return callerRangeOf(host) !== undefined || isThisMachine(host) || hosts.includes(host);
};

/** The same for requests from this machine alone. */
export const isOwnRequest = (request: Request, caller: ConnectionInfo): boolean =>
  callerRangeOf(caller.address) === 'loopback' && isLocalRequest(request, caller, []);
