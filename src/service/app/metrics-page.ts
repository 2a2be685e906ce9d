import { callerRangeOf, hostIn, isForwarded, isThisMachine } from '../../network/index.js';
import type { AppParts, ConnectionInfo, Handler } from './parts.js';

/** Loopback, and addresses that no packet from the internet has as its source: private (RFC 1918, RFC 4193) and link-local networks. */
const nearRanges: readonly (string | undefined)[] = ['loopback', 'private', 'link-local'];

/**
 * Whether a request comes from this machine or its network and means this service. A page whose own name leads here (DNS rebinding)
 * is known by its name; a page elsewhere by its origin; callers behind a proxy by what that tells of them.
 */
const isLocalRequest = ({ url, headers }: Request, { address }: ConnectionInfo, hosts: readonly string[]): boolean => {
  if (!nearRanges.includes(callerRangeOf(address)) || headers.has('Origin') || isForwarded(headers)) return false;
  const host = hostIn(new URL(url));
  return callerRangeOf(host) !== undefined || isThisMachine(host) || hosts.includes(host);
};

/** The service's figures, for callers who may read them; for all others 404. */
export const metrics =
  ({
    metrics,
    metricsFor = 'local',
    metricsHosts = [],
  }: Pick<AppParts, 'metrics' | 'metricsFor' | 'metricsHosts'>): Handler =>
  async (c) => {
    if (!metrics || (metricsFor !== 'all' && !isLocalRequest(c.req.raw, c.env, metricsHosts))) {
      c.set('path', '*');
      return c.notFound();
    }
    const { type, text } = await metrics.page();
    c.header('Cache-Control', 'no-store');
    return c.body(text, 200, { 'Content-Type': type });
  };
