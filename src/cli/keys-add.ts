import { UsageError, wholeNumber, type Command } from './command.js';
import { databaseOptions, withAccounts } from './configured.js';
import { showKey } from './show-key.js';

/** Makes a key and shows it, once. */
export const keysAdd: Command = {
  words: 'keys add',
  summary: 'make a key; it is shown once',
  options: {
    account: { value: 'number', help: 'the account that pays', isRequired: true },
    kind: { value: 'private|public', help: 'private for servers, public for pages', isRequired: true },
    origin: {
      value: 'origin',
      help: 'where a public key may be used, as in https://www.example.com or https://*.example.com',
      isMany: true,
    },
    'shows-balance': { help: "let a public key's answers carry the balance" },
    ...databaseOptions,
  },
  async run(given, around) {
    const kind = given.text('kind');
    if (kind !== 'private' && kind !== 'public') throw new UsageError('--kind is neither: write private or public.');
    const account = wholeNumber('account', given);
    await withAccounts(given, around, async (accounts) => {
      const made = await accounts.createKey({
        account,
        kind,
        origins: given.all('origin'),
        showsBalance: given.has('shows-balance'),
      });
      await showKey(around, made);
      around.complain(`Key ${made.id}, ${kind}, for account ${account}. Keep it now: it cannot be shown again.`);
    });
  },
};
