import type { KeyRecord } from '../service/index.js';
import { wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';

/** Returns the limits of a public key that differ from the defaults, as options of `keys add`. */
const limitsOf = ({ dailyLimit, dailyBudget, answers }: KeyRecord): string =>
  [
    ...(dailyLimit === undefined ? [] : [`daily-limit=${dailyLimit}`]),
    ...(dailyBudget === undefined ? [] : [`daily-budget=${dailyBudget || 'off'}`]),
    ...(answers === undefined ? [] : [`answers=${answers}`]),
  ].join(' ');

/**
 * Lists keys, one on each line, with tabs between the columns. The key itself is not stored: only its last characters
 * are known.
 */
export const keysList: Command = {
  name: 'keys list',
  summary:
    "list keys: number, account, kind, the key's last characters, state, origins, limits other than the defaults",
  options: { account: { value: 'number', help: 'only the keys of this account' }, ...databaseOptions },
  run: (parsed, context) =>
    withAccounts(parsed, context, async ({ accounts }) => {
      const account = parsed.text('account') === undefined ? undefined : wholeNumber('account', parsed);
      const keys = await accounts.listKeys(account);
      if (keys.length === 0) context.printError('There are no keys: email-check keys add makes one.');
      for (const key of keys) {
        const { id, accountId, kind, hint, revokedAt, origins } = key;
        const state = revokedAt === undefined ? 'good' : 'revoked';
        await context.say(
          [id, accountId, kind, `…${hint}`, state, origins.join(' '), limitsOf(key)].join('\t').trimEnd(),
        );
      }
    }),
};
