import type { ListStatus } from '../client/index.js';
import { runBulkCommand } from './bulk/run-bulk-command.js';
import { fileNameOf } from './bulk/file-name.js';
import { followList } from './bulk/follow-list.js';
import { accessNote, accessOptions } from './bulk/service-access.js';
import { STDOUT, targetOf, waitOptions } from './bulk/target.js';
import { UsageError, type Command } from './command.js';
import { sayDone } from './standard-output.js';

/** Shows the progress of a list. */
export const bulkStatus: Command = {
  name: 'bulk status',
  operands: 'LIST',
  summary: 'show the progress of a list, or wait for its results',
  options: {
    ...waitOptions('id'),
    ...accessOptions,
  },
  notes: [
    'LIST is the id that bulk upload printed. Standard output has a line with tabs between its columns: state (queued, processing, completed, failed,\ncancelled), percentage, the reason if there is one, and the link to the results if there are any. With --wait the line is written when\nthe list has ended; with --output - the results are written instead. Everything else is on standard error.',
    'A FILE.part from an earlier run is continued if it certainly belongs to the same list. An existing file is never overwritten.',
    accessNote,
    'Exit code: 0 if the service returned the progress, with --wait if the results are saved; 1 after an error, with --wait also if the list failed\nor was cancelled; 2 if an option is invalid; 130 if stopped: the list continues.',
  ],
  async run(parsed, context) {
    const [list, another] = parsed.operands;
    if (!list || another !== undefined)
      throw new UsageError('Write one id after the command: the id of the list, as bulk upload printed it.');
    const target = targetOf(parsed, () => fileNameOf(list));
    return runBulkCommand(parsed, context, async (bulk) => {
      const lineOf = ({ status, percentage, reason, downloadLink }: ListStatus): string =>
        [status, percentage, bulk.withoutSecrets(reason), bulk.withoutSecrets(downloadLink)].join('\t').trimEnd();
      if (target !== undefined)
        return followList(
          bulk,
          {
            list,
            target,
            isFromBeginning: false,
            ...(target !== STDOUT && { onEnded: (status: ListStatus) => sayDone(context, lineOf(status)) }),
          },
          context,
        );
      await context.say(lineOf(await bulk.access.client.listStatus(list, { signal: bulk.signal })));
      return 0;
    });
  },
};
