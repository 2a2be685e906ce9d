import type { MiddlewareHandler } from 'hono';
import type { AppEnv, AppParts } from './parts.js';

/** Reports each answer to `onCall`. Routes set `path`; a request that reaches no route is reported under `unknownPath`. */
export const logCalls =
  ({ now, onCall }: Pick<AppParts, 'now' | 'onCall'>, unknownPath: string): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const at = now();
    const since = performance.now();
    c.set('path', unknownPath);
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
