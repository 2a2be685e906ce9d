import { isLocalRequest } from './local-request.js';
import type { AppParts, Handler } from './parts.js';

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
