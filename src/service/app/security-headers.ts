import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './parts.js';

/** Security headers of every answer: no answer is a page, and none causes a referrer. */
export const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

const fixedEntries = Object.entries(fixedHeaders);

/** Half a year, in seconds. */
const HTTPS_ONLY = 'max-age=15768000';

/**
 * Puts the fixed headers on every answer, and tells browsers to use only https (RFC 6797) if a trusted hop says that
 * the request used https. Without such a hop, any caller could say so.
 */
export const securityHeaders: MiddlewareHandler<AppEnv> = (c, next) => {
  for (const [name, value] of fixedEntries) c.header(name, value);
  if (c.env.scheme === 'https') c.header('Strict-Transport-Security', HTTPS_ONLY);
  return next();
};
