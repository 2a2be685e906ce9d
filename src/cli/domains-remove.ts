import type { Command } from './command.js';
import { domainsOptions } from './configured.js';
import { listNotes, readEntries, readListArguments } from './domains-lists.js';
import { sayDone } from './standard-output.js';

/**
 * Removes entries from one of the operator's lists. Only `not-disposable` overrides an entry of the release's own
 * lists.
 */
export const domainsRemove: Command = {
  name: 'domains remove',
  operands: 'LIST ENTRY…',
  summary: 'remove domains from one of your own lists',
  options: domainsOptions,
  notes: [
    ...listNotes,
    'The lists of the release do not change. If a domain is wrongly among its disposable domains, add it to not-disposable.',
  ],
  async run(parsed, context) {
    const args = readListArguments(parsed, context);
    const remove = new Set(readEntries(args));
    const { changeOwnList } = await import('../service/reputation/own-file.js');
    const { removed } = await changeOwnList({ ...args, remove });
    if (removed === 0)
      throw new Error(
        `Your list ${args.list} contains none of them: email-check domains list ${args.list} shows its entries.`,
      );
    await sayDone(
      context,
      `${args.list}: ${removed} removed${removed < remove.size ? ', the others were not in it' : ''}.`,
    );
  },
};
