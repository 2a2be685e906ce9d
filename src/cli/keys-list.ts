import { wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';

/** Lists keys, one a line, tabs between the columns. A key itself is not kept: only its end is known. */
export const keysList: Command = {
  words: 'keys list',
  summary: "list keys: number, account, kind, the key's last characters, state, origins",
  options: { account: { value: 'number', help: 'the keys of this account alone' }, ...databaseOptions },
  run: (given, around) =>
    withAccounts(given, around, async (accounts) => {
      const account = given.text('account') === undefined ? undefined : wholeNumber('account', given);
      const keys = await accounts.listKeys(account);
      if (keys.length === 0) around.complain('There are no keys: email-check keys add makes one.');
      for (const { id, accountId, kind, hint, revokedAt, origins } of keys)
        await around.say(
          [id, accountId, kind, `…${hint}`, revokedAt === undefined ? 'good' : 'revoked', origins.join(' ')]
            .join('\t')
            .trimEnd(),
        );
    }),
};
