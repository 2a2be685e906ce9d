import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../parts.js';

const REALM = 'Bearer realm="email-check admin"';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Lets a request pass that has the token (RFC 6750 §2.1). Digests of equal length are compared in constant time, so
 * that the time reveals nothing about the token. Requests from pages are refused even with the token: pages need no
 * access, and must not be able to guess.
 */
export const guard = (token: string): MiddlewareHandler<AppEnv> => {
  const wanted = digestOf(token);
  return async (c, next) => {
    if (c.req.header('Origin') !== undefined)
      return c.json({ error: 'The admin API answers no page: call it from a server or a terminal.' }, 403);
    const [, given] = /^Bearer +([\x21-\x7e]+) *$/i.exec(c.req.header('Authorization') ?? '') ?? [];
    if (given !== undefined && timingSafeEqual(digestOf(given), wanted)) return next();
    c.header('WWW-Authenticate', given === undefined ? REALM : `${REALM}, error="invalid_token"`);
    const words =
      given === undefined
        ? 'The header "Authorization: Bearer …" is missing: send the admin token in it.'
        : 'This is not the admin token: send the token that the service was started with.';
    return c.json({ error: words }, 401);
  };
};
