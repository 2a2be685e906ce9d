import { callerRangeOf, hostIn, isForwarded, isThisMachine } from '../../network/index.js';
import type { AppParts, ConnectionInfo, Handler } from './parts.js';

/** Loopback, and addresses that no packet from the internet has as its source: private (RFC 1918, RFC 4193) and link-local networks. */
const nearRanges: readonly (string | undefined)[] = ['loopback', 'private', 'link-local'];

/**
 * Whether a request comes from this machine or its network and means this service. A page whose host name resolves to
 * this machine (DNS rebinding) is recognised by its host name, another page by its origin, and a caller behind a proxy
 * by the proxy's headers.
 */
const isLocalRequest = ({ url, headers }: Request, { address }: ConnectionInfo, hosts: readonly string[]): boolean => {
  if (!nearRanges.includes(callerRangeOf(address)) || headers.has('Origin') || isForwarded(headers)) return false;
  const host = hostIn(new URL(url));
  return callerRangeOf(host) !== undefined || isThisMachine(host) || hosts.includes(host);
};

/** The service's metrics, for callers that may read them; 404 for all others. */
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
