/**
 * Whether the host name of a URL is this machine (RFC 6761 §6.3; 127.0.0.0/8 and ::1). It is what `isThisMachine` of `src/network/` says,
 * in the few bytes that a page should load.
 */
export const isLocalHostname = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1])$/.test(hostname);
