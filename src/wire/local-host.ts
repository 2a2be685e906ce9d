/**
 * Whether the host name of a URL is this machine (RFC 6761 §6.3; 127.0.0.0/8 and ::1). The same rule as `isThisMachine`
 * of `src/network/`, in less code, since pages load it.
 */
export const isLocalHostname = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1])$/.test(hostname);
