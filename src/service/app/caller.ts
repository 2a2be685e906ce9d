import { callerRangeOf, clientAddressOf, clientSchemeOf, isForwarded } from '../../network/index.js';
import type { ConnectionInfo } from './parts.js';

/** The caller in front of this many trusted hops; the socket's own with none. */
export const callerBehind = (hops: number, { headers }: Request, { address }: ConnectionInfo): ConnectionInfo => ({
  address: clientAddressOf(address, headers, hops),
  scheme: clientSchemeOf(headers, hops),
  // Behind trusted hops, a caller that no header names came through a hop that should have named it.
  isLocal: hops === 0 && callerRangeOf(address) === 'loopback' && !isForwarded(headers),
});
