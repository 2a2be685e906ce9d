import type { Command } from './command.js';
import { dataOptions } from './configured.js';
import { dataFolderFrom, dataNotes } from './data-lists.js';
import { sayDone } from './standard-output.js';

/** Takes newer lists than those of the release. */
export const dataUpdate: Command = {
  name: 'data update',
  summary: 'use newer lists from a folder instead of those of the release',
  options: {
    from: {
      value: 'folder',
      help: 'folder with newer lists (disposable.txt, free.txt, …) and their dates (dates.json)',
      isRequired: true,
    },
    ...dataOptions,
  },
  notes: [
    'All lists are checked before anything changes: invalid lines, size, date, no list more than a fifth shorter than that of the release, and\nno well-known domain among the disposable ones. Lists that the folder does not have stay as they are. Nothing is downloaded.',
    ...dataNotes,
  ],
  async run(parsed, context) {
    const dataFolder = dataFolderFrom(parsed, context);
    const [{ releaseFolderOf }, { updateData }] = await Promise.all([
      import('../service/reputation/index.js'),
      import('../service/reputation/data-update.js'),
    ]);
    const taken = await updateData({
      from: parsed.text('from') ?? '',
      dataFolder,
      releaseFolder: releaseFolderOf(),
      onFault: (sentence) => context.printError(sentence),
    });
    await sayDone(
      context,
      `Updated: ${taken.join(', ')}. A running service uses them within seconds. email-check data undo restores the lists from before.`,
    );
  },
};
