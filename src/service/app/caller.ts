import { callerRangeOf, clientAddressOf, clientSchemeOf, isForwarded } from '../../network/index.js';
import type { Caller } from './options.js';

/** The caller in front of so many trusted hops; the socket's own with none. */
export const callerBehind = (hops: number, { headers }: Request, { address }: Caller): Caller => ({
  address: clientAddressOf(address, headers, hops),
  scheme: clientSchemeOf(headers, hops),
  // Behind trusted hops whoever is not named came through one that should have.
  isLocal: hops === 0 && callerRangeOf(address) === 'loopback' && !isForwarded(headers),
});
