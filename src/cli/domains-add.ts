import type { Command } from './command.js';
import { domainsOptions } from './configured.js';
import { listNotes, readEntries, readListOrder } from './domains-lists.js';
import { sayDone } from './standard-output.js';

/** Adds entries to one of the operator's lists. */
export const domainsAdd: Command = {
  words: 'domains add',
  operands: 'LIST ENTRY…',
  summary: 'add domains to one of your own lists',
  options: domainsOptions,
  notes: listNotes,
  async run(given, context) {
    const order = readListOrder(given, context);
    const add = readEntries(order);
    const { changeOwnList } = await import('../service/reputation/own-file.js');
    const { added } = await changeOwnList({ ...order, add });
    await sayDone(
      context,
      `${order.list}: ${added} added${added < new Set(add).size ? ', the others were in it already' : ''}.`,
    );
  },
};
