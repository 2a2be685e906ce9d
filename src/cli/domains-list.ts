import { badLinesSentence, sampleEntry } from '../service/reputation/own-lists.js';
import { UsageError, type Command } from './command.js';
import { domainsOptions } from './configured.js';
import { listNotes, readListArguments } from './domains-lists.js';

/** Shows one of the operator's lists, one entry on each line. */
export const domainsList: Command = {
  name: 'domains list',
  operands: 'LIST',
  summary: 'show one of your own lists',
  options: domainsOptions,
  notes: listNotes,
  async run(parsed, context) {
    const { folder, list, others } = readListArguments(parsed, context);
    if (others.length > 0) throw new UsageError('Too many arguments: write the list alone.');
    const { fileOf, readOwnEntries } = await import('../service/reputation/own-file.js');
    const read = await readOwnEntries(folder, list);
    if (read.badLines.length > 0) context.printError(badLinesSentence(fileOf(folder, list), list, read));
    if (read.entries.size === 0)
      context.printError(
        `Your list ${list} is empty: email-check domains add ${list} ${sampleEntry(list)} adds to it.`,
      );
    for (const entry of read.entries) await context.say(entry);
  },
};
