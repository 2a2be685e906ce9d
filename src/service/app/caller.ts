import { clientAddressOf, clientSchemeOf } from '../accounts/index.js';
import type { Caller } from './options.js';

/** The caller in front of so many trusted hops; the socket's own with none. */
export const callerBehind = (hops: number, { headers }: Request, { address }: Caller): Caller => ({
  address: clientAddressOf(address, headers, hops),
  scheme: clientSchemeOf(headers, hops),
});
