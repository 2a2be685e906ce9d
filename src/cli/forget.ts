import { UsageError, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';

/** Deletes what names an address, as the person behind it may ask. */
export const forget: Command = {
  words: 'forget',
  operands: 'ADDRESS',
  summary: 'delete what is kept of an address',
  options: databaseOptions,
  notes: ['Capitals do not count. A photo that a running service has found at others is forgotten within the hour.'],
  async run(given, around) {
    const [address, another] = given.operands;
    if (address === undefined || another !== undefined) throw new UsageError('Write one address after the command.');
    await withAccounts(given, around, async (_accounts, contacts) => {
      const forgotten = await contacts.forget(address);
      // The address is not repeated: it is to be forgotten.
      around.say(forgotten.contacts > 0 ? `Deleted: ${forgotten.contacts} contact.` : 'Nothing was kept of this address.');
    });
  },
};
