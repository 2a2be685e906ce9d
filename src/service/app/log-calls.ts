import type { MiddlewareHandler } from 'hono';
import type { AppEnv, AppParts } from './parts.js';

/** Reports each answer to `onCall`, one that is streamed when it has ended. Routes set `path`; a request that reaches no route is reported under `unknownPath`. */
export const logCalls =
  (
    { now, onCall, onFault }: Pick<AppParts, 'now' | 'onCall' | 'onFault'>,
    unknownPath: string,
  ): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const at = now();
    const since = performance.now();
    c.set('path', unknownPath);
    c.set('logFields', { credits: 0 });
    await next();
    const report = () =>
      onCall?.({
        at,
        path: c.get('path'),
        status: c.res.status,
        milliseconds: performance.now() - since,
        ...c.get('logFields'),
      });
    const streaming = c.get('streaming');
    if (!streaming) return report();
    // Nothing awaits it: an error of the observer goes where those of other calls go.
    void streaming.then(report).catch((fault: unknown) => onFault?.(fault));
  };
