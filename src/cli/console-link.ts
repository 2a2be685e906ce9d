import { LINK_MINUTES, signInUrl } from '../service/console/link-url.js';
import { UsageError, wholeNumber, type Command } from './command.js';
import { configFrom, consoleOptions, withAccounts } from './configured.js';
import { consoleUrlOf } from './console-url.js';
import { sayDone } from './standard-output.js';

/** Makes a one-time link to the account console, and shows it on a terminal. */
export const consoleLink: Command = {
  name: 'console link',
  summary: 'make a one-time link to the account console',
  options: {
    account: { value: 'number', help: 'the account that it opens; all accounts if left out' },
    ...consoleOptions,
  },
  notes: [
    `The link opens one session, within ${LINK_MINUTES} minutes. It is shown on a terminal alone, so that no log has it.`,
  ],
  async run(parsed, context) {
    const { stdout } = context.stdio ?? process;
    if (stdout.isTTY !== true)
      throw new UsageError(
        'A link to the console is shown on a terminal alone, so that no file and no log has it: run this command in a terminal, without a pipe.',
      );
    const account = parsed.text('account') === undefined ? undefined : wholeNumber('account', parsed);
    const serviceUrl = consoleUrlOf(configFrom({ flags: parsed.texts }, context));
    await withAccounts(parsed, context, async ({ links }) => {
      await sayDone(context, signInUrl(serviceUrl, await links.make(account)));
    });
  },
};
