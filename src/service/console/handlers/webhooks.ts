import { CALLBACK_CHARACTERS } from '../../../network/index.js';
import * as fields from '../../body/fields.js';
import { numberIn, type Handlers } from '../asked.js';
import { ConsoleError } from '../console-error.js';
import type { ConsoleParts } from '../parts.js';

/** Where an account's events are sent, and how that went. */
export const webhookHandlers = ({
  webhooks,
}: ConsoleParts): Handlers<
  'webhook' | 'setWebhook' | 'rotateWebhook' | 'removeWebhook' | 'testWebhook' | 'deliveries' | 'sendDelivery'
> => ({
  webhook: ({ account }) => webhooks.info(account),
  setWebhook: ({ account, body }) =>
    webhooks.set(account, fields.readFields(body, { url: fields.textUpTo(CALLBACK_CHARACTERS) }, {}).url),
  async rotateWebhook({ account }) {
    if (!(await webhooks.hasSecret(account)))
      throw new ConsoleError(409, 'The account has no webhook yet: set its URL, which makes a secret.');
    return webhooks.rotate(account);
  },
  async removeWebhook({ account }) {
    await webhooks.remove(account);
    return webhooks.info(account);
  },
  async testWebhook({ account }) {
    const { url } = await webhooks.info(account);
    if (url === undefined) throw new ConsoleError(409, 'There is no URL to send a test event to: set one first.');
    const isWaiting = (await webhooks.deliveries(account)).some(
      (each) => each.type === 'test' && each.state === 'waiting' && each.url === url,
    );
    if (isWaiting) throw new ConsoleError(409, 'A test event for this URL waits already: send that one again.');
    return webhooks.sendTest(account);
  },
  deliveries: ({ account }) => webhooks.deliveries(account),
  async sendDelivery({ account, parts, note }) {
    const delivery = numberIn({ parts }, 'delivery');
    if (!(await webhooks.sendAgain(account, delivery)))
      throw new ConsoleError(404, `The account has no delivery ${delivery}: it may have been deleted.`);
    note({ detail: `delivery ${delivery}` });
    return {};
  },
});
