import type { Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { keyNumber, keyOption } from './key-number.js';
import { sayDone } from './standard-output.js';

/** Revokes a key permanently; a running service refuses the key from the next call on. */
export const keysRevoke: Command = {
  name: 'keys revoke',
  summary: 'revoke a key permanently',
  options: { key: keyOption, ...databaseOptions },
  async run(parsed, context) {
    const key = keyNumber(parsed);
    await withAccounts(parsed, context, async ({ accounts }) => {
      if (!(await accounts.revokeKey(key)))
        throw new Error(`There is no valid key ${key}: email-check keys list shows their numbers.`);
      await sayDone(context, `Key ${key} is revoked.`);
    });
  },
};
