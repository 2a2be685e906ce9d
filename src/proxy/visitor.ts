import { networkAddressOf, networkOf } from './network-address.js';

/** What is known of who called, beside the request. */
export interface Caller {
  /** The socket's own address. */
  readonly address?: string | undefined;
  /** The same, as `Deno.serve` hands it to its handlers. */
  readonly remoteAddr?: { readonly hostname?: string | undefined } | undefined;
}

/** A header is read from its end, so far: who writes more is no proxy of the site's. */
const READ_CHARACTERS = 4_096;

/** The elements that the nearest `hops` proxies added, in order. What stands before them is anyone's. */
const lastElements = (header: string | null, hops: number): readonly string[] =>
  header === null
    ? []
    : header
        .slice(-READ_CHARACTERS)
        .split(',')
        .slice(-hops)
        .map((element) => element.trim());

/** The address of a node, without brackets and port (RFC 7239 §6). */
const addressIn = (node: string): string | undefined => {
  const [, bracketed, ipv4, bare] = /^(?:\[([^\]]*)\](?::\w+)?|([\d.]+):\w+|(.*))$/.exec(node) ?? [];
  const address = networkAddressOf(bracketed ?? ipv4 ?? bare ?? '');
  return address && networkOf(address);
};

/** An element whose quotes are closed: one cut at a comma in a text that a proxy quoted, as a host that the visitor named, is no word of a proxy. */
const WHOLE_ELEMENT = /^(?:[^"\\]|"(?:[^"\\]|\\.)*")*$/;

const forwardedNode = (element: string): string =>
  WHOLE_ELEMENT.test(element) ? (/(?:^|;)\s*for="?([^";]*)"?/i.exec(element)?.[1] ?? '') : '';

const furthest = (nodes: readonly string[]): string | undefined =>
  nodes.map(addressIn).find((network) => network !== undefined);

/** Visitors whose address is not known: they count together. */
export const UNKNOWN_VISITOR = 'unknown';

/**
 * The network of a visitor: what the furthest of the trusted proxies says in `X-Forwarded-For` or `Forwarded` (RFC 7239), else the
 * socket's own address. Where both headers are there and differ, the visitor wrote one of them, and neither counts.
 */
export const visitorOf = ({ headers }: Request, caller: unknown, hops: number): string => {
  // Handlers of other runtimes are given other things in second place.
  const { address, remoteAddr } = Object(caller) as Readonly<Record<keyof Caller, unknown>>;
  const { hostname } = Object(remoteAddr) as Readonly<Record<'hostname', unknown>>;
  const socket =
    [address, hostname].map((each) => (typeof each === 'string' ? addressIn(each) : undefined)).find(Boolean) ??
    UNKNOWN_VISITOR;
  if (hops === 0) return socket;
  const older = furthest(lastElements(headers.get('X-Forwarded-For'), hops));
  const standard = furthest(lastElements(headers.get('Forwarded'), hops).map(forwardedNode));
  return older !== undefined && standard !== undefined && older !== standard ? socket : (older ?? standard ?? socket);
};
