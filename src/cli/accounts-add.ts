import { wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { sayDone } from './standard-output.js';

/** Opens an account, in a new database if there is none. */
export const accountsAdd: Command = {
  name: 'accounts add',
  summary: 'open an account',
  options: {
    name: { value: 'name', help: 'a name for the account, for you to recognise it', isRequired: true },
    credits: { value: 'number', help: 'credits to begin with (default 0)' },
    ...databaseOptions,
  },
  run: (parsed, context) =>
    withAccounts(
      parsed,
      context,
      async ({ accounts }) => {
        const credits = parsed.text('credits') === undefined ? 0 : wholeNumber('credits', parsed);
        const { id, name, balance } = await accounts.createAccount({ name: parsed.text('name') ?? '', credits });
        await sayDone(context, `Account ${id} (${name}) has ${balance} credits.`);
      },
      { makesDatabase: true },
    ),
};
