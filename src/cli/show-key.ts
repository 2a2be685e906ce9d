import type { MadeKey } from '../service/accounts/accounts.js';
import type { CliContext } from './command.js';
import { OutputError } from './standard-output.js';

/**
 * Writes a new key to standard output, the only time that it can be shown.
 * @throws Error if it cannot be written: the key is useless then, and the message says how to revoke it.
 */
export const showKey = async (context: CliContext, { id, key }: Pick<MadeKey, 'id' | 'key'>): Promise<void> => {
  try {
    await context.say(key);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new Error(
      `Key ${id} is made, but standard output cannot be written (${error.code}): the key was not shown, and cannot be shown again. Revoke it with email-check keys revoke --key ${id}, and make another.`,
      { cause: error },
    );
  }
};
