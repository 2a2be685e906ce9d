import type { Command } from './command.js';
import { dataOptions } from './configured.js';
import { dataFolderFrom, dataNotes } from './data-lists.js';
import { sayDone } from './standard-output.js';

/** Returns to the lists from before the last update. */
export const dataUndo: Command = {
  name: 'data undo',
  summary: 'undo the last data update',
  options: dataOptions,
  notes: [
    'It can be repeated: the last three updates are kept, and before the first the lists are those of the release.',
    ...dataNotes,
  ],
  async run(parsed, context) {
    const folder = dataFolderFrom(parsed, context);
    const { currentVersion, removeNewest } = await import('../service/reputation/data-folder.js');
    if (!(await removeNewest(folder)))
      throw new Error(`${folder} has no newer lists: those of the release are in use already.`);
    const isRelease = currentVersion(folder) === undefined;
    await sayDone(
      context,
      `Undone: the lists of ${isRelease ? 'the release' : 'the update before'} are in use. A running service uses them within seconds.`,
    );
  },
};
