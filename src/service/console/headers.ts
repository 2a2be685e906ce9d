/** Half a year, in seconds. */
const HTTPS_ONLY = 'max-age=15768000';

const shared = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Of every answer of the console's interface: it is nobody's to keep, and no page. */
const apiHeaders = {
  ...shared,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/**
 * Of the page and its files. Nothing is loaded from elsewhere, no text becomes code or markup, except by Lit's own policy for templates, and no
 * form is sent.
 */
const pageHeaders = {
  ...shared,
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; '),
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** The security headers of an answer to a caller with this scheme. */
export const consoleHeaders = (
  kind: 'api' | 'page',
  { scheme }: { readonly scheme?: 'http' | 'https' | undefined },
): Readonly<Record<string, string>> => ({
  ...(kind === 'api' ? apiHeaders : pageHeaders),
  // Only a trusted hop says https: without one, any caller could say so.
  ...(scheme === 'https' && { 'Strict-Transport-Security': HTTPS_ONLY }),
});
