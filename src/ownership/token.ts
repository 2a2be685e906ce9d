import { fromBase64url, toBase64url } from '../text/index.js';
import { limits, protocol } from './protocol.js';
import { NotProvenError } from './refusals.js';

type Json = Readonly<Record<string, unknown>>;

/** A signed part of a token, decoded and not yet verified. */
export interface SignedPart {
  /** The compact JWS (RFC 7515 §7.1), as it was sent. */
  readonly jws: string;
  readonly header: Json;
  readonly claims: Json;
}

/** What a browser writes into the form. */
export interface OwnershipToken {
  /** The issuer's word that its user has the address. */
  readonly issued: SignedPart;
  /** The browser's word that this was asked for by this page. */
  readonly binding: SignedPart;
}

const JWS = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** Reads base64url that is written in the one way there is: its last character has bits to spare, which decoders pass over. */
const octetsIn = (text: string): Uint8Array => {
  const octets = fromBase64url(text);
  if (toBase64url(octets) !== text) throw new NotProvenError('malformed');
  return octets;
};

const objectIn = (text: string): Json => {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octetsIn(text)));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new NotProvenError('malformed');
  return value as Json;
};

const readPart = (jws: string): SignedPart => {
  const [, header = '', claims = '', signature = ''] = JWS.exec(jws) ?? [];
  octetsIn(signature);
  return { jws, header: objectIn(header), claims: objectIn(claims) };
};

/**
 * Reads a token without verifying anything.
 * @throws NotProvenError `missing`, `too-long` or `malformed`
 */
export const readToken = (token: unknown): OwnershipToken => {
  if (typeof token !== 'string' || !token) throw new NotProvenError('missing');
  if (token.length > limits.tokenCharacters) throw new NotProvenError('too-long');
  const [issued, binding, ...others] = token.split(protocol.separator);
  if (!issued || !binding || others.length) throw new NotProvenError('malformed');
  try {
    return { issued: readPart(issued), binding: readPart(binding) };
  } catch {
    throw new NotProvenError('malformed');
  }
};

/** The nonce in a token, which nothing vouches for: it is to be looked up in the server's own record. `undefined` if there is none. */
export const nonceIn = (token: unknown): string | undefined => {
  try {
    const { nonce } = readToken(token).binding.claims;
    return typeof nonce === 'string' ? nonce : undefined;
  } catch {
    return undefined;
  }
};
