import { UsageError, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { sayDone } from './standard-output.js';

const counted = (count: number, what: string): string[] =>
  count > 0 ? [`${count} ${what}${count === 1 ? '' : 's'}`] : [];

/**
 * Deletes the data that identifies an address, if the person behind it asks for that. Lists are deleted as a whole, not
 * searched for the address.
 */
export const forget: Command = {
  name: 'forget',
  operands: 'ADDRESS',
  summary: 'delete what is stored about an address',
  options: {
    'ended-lists': {
      help: 'also delete all lists that have ended, with their results: any of them may contain the address',
    },
    ...databaseOptions,
  },
  notes: [
    'Upper and lower case make no difference. A running service forgets within an hour whether the address has a photo at Libravatar or Gravatar.',
    'Uploaded lists keep their addresses until retainLists after their end. To end a list that is in progress or waits: email-check lists cancel.',
  ],
  async run(parsed, context) {
    const [address, another] = parsed.operands;
    if (address === undefined || another !== undefined) throw new UsageError('Write one address after the command.');
    await withAccounts(parsed, context, async ({ contacts, lists }) => {
      const forgotten = await contacts.forget(address);
      const endedLists = parsed.has('ended-lists') ? await lists.forgetOlderThan(0) : 0;
      const [kept] = await lists.latest(1);
      const deleted = [...counted(forgotten.contacts, 'contact'), ...counted(endedLists, 'list')];
      // The address is not repeated, since it must be forgotten.
      if (deleted.length > 0) await sayDone(context, `Deleted: ${deleted.join(', ')}.`);
      else
        await sayDone(
          context,
          kept ? 'There was no contact with this address.' : 'Nothing was stored about this address.',
        );
      if (kept)
        await sayDone(
          context,
          'Stored lists may contain it: --ended-lists deletes those that have ended, and email-check lists cancel ends others.',
        );
    });
  },
};
