import { callerRangeOf, clientAddressOf, clientSchemeOf, isForwarded } from '../../network/index.js';
import type { ConnectionInfo } from './parts.js';

/** The caller before this many trusted hops; the socket's address if there are none. */
export const callerBehind = (
  hops: number,
  { headers }: Request,
  { address, askForBody }: ConnectionInfo,
): ConnectionInfo => ({
  askForBody,
  address: clientAddressOf(address, headers, hops),
  scheme: clientSchemeOf(headers, hops),
  // If no header names a caller behind trusted hops, one of the hops failed to name it.
  isLocal: hops === 0 && callerRangeOf(address) === 'loopback' && !isForwarded(headers),
});
