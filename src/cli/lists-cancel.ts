import { wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { sayDone } from './standard-output.js';

/** Cancels a list permanently; a service that works on the list stops within seconds. */
export const listsCancel: Command = {
  name: 'lists cancel',
  summary: 'cancel an uploaded list permanently',
  options: {
    account: { value: 'number', help: 'the account that the list belongs to', isRequired: true },
    list: { value: 'id', help: 'id of the list, from lists list', isRequired: true },
    ...databaseOptions,
  },
  notes: ['Results so far can still be downloaded, and their cost stays charged.'],
  async run(parsed, context) {
    const account = wholeNumber('account', parsed);
    const id = parsed.text('list') ?? '';
    await withAccounts(parsed, context, async ({ lists }) => {
      // The id is not repeated: it may be another text, such as a key, by mistake.
      if (!(await lists.cancel(account, id)))
        throw new Error(
          `Account ${account} has no unfinished list with this id: email-check lists list shows the ids.`,
        );
      await sayDone(context, `List ${id} is cancelled.`);
    });
  },
};
