import type { Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';

/** Prints the number of contacts. */
export const contactsCount: Command = {
  name: 'contacts count',
  summary: 'say how many contacts there are',
  options: databaseOptions,
  run: (parsed, context) =>
    withAccounts(parsed, context, async ({ contacts }) => context.say(String(await contacts.count()))),
};
