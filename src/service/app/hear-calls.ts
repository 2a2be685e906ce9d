import type { Context, MiddlewareHandler } from 'hono';
import type { HeardFields } from '../log/index.js';
import type { AppEnv, AppParts } from './parts.js';

/** Adds to what the observer of calls is told, if there is one. */
export const hear = (c: Context<AppEnv>, fields: HeardFields): void => {
  const heard = c.get('heard');
  if (heard) Object.assign(heard, fields);
};

/** Tells the observer of each call what it was about, when its answer has ended. */
export const hearCalls =
  (
    { now, onFault }: Pick<AppParts, 'now' | 'onFault'>,
    onHeard: NonNullable<AppParts['onHeard']>,
  ): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const at = now();
    const since = performance.now();
    c.set('heard', {});
    await next();
    const tell = () =>
      onHeard({
        ...{ at, call: c.get('path'), status: c.res.status, milliseconds: performance.now() - since },
        ...c.get('heard'),
      });
    const streaming = c.get('streaming');
    if (!streaming) return tell();
    void streaming.then(tell).catch((fault: unknown) => onFault?.(fault));
  };
