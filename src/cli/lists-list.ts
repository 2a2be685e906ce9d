import { wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';

const MOST_LISTS = 100;

/**
 * Lists the uploaded lists, one on each line, with tabs between the columns; never their URLs, which may be known only
 * to their owners.
 */
export const listsList: Command = {
  name: 'lists list',
  summary: 'list uploaded lists: id, account, state, addresses done, time, name, why it failed',
  options: { account: { value: 'number', help: 'only the lists of this account' }, ...databaseOptions },
  notes: [
    `The latest ${MOST_LISTS} lists are shown. A list is deleted some time after its end: --retain-lists of serve.`,
  ],
  run: (parsed, context) =>
    withAccounts(parsed, context, async ({ lists }) => {
      const account = parsed.text('account') === undefined ? undefined : wholeNumber('account', parsed);
      const latest = await lists.latest(MOST_LISTS, account);
      if (latest.length === 0) context.printError('There are no lists: accounts upload them to a running service.');
      for (const { id, accountId, state, done, addresses, createdAt, name, reason } of latest)
        await context.say(
          [id, accountId, state, `${done}/${addresses}`, new Date(createdAt).toISOString(), name, reason]
            .join('\t')
            .trimEnd(),
        );
    }),
};
