import { wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { accountOption, showSecret } from './webhook-secret.js';

/** Makes a new secret for an account's webhooks, and shows it once. */
export const webhooksRotate: Command = {
  name: 'webhooks rotate',
  summary: "make a new secret for an account's webhooks; it is shown once",
  options: { account: accountOption, ...databaseOptions },
  notes: [
    'Events are signed with the former secret too for a day: have their receiver accept both, then the new one alone.',
  ],
  async run(parsed, context) {
    const account = wholeNumber('account', parsed);
    await withAccounts(parsed, context, async ({ webhooks }) => {
      const { secret, formerSecretUntil = 0 } = await webhooks.rotate(account);
      await showSecret(context, account, secret);
      context.printError(
        `The line above is the new secret of account ${account}. Keep it now: it cannot be shown again. The former one signs too until ${new Date(formerSecretUntil).toISOString()}.`,
      );
    });
  },
};
