import type { Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';

/** Lists all accounts, one a line, tabs between the columns. */
export const accountsList: Command = {
  words: 'accounts list',
  summary: 'list all accounts: number, credits, name',
  options: databaseOptions,
  run: (given, around) =>
    withAccounts(given, around, async (accounts) => {
      for (const { id, balance, name } of await accounts.listAccounts()) around.say(`${id}\t${balance}\t${name}`);
    }),
};
