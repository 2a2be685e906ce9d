import { badLinesSentence } from '../service/reputation/own-lists.js';
import { UsageError, type Command } from './command.js';
import { domainsOptions } from './configured.js';
import { listNotes, readListArguments } from './domains-lists.js';
import { sayDone } from './standard-output.js';

/** Adds all entries of a file to one of the operator's lists. */
export const domainsImport: Command = {
  name: 'domains import',
  operands: 'LIST FILE',
  summary: 'add the domains in a file, one on each line, to one of your own lists',
  options: domainsOptions,
  notes: listNotes,
  async run(parsed, context) {
    const args = readListArguments(parsed, context);
    const [from, another] = args.others;
    if (from === undefined || another !== undefined) throw new UsageError('Write one file after the list.');
    const { importOwnList } = await import('../service/reputation/own-file.js');
    const read = await importOwnList({ ...args, from });
    if (read.badLines.length > 0) context.printError(badLinesSentence(from, args.list, read));
    await sayDone(context, `${args.list}: ${read.added} added of ${read.entries.size}.`);
  },
};
