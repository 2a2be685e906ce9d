import type { AccountStore } from '../store/index.js';
import type { Clock } from './day.js';
import { keyedHash, keyHash, keyHint, newKey } from './keys.js';

/** The key of an account's console in plain text: the same one whenever it is needed, and known only to who has the secret. */
export const consoleKeyOf = (secret: string, account: number): string => {
  let digits = BigInt(`0x${keyedHash(secret, 'console-key', String(account))}`);
  return newKey('private', (below) => {
    const digit = Number(digits % BigInt(below));
    digits /= BigInt(below);
    return digit;
  });
};

/**
 * Makes sure that the console's key is stored. False if the account does not exist or is closed.
 * @throws what the store throws.
 */
export const keepConsoleKey = async (
  store: Pick<AccountStore, 'findKey' | 'createKey'>,
  secret: string,
  { account, now }: { readonly account: number; readonly now: Clock },
): Promise<boolean> => {
  const key = consoleKeyOf(secret, account);
  const hash = keyHash(secret, key);
  const isStored = async (): Promise<boolean> => (await store.findKey(hash)) !== undefined;
  if (await isStored()) return true;
  try {
    const made = await store.createKey({
      ...{ accountId: account, kind: 'private', hash, hint: keyHint(key), label: '', origins: [] },
      ...{ showsBalance: true, isConsole: true, createdAt: now() },
    });
    return made !== undefined;
  } catch (error) {
    // Another process may have made it at the same moment.
    if (await isStored()) return true;
    throw error;
  }
};
