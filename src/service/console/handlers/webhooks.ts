import type { Handlers } from '../asked.js';
import { ConsoleError } from '../console-error.js';
import type { ConsoleParts } from '../parts.js';

const missing = (): never => {
  throw new ConsoleError(409, 'Webhooks are not part of this build.');
};

/** Where an account's events are sent. */
export const webhookHandlers = (
  _parts: ConsoleParts,
): Handlers<'webhook' | 'setWebhook' | 'rotateWebhook' | 'removeWebhook' | 'deliveries' | 'sendDelivery'> => ({
  webhook: () => ({ hasSecret: false }),
  setWebhook: missing,
  rotateWebhook: missing,
  removeWebhook: missing,
  deliveries: () => [],
  sendDelivery: missing,
});
