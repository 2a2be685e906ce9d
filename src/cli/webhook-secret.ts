import type { CliContext, CommandOption } from './command.js';
import { OutputError } from './standard-output.js';

/** The option that names an account. */
export const accountOption: CommandOption = {
  value: 'number',
  help: 'the account, from accounts list',
  isRequired: true,
};

/**
 * Writes a new secret to standard output, the only time that it can be shown.
 * @throws Error if it cannot be written: the message says how to make another
 */
export const showSecret = async (context: CliContext, account: number, secret: string): Promise<void> => {
  try {
    await context.say(secret);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new Error(
      `The secret is made, but standard output cannot be written (${error.code}): it was not shown, and cannot be shown again. Make another with email-check webhooks rotate --account ${account}.`,
      { cause: error },
    );
  }
};
