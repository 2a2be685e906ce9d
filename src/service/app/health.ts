import { encodeFailure } from '../../wire/index.js';
import type { AppParts, Handler } from './parts.js';
import type { PartStates } from './readiness.js';

const shown = (state: boolean | 'blind') => (state === 'blind' ? state : state ? 'up' : 'down');

/** The process is alive. Nothing else is checked, so that a fault of another part causes no restart. */
export const alive: Handler = (c) => {
  c.header('Cache-Control', 'no-store');
  return c.json({ success: '1' });
};

const whyNot = ({ store, resolver }: PartStates): string => {
  const down = [...(store ? [] : ['its store']), ...(resolver ? [] : ['its resolver'])];
  return `The service is not ready: ${down.join(' and ')} ${down.length > 1 ? 'do' : 'does'} not answer.`;
};

/** Whether calls can be answered, and which part is at fault if they cannot. */
export const ready =
  ({ readiness, names }: AppParts): Handler =>
  async (c) => {
    c.header('Cache-Control', 'no-store');
    const found = await readiness();
    const refuse = (words: string, parts = {}) =>
      c.json({ ...encodeFailure(503, words, names.envelope).body, ...parts }, 503);
    if (found === 'closing') return refuse('The service is closing.');
    const parts = {
      store: shown(found.store),
      resolver: shown(found.resolver),
      ...(found.isMailPortClosed && { mail_port: 'closed' }),
    };
    return found.store && found.resolver ? c.json({ success: '1', ...parts }) : refuse(whyNot(found), parts);
  };
