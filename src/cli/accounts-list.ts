import type { Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';

/** Lists all accounts, one on each line, with tabs between the columns. */
export const accountsList: Command = {
  name: 'accounts list',
  summary: 'list all accounts: number, credits, name',
  options: databaseOptions,
  run: (parsed, context) =>
    withAccounts(parsed, context, async ({ accounts }) => {
      const all = await accounts.listAccounts();
      if (all.length === 0)
        context.printError('There are no accounts in this database: email-check accounts add opens one.');
      for (const { id, balance, name } of all) await context.say(`${id}\t${balance}\t${name}`);
    }),
};
