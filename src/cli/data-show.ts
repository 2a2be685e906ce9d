import type { Command } from './command.js';
import { dataOptions } from './configured.js';
import { dataFoldersOf, dataNotes } from './data-lists.js';

/** Where a list is from, in words. */
const sources = { release: 'release', update: 'update', own: 'your own' } as const;

/** Shows the lists in use, with their dates, a line each. */
export const dataShow: Command = {
  name: 'data show',
  isGroupDefault: true,
  summary: 'show the lists in use: their name, date, number of entries and source',
  options: dataOptions,
  notes: [
    'email-check data alone does the same. Sources: the release, an update, or your own lists, which are used beside the others.',
    ...dataNotes,
  ],
  async run(parsed, context) {
    const [{ releaseFolderOf }, { listsInUse }] = await Promise.all([
      import('../service/reputation/index.js'),
      import('../service/reputation/lists-in-use.js'),
    ]);
    const lists = await listsInUse({
      releaseFolder: releaseFolderOf(),
      ...dataFoldersOf(parsed, context),
      onFault: (sentence) => context.printError(sentence),
    });
    const width = Math.max(...lists.map(({ name }) => name.length));
    for (const { name, date, entries, source } of lists)
      await context.say(
        `${name.padEnd(width)}  ${date.padEnd(10)}  ${String(entries).padStart(7)}  ${sources[source]}`,
      );
  },
};
