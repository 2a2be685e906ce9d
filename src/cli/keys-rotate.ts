import type { Accounts } from '../service/accounts/index.js';
import type { Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { keyNumber, keyOption } from './key-number.js';
import { showKey } from './show-key.js';

/**
 * Revokes the old key, whose successor is shown. If it was revoked meanwhile, that is as it should be.
 * @throws Error if it cannot be revoked: the message says that both keys are good.
 */
const revoke = async (accounts: Accounts, old: number, successor: number): Promise<void> => {
  try {
    await accounts.revokeKey(old);
  } catch (error) {
    throw new Error(
      `Key ${successor} is made and shown, but key ${old} could not be revoked, and stays good. Revoke it with email-check keys revoke --key ${old}. ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
};

/** Makes a key's successor and shows it, once. */
export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'make a new key that has all settings of an old one; it is shown once',
  options: {
    key: keyOption,
    'revoke-old': {
      help: 'revoke the old key once the new one is shown; without it the old key stays good until keys revoke',
    },
    ...databaseOptions,
  },
  async run(parsed, context) {
    const key = keyNumber(parsed);
    const revokesOld = parsed.has('revoke-old');
    await withAccounts(parsed, context, async (accounts) => {
      // The old key is revoked only when the new one has been shown.
      const made = await accounts.rotateKey(key);
      await showKey(context, made);
      if (revokesOld) await revoke(accounts, key, made.id);
      const ofOld = revokesOld
        ? `Key ${key} is revoked`
        : `Key ${key} stays good until email-check keys revoke --key ${key}`;
      context.printError(
        `Key ${made.id}, ${made.kind}, for account ${made.accountId}, follows key ${key}. Keep it now: it cannot be shown again. ${ofOld}.`,
      );
    });
  },
};
