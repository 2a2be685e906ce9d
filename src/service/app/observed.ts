import type { MiddlewareHandler } from 'hono';
import type { AppEnv, AppOptions } from './options.js';

/** Tells the observer of each answer. A request that no route takes is told as one to `elsewhere`. */
export const observed =
  ({ now, onCall, onFault }: Pick<AppOptions, 'now' | 'onCall' | 'onFault'>, elsewhere: string): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const at = now();
    const since = performance.now();
    c.set('path', elsewhere);
    c.set('noted', { credits: 0 });
    await next();
    try {
      onCall?.({ at, path: c.get('path'), status: c.res.status, milliseconds: performance.now() - since, ...c.get('noted') });
    } catch (fault) {
      // What watches must not cost a caller the answer.
      onFault?.(fault);
    }
  };
