import { ipText, parseIp, unmapped } from './ip-address.js';

/** Maximum number of characters to read of a header, from its end: enough for ten hops. */
const READ_CHARACTERS = 4_096;

const isEscaped = (text: string, at: number): boolean => {
  let before = at;
  while (text[before - 1] === '\\') before--;
  return (at - before) % 2 === 1;
};

/**
 * The elements of a header that each proxy adds to, last one first, `most` of them. A comma in a quoted string does not
 * end an element. The header is read from its end, because callers can write its beginning: a quote that they leave
 * open there must not hide what proxies added. An empty element counts, since one of the hops wrote it.
 */
const lastElements = (header: string, most: number): readonly string[] => {
  const text = header.slice(-READ_CHARACTERS);
  const elements: string[] = [];
  let end = text.length;
  let isQuoted = false;
  for (let at = text.length - 1; at >= 0 && elements.length < most; at--) {
    if (text[at] === '"' && !isEscaped(text, at)) isQuoted = !isQuoted;
    if (text[at] !== ',' || isQuoted) continue;
    elements.push(text.slice(at + 1, end).trim());
    end = at;
  }
  // An element that begins before the part that is read is incomplete.
  if (elements.length < most && text.length === header.length) elements.push(text.slice(0, end).trim());
  return elements;
};

const PARAMETER = /^\s*([!#$%&'*+.^_`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";,]*))\s*(?:;|$)/;

/** The parameters of one element of `Forwarded` (RFC 7239 §4), none of which may be repeated; empty if the text is not an element. */
const parametersOf = (element: string): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>();
  for (let rest = element; rest;) {
    const [whole = '', name = '', quoted, token = ''] = PARAMETER.exec(rest) ?? [];
    if (!whole || parameters.has(name.toLowerCase())) return new Map();
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token);
    rest = rest.slice(whole.length);
  }
  return parameters;
};

const PORT = String.raw`(?::(?:\d{1,5}|_[\w.-]+))?`;
const IPV4_NODE = new RegExp(String.raw`^([\d.]+)${PORT}$`);
const IPV6_NODE = new RegExp(String.raw`^\[([\da-f:.]+)\]${PORT}$`, 'i');

/** The address of a node (RFC 7239 §6), without brackets and port; `undefined` for `unknown`, obfuscated identifiers and any other text. */
export const nodeAddress = (node: string): string | undefined => {
  const address = parseIp(IPV4_NODE.exec(node)?.[1] ?? IPV6_NODE.exec(node)?.[1] ?? node);
  return address && ipText(unmapped(address));
};

/** The headers of a request. */
export type ForwardedHeaders = Pick<Headers, 'get'>;

/**
 * The values of one property that the operator's proxies added, nearest proxy first: from the standard header and from
 * the older one; `undefined` if the header is missing.
 */
type HeaderValues = readonly [standard: readonly string[] | undefined, older: readonly string[] | undefined];

const readBothHeaders = (
  headers: ForwardedHeaders,
  hops: number,
  parameter: string,
  olderName: string,
): HeaderValues => {
  const standard = headers.get('Forwarded');
  const older = headers.get(olderName);
  return [
    standard === null
      ? undefined
      : lastElements(standard, hops).map((element) => parametersOf(element).get(parameter) ?? ''),
    older === null ? undefined : lastElements(older, hops),
  ];
};

/**
 * The usable value from the outermost proxy. If both headers are present and differ, a caller wrote one of them: then
 * `undefined`.
 */
const outermostValue = <Value>(
  [standard, older]: HeaderValues,
  use: (text: string) => Value | undefined,
): Value | undefined => {
  const found = [standard, older]
    .filter((each) => each !== undefined)
    .map((each) =>
      each
        .map(use)
        .filter((value) => value !== undefined)
        .at(-1),
    );
  return found.every((each) => each === found[0]) ? found[0] : undefined;
};

/**
 * The address of the client of the operator's outermost proxy. Each of the `hops` proxies adds its caller's address at
 * the end of `Forwarded` (RFC 7239) or `X-Forwarded-For`. So the last `hops` entries come from proxies, and callers may
 * have written the others. If the outermost proxy gave no address, or there are fewer entries, the outermost usable
 * entry counts; if there is none, the socket's own address. With 0 hops no header counts.
 */
export const clientAddressOf = (
  socketAddress: string | undefined,
  headers: ForwardedHeaders,
  hops: number,
): string | undefined =>
  hops === 0
    ? socketAddress
    : (outermostValue(readBothHeaders(headers, hops, 'for', 'X-Forwarded-For'), nodeAddress) ?? socketAddress);

const schemeNamed = (text: string): 'http' | 'https' | undefined =>
  /^https?$/i.test(text) ? (text.toLowerCase() as 'http' | 'https') : undefined;

/**
 * Returns the scheme with which the outermost proxy was called, if one of the `hops` trusted proxies says so (`proto`
 * of `Forwarded`, or `X-Forwarded-Proto`).
 */
export const clientSchemeOf = (headers: ForwardedHeaders, hops: number): 'http' | 'https' | undefined =>
  hops === 0 ? undefined : outermostValue(readBothHeaders(headers, hops, 'proto', 'X-Forwarded-Proto'), schemeNamed);

/**
 * Headers in which reverse proxies, load balancers and CDNs name their client: the standard one (RFC 7239), `Via` (RFC
 * 9110 §7.6.3), and those of single products. The list is long on purpose: a request that passed a proxy must not count
 * as one from this machine.
 */
const FORWARDING = new RegExp(
  [
    '^(?:forwarded|via|cdn-loop|x-forwarded|x-real-ip|x-host|wl-proxy-client-ip|proxy-client-ip)$',
    '^(?:x-forwarded|x-original|x-envoy|x-azure|x-appengine|x-amz-cf|x-amzn|x-arr|x-nf|x-vercel|cf|fastly|fly|akamai|incap)-',
    '(?:client|connecting|originating|remote|user|source)-?ip$',
    '^(?:client|remote|x-remote|x-originating|x-client)-?(?:ip|addr)$',
  ].join('|'),
  'i',
);

/** Whether a request has a header that proxies add. */
export const isForwarded = (headers: Headers): boolean => [...headers.keys()].some((name) => FORWARDING.test(name));
