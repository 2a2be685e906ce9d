import { wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { sayDone } from './standard-output.js';

/** Adds credits to an account; a running service uses them from the next call on. */
export const creditsAdd: Command = {
  name: 'credits add',
  summary: 'add credits to an account',
  options: {
    account: { value: 'number', help: 'the account', isRequired: true },
    credits: { value: 'number', help: 'how many', isRequired: true },
    ...databaseOptions,
  },
  run: (parsed, context) =>
    withAccounts(parsed, context, async ({ accounts }) => {
      const account = wholeNumber('account', parsed);
      const balance = await accounts.grantCredits(account, wholeNumber('credits', parsed));
      await sayDone(context, `Account ${account} has ${balance} credits.`);
    }),
};
