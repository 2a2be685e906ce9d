import { wholeNumber, type Command } from './command.js';
import { webhookOptions, withAccounts } from './configured.js';
import { accountOption, showSecret } from './webhook-secret.js';
import { sayDone } from './standard-output.js';

/** Has an account's events sent to a URL. Shows the secret if this makes it, once. */
export const webhooksSet: Command = {
  name: 'webhooks set',
  summary: "have an account's events sent to a URL; a new secret is shown once",
  options: {
    account: accountOption,
    url: {
      value: 'url',
      help: 'https URL that events are sent to by POST; without it the account only gets a secret, for lists with a callback of their own',
    },
    ...webhookOptions,
  },
  notes: ['The secret is the only line of standard output: docs/webhooks.md says how to verify events with it.'],
  async run(parsed, context) {
    const account = wholeNumber('account', parsed);
    await withAccounts(parsed, context, async ({ webhooks }) => {
      const { url, secret } = await webhooks.set(account, parsed.text('url'));
      const where = url === undefined ? 'go to the callback of lists alone' : `go to ${url}`;
      if (secret === undefined) return sayDone(context, `Events of account ${account} ${where}.`);
      await showSecret(context, account, secret);
      context.printError(
        `Events of account ${account} ${where}. The line above is their secret. Keep it now: it cannot be shown again.`,
      );
    });
  },
};
