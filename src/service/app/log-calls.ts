import type { MiddlewareHandler } from 'hono';
import type { AppEnv, AppParts } from './parts.js';

/** Reports each answer to the observer. A request to an unknown path is reported as one to `elsewhere`. */
export const logCalls =
  ({ now, onCall }: Pick<AppParts, 'now' | 'onCall'>, elsewhere: string): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const at = now();
    const since = performance.now();
    c.set('path', elsewhere);
    c.set('logFields', { credits: 0 });
    await next();
    onCall?.({
      at,
      path: c.get('path'),
      status: c.res.status,
      milliseconds: performance.now() - since,
      ...c.get('logFields'),
    });
  };
