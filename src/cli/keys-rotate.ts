import type { Accounts } from '../service/accounts/index.js';
import type { Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { keyNumber, keyOption } from './key-number.js';
import { showKey } from './show-key.js';

/**
 * Revokes the old key after its successor has been shown. It is not an error if the old key was revoked meanwhile.
 * @throws Error if it cannot be revoked: the message says that both keys are valid.
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

/** Makes a new key in place of an old one, and shows it once. */
export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'make a new key that has all settings of an old one; it is shown once',
  options: {
    key: keyOption,
    'revoke-old': {
      help: 'revoke the old key when the new one has been shown; without this option, the old key stays valid until keys revoke',
    },
    ...databaseOptions,
  },
  async run(parsed, context) {
    const key = keyNumber(parsed);
    const revokesOld = parsed.has('revoke-old');
    await withAccounts(parsed, context, async ({ accounts }) => {
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
