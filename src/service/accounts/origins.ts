import { getDomain } from 'tldts';
import { parsedUrl } from '../../network/index.js';
import { isAnyPortOrigin } from '../../wire/approved-origins.js';
import { AccountsError } from './errors.js';

const badOrigin = (words: string) => new AccountsError('bad-origin', words);

const WILDCARD = /^(https?:\/\/)\*\.(.+)$/i;

/** The normal form of an origin (RFC 6454 §6.2), or `undefined` for text that is more or less than one. */
export const parseOrigin = (text: string): string | undefined => {
  const url = parsedUrl(text);
  if (!url) return undefined;
  const { protocol, origin, username, password, pathname, search, hash, hostname } = url;
  // With empty labels or a dot at the end, one host would have many names.
  const isPlain = hostname.split('.').every(Boolean);
  const isBare = pathname === '/' && !username && !password && !search && !hash && !/[?#@*]/.test(text);
  return (protocol === 'https:' || protocol === 'http:') && isBare && isPlain ? origin : undefined;
};

/**
 * The normal form of an origin as an account approves it: one origin, or `https://*.example.com` for all subdomains of
 * a domain, though not the domain itself, or `http://localhost:*` for all ports of one's own machine.
 * @throws AccountsError `bad-origin`, for any other text, and for wildcards over public suffixes (`https://*.com`).
 */
export const parseApprovedOrigin = (text: string): string => {
  const lower = text.trim().toLowerCase();
  if (isAnyPortOrigin(lower)) return lower;
  const [, scheme, rest] = WILDCARD.exec(text.trim()) ?? [];
  const origin = parseOrigin(scheme && rest ? scheme + rest : text.trim());
  if (!origin)
    throw badOrigin(
      `"${text}" is not an origin. Write it as https://www.example.com, or https://*.example.com for all subdomains.`,
    );
  if (!rest) return origin;
  if (!getDomain(new URL(origin).hostname, { allowPrivateDomains: true }))
    throw badOrigin(
      `"${text}" would approve domains of many owners. Name a domain of your own, as in https://*.example.com.`,
    );
  return origin.replace('://', '://*.');
};

/** Whether a text is an origin that an account can approve. */
export const isApprovable = (text: string): boolean => {
  try {
    parseApprovedOrigin(text);
    return true;
  } catch {
    return false;
  }
};
