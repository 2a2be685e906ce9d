import { secretFileOf } from './accounts/index.js';
import { filesOfDatabase, looserFiles } from './store/sqlite/files.js';
import { isOnServer } from './store/on-server.js';

/**
 * Reports the files of a database that other users of the machine may read or change. New files are created so that
 * only their owner can read them.
 */
export const warnOfLooserFiles = (database: string, warn: (words: string) => void): void => {
  if (isOnServer(database)) return;
  const looser = looserFiles([...filesOfDatabase(database), secretFileOf(database)]);
  if (looser.length === 0) return;
  const named = looser.map(({ file, mode }) => `${file} (mode ${mode})`).join(', ');
  const files = looser.map(({ file }) => file).join(' ');
  warn(`Other users of this machine may read or change ${named}. Run: chmod 600 ${files}`);
};
