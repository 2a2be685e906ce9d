import { createHash } from 'node:crypto';
import type { Context, Env } from 'hono';
import { allowAllOrigins } from './answers.js';
import type { Coding } from './codings.js';
import type { AppEnv } from './parts.js';

/** Bytes to send, and their entity tag for caches (RFC 9110 §8.8.3). */
export interface Tagged {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  /** How they are compressed; absent if they are not. */
  readonly coding?: Coding | undefined;
}

/** Bytes with their tag, a hash of their content. */
export const tagged = (content: Uint8Array): Tagged => {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { bytes: Uint8Array.from(content), etag: `"${hash}"` };
};

/** Sends bytes, or 304 to a caller that has them (RFC 9110 §13.1.2). */
export const sendTagged = <E extends Env>(c: Context<E>, { bytes, etag, coding }: Tagged, type: string): Response => {
  c.header('ETag', etag);
  const known = c.req
    .header('If-None-Match')
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''));
  if (known?.some((each) => each === etag || each === '*')) return c.body(null, 304);
  c.header('Content-Type', type);
  if (coding) c.header('Content-Encoding', coding);
  // Set for HEAD, whose answer has no body from which the length could be taken.
  c.header('Content-Length', String(bytes.length));
  return c.body(bytes);
};

/** Sends bytes that any page may embed. */
export const sendEmbedded = (c: Context<AppEnv>, content: Tagged, type: string): Response => {
  allowAllOrigins(c);
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  return sendTagged(c, content, type);
};
