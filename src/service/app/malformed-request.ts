import { encodeFailure } from '../../wire/index.js';
import { fixedHeaders } from './security-headers.js';

/** Maximum size of the path and query in a request line. */
export const URL_OCTETS = 8_192;
/** Maximum size of a request's head: its line and headers. */
export const HEAD_OCTETS = URL_OCTETS + 16_384;

/** Size of a request line without its URL. */
const LINE_OCTETS = 32;

export const URL_TOO_LONG = `The URL is too long: ${URL_OCTETS} octets at most. An address has at most 254.`;

type Reason = readonly [status: number, phrase: string, words: string];

/** Why a request was not read, by the parser's code; anything else is not HTTP. */
const reasons: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    `The request is too long: ${HEAD_OCTETS - URL_OCTETS} octets of headers at most.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time: send it again.'],
};
const TOO_LONG: Reason = [414, 'URI Too Long', URL_TOO_LONG];
const NO_HTTP: Reason = [400, 'Bad Request', 'The request is not valid HTTP: check its first line and its headers.'];

const RAW_URL: Reason = [
  400,
  'Bad Request',
  'The URL has a blank or another character that may not stand in it as it is: percent-encode it (a blank is %20, + is %2B, ü is %C3%BC).',
];

/** The parser's error about a request that it could not read. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The last packet; the whole request if it came in one. */
  readonly rawPacket?: Buffer;
}

/** Whether the packet begins with a request line that is too long. */
const isLongLine = (packet: Buffer | undefined): boolean =>
  packet !== undefined &&
  /^[A-Z]+ \//.test(packet.toString('latin1', 0, 16)) &&
  !packet.subarray(0, URL_OCTETS).includes('\n');

/**
 * Whether the packet begins with a request line whose URL has blanks, control characters or octets beyond ASCII (RFC
 * 3986 §2).
 */
const hasRawUrl = (packet: Buffer | undefined): boolean => {
  const [line = ''] = (packet?.toString('latin1', 0, URL_OCTETS + LINE_OCTETS) ?? '').split('\r\n');
  const [, target = ''] = /^[A-Z]+ +(\/.*) HTTP\/1\.[01]$/.exec(line) ?? [];
  return /[^\x21-\x7e]/.test(target);
};

const reasonOf = ({ code, rawPacket }: ParserError): Reason => {
  if (code === 'HPE_HEADER_OVERFLOW' && isLongLine(rawPacket)) return TOO_LONG;
  if (hasRawUrl(rawPacket)) return RAW_URL;
  return (code !== undefined && reasons[code]) || NO_HTTP;
};

/** Options of the answers to malformed requests. */
export interface MalformedRequestOptions {
  /** The object that wraps the body. */
  readonly envelope: string;
  /** Whether pages of other origins cannot read the answer. */
  readonly isPrivate: boolean;
}

const headersOf = (body: string, isPrivate: boolean): Readonly<Record<string, string>> => ({
  ...fixedHeaders,
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(body)),
  ...(!isPrivate && { 'Access-Control-Allow-Origin': '*' }),
  'Cache-Control': 'no-store',
  Connection: 'close',
});

const bodyOf = (status: number, words: string, envelope: string): string =>
  JSON.stringify(encodeFailure(status, words, envelope).body);

/**
 * The answer to a malformed request, as octets for the socket. Pages of any origin may read it, unless it is private.
 */
export const malformedRequestAnswer = (
  error: ParserError,
  { envelope, isPrivate }: MalformedRequestOptions,
): { readonly status: number; readonly octets: string } => {
  const [status, phrase, words] = reasonOf(error);
  const body = bodyOf(status, words, envelope);
  const head = Object.entries(headersOf(body, isPrivate)).map(([name, value]) => `${name}: ${value}`);
  return { status, octets: `${[`HTTP/1.1 ${status} ${phrase}`, ...head].join('\r\n')}\r\n\r\n${body}` };
};

/** The answer to a request without a valid URL: its `Host` is missing or not a host name. */
export const unusableHost = ({ envelope, isPrivate }: MalformedRequestOptions): Response => {
  const body = bodyOf(400, 'The request has no valid URL: check its first line and its Host header.', envelope);
  return new Response(body, { status: 400, headers: headersOf(body, isPrivate) });
};
