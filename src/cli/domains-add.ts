import type { Command } from './command.js';
import { domainsOptions } from './configured.js';
import { listNotes, readEntries, readListArguments } from './domains-lists.js';
import { sayDone } from './standard-output.js';

/** Adds entries to one of the operator's lists. */
export const domainsAdd: Command = {
  name: 'domains add',
  operands: 'LIST ENTRY…',
  summary: 'add domains to one of your own lists',
  options: domainsOptions,
  notes: listNotes,
  async run(parsed, context) {
    const args = readListArguments(parsed, context);
    const add = readEntries(args);
    const { changeOwnList } = await import('../service/reputation/own-file.js');
    const { added } = await changeOwnList({ ...args, add });
    await sayDone(
      context,
      `${args.list}: ${added} added${added < new Set(add).size ? ', the others were in it already' : ''}.`,
    );
  },
};
