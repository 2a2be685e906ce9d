import { encodeFailure } from '../../wire/index.js';
import { isOwnRequest } from './local-request.js';
import type { AppParts, Handler } from './parts.js';

const shown = (state: boolean | 'blind') => (state === 'blind' ? state : state ? 'up' : 'down');

/** The process is alive. Nothing else is checked, so that a fault of another part causes no restart. */
export const alive: Handler = (c) => {
  c.header('Cache-Control', 'no-store');
  return c.json({ success: '1' });
};

const NOT_READY = 'The service is not ready';

/**
 * Whether calls can be answered: they can without name servers, with verdicts that are Unknown, and cannot without the store. Callers on this
 * machine are told of every part, and of the checks of the machine; others hear the status alone.
 */
export const ready =
  ({ readiness, diagnosis, names }: AppParts): Handler =>
  async (c) => {
    c.header('Cache-Control', 'no-store');
    const found = await readiness();
    const isOwn = isOwnRequest(c.req.raw, c.env);
    const refuse = (words: string, parts = {}) =>
      c.json({ ...encodeFailure(503, words, names.envelope).body, ...parts }, 503);
    if (found === 'closing') return refuse('The service is closing.');
    const checks = diagnosis?.()?.findings;
    const parts = isOwn && {
      store: shown(found.store),
      resolver: shown(found.resolver),
      ...(found.isMailPortClosed && { mail_port: 'closed' }),
      ...(checks && { checks }),
    };
    if (found.store) return c.json({ success: '1', ...parts });
    return refuse(isOwn ? `${NOT_READY}: its store does not answer.` : `${NOT_READY}.`, parts || {});
  };
