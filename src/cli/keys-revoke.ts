import { wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';

/** Ends a key for good; a service that runs refuses it from the next call on. */
export const keysRevoke: Command = {
  words: 'keys revoke',
  summary: 'end a key for good',
  options: { key: { value: 'number', help: 'its number in the list of keys', isRequired: true }, ...databaseOptions },
  run: (given, around) =>
    withAccounts(given, around, async (accounts) => {
      const key = wholeNumber('key', given);
      if (!(await accounts.revokeKey(key))) throw new Error(`There is no good key ${key}: list the keys to see their numbers.`);
      around.say(`Key ${key} is revoked.`);
    }),
};
