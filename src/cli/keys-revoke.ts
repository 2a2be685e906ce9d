import { UsageError, wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';

/** Ends a key for good; a service that runs refuses it from the next call on. */
export const keysRevoke: Command = {
  words: 'keys revoke',
  summary: 'end a key for good',
  options: { key: { value: 'number', help: 'its number in the list of keys', isRequired: true }, ...databaseOptions },
  async run(given, around) {
    // Whoever takes it for the key itself must not find that one in a terminal's log.
    if (!/^\d+$/.test(given.text('key') ?? '')) throw new UsageError('--key is no number: write the number that email-check keys list has for it.');
    const key = wholeNumber('key', given);
    await withAccounts(given, around, async (accounts) => {
      if (!(await accounts.revokeKey(key))) throw new Error(`There is no good key ${key}: email-check keys list has their numbers.`);
      around.say(`Key ${key} is revoked.`);
    });
  },
};
