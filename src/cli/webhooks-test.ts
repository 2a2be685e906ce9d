import { wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { sayDone } from './standard-output.js';
import { accountOption } from './webhook-secret.js';

/** Has a test event sent to an account's URL. */
export const webhooksTest: Command = {
  name: 'webhooks test',
  summary: "send a test event to an account's URL",
  options: { account: accountOption, ...databaseOptions },
  notes: ['A running service on the same database sends the event, within seconds.'],
  async run(parsed, context) {
    const account = wholeNumber('account', parsed);
    await withAccounts(parsed, context, async ({ webhooks }) => {
      const { event, url } = await webhooks.sendTest(account);
      await sayDone(
        context,
        `Event ${event} waits to be sent to ${url}. email-check webhooks deliveries --account ${account} shows how that ended.`,
      );
    });
  },
};
