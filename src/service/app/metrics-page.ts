import ipaddr from 'ipaddr.js';
import type { AppOptions, Caller, Handler } from './options.js';

/** Loopback, and what no packet from the internet bears as its source: private (RFC 1918, RFC 4193) and link-local networks. */
const nearRanges: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal'];

const isNear = ({ address }: Caller): boolean =>
  address !== undefined && ipaddr.isValid(address) && nearRanges.includes(ipaddr.process(address).range());

/** What reverse proxies tell of whom they ask for: a proxy on this machine must not publish what is for this machine. */
const hopHeaders = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Via'];

/** The service's figures, for who may read them; to anyone else there is nothing here. */
export const metrics =
  ({ metrics, metricsFor = 'local' }: Pick<AppOptions, 'metrics' | 'metricsFor'>): Handler =>
  async (c) => {
    const isAllowed =
      metricsFor === 'all' || (isNear(c.env) && !hopHeaders.some((name) => c.req.raw.headers.has(name)));
    if (!metrics || !isAllowed) {
      c.set('path', '*');
      return c.notFound();
    }
    const { type, text } = await metrics.page();
    c.header('Cache-Control', 'no-store');
    return c.body(text, 200, { 'Content-Type': type });
  };
