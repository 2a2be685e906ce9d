import { clientAddressOf, networkOf, nodeAddress } from '../network/index.js';

/** Properties of the caller, beside the request. */
export interface Caller {
  /** The socket's own address. */
  readonly address?: string | undefined;
  /** The same, as `Deno.serve` passes it to its handlers. */
  readonly remoteAddr?: { readonly hostname?: string | undefined } | undefined;
}

/** Name for all visitors whose address is unknown: they count together. */
export const UNKNOWN_VISITOR = 'unknown';

/** The address in a site's or runtime's text about a socket, which may have brackets and a port. */
const addressIn = (text: unknown): string | undefined =>
  typeof text === 'string' ? nodeAddress(text.replace(/%[^\]]*/, '')) : undefined;

/**
 * The network of a visitor: of the address that the trusted proxies say (`clientAddressOf`), or of the socket's own address.
 */
export const visitorOf = ({ headers }: Request, caller: unknown, hops: number): string => {
  // Other runtimes pass other things as the second argument.
  const { address, remoteAddr } = Object(caller) as Readonly<Record<keyof Caller, unknown>>;
  const { hostname } = Object(remoteAddr) as Readonly<Record<'hostname', unknown>>;
  const socket = addressIn(address) ?? addressIn(hostname);
  return networkOf(clientAddressOf(socket, headers, hops)) ?? UNKNOWN_VISITOR;
};
