import type { Accounts } from '../service/index.js';

/** Returns one sentence about what to do before the service can answer calls; nothing if there is a key. */
export const firstSteps = async (accounts: Accounts, hasOwnDatabase: boolean): Promise<string | undefined> => {
  const [[first], keys] = await Promise.all([accounts.listAccounts(), accounts.listKeys()]);
  if (keys.some(({ revokedAt }) => revokedAt === undefined)) return undefined;
  const where = hasOwnDatabase ? ' with the same database and secret' : '';
  const key = `email-check keys add --account ${first?.id ?? 1} --kind private`;
  return first
    ? `No key opens this service yet. Make the first one in another terminal${where}: ${key}`
    : `There is no account yet. Make the first one and its key in another terminal${where}: email-check accounts add --name "My site" --credits 1000 && ${key}`;
};
