import { createHash } from 'node:crypto';

/** What stands in a page itself, between its tags: a policy names it by its hash. */
const hashesOf = (html: string, tag: RegExp): string =>
  [...html.matchAll(tag)]
    .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join('');

const importMaps = /<script type="importmap">(.*?)<\/script>/gs;
const styles = /<style>(.*?)<\/style>/gs;

/** What a page with the element may do, its service on another origin; `html` is the page's own. */
export const policyOf = (serviceUrl: string, html = ''): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${serviceUrl}${hashesOf(html, importMaps)}`,
    `style-src 'self' ${serviceUrl}${hashesOf(html, styles)}`,
    `img-src 'self' ${serviceUrl}`,
    `connect-src 'self' ${serviceUrl}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Nothing but what a sign-up page with the element needs, and no text that becomes markup or script. */
export const strictPolicyOf = (serviceUrl: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${serviceUrl}`,
    "style-src 'self'",
    `img-src ${serviceUrl}`,
    `connect-src ${serviceUrl}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const policyAsking = (places: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${places}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The same where the site has a key proxy: nothing comes from another origin, and nothing goes there. */
export const ownPolicy = (): string => policyAsking("'self'");

/** The same for a page that reads a list's results where their link leads: to the service. */
export const listPolicyOf = (serviceUrl: string): string => policyAsking(`'self' ${serviceUrl}`);
