import { wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { sayDone } from './standard-output.js';
import { accountOption } from './webhook-secret.js';

/** Sends an account's events nowhere any more. */
export const webhooksRemove: Command = {
  name: 'webhooks remove',
  summary: "delete the URL and the secret of an account's webhooks; events that wait are not sent",
  options: { account: accountOption, ...databaseOptions },
  async run(parsed, context) {
    const account = wholeNumber('account', parsed);
    await withAccounts(parsed, context, async ({ webhooks }) => {
      if (!(await webhooks.remove(account)))
        throw new Error(`Account ${account} has no webhook: email-check accounts list shows the accounts.`);
      await sayDone(context, `Account ${account} has no webhook any more.`);
    });
  },
};
