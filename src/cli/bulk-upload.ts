import { ClientError, type ClientErrorCode } from '../client/index.js';
import { runBulkCommand, type BulkCommandContext } from './bulk/run-bulk-command.js';
import { fileNameOf, listNameOf } from './bulk/file-name.js';
import { shellLine } from './bulk/shell-words.js';
import { resumeCommand, followList } from './bulk/follow-list.js';
import { accessNote, accessOptions } from './bulk/service-access.js';
import { refusalWords } from './bulk/refusal-words.js';
import { STDOUT, targetOf, waitOptions } from './bulk/target.js';
import { UsageError, type Command } from './command.js';
import { isFileName } from './named-file.js';
import { sayDone } from './standard-output.js';

/** After these errors it is unknown whether the service has the list. */
const ambiguousErrors: readonly ClientErrorCode[] = ['network', 'timeout', 'server-error', 'bad-answer', 'aborted'];
const UNCLEAR_HINT =
  'The service may have accepted the list anyway. Upload it again: a service of this project returns the same list until it has ended.';

const uploaded = async (
  { access, signal }: BulkCommandContext,
  list: { readonly url: string; readonly name?: string },
) => {
  try {
    return await access.client.uploadList(list, { signal });
  } catch (error) {
    if (!(error instanceof ClientError) || !ambiguousErrors.includes(error.code)) throw error;
    if (signal.aborted) return undefined;
    throw new Error(`${refusalWords(error, access)} ${UNCLEAR_HINT}`);
  }
};

/**
 * Refuses a text that is not a URL before the service does, which could not say what is wrong. The message repeats only
 * the name of a file: another word may be a key.
 * @throws UsageError
 */
const checkUrl = (text: string): void => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return;
  if (!isFileName(text))
    throw new UsageError('The argument is not a URL: write one such as https://lists.example.com/may.csv.');
  throw new UsageError(
    `${text} is the name of a file, not a URL. The service fetches a list from a web server: put the file on one, and write its URL, such as https://lists.example.com/may.csv. To check the file here, without a service: email-check check < ${shellLine([text])}`,
  );
};

/** Has a service fetch a list and validate it. */
export const bulkUpload: Command = {
  name: 'bulk upload',
  operands: 'URL',
  summary: 'have a service validate the list at a URL, and wait for its results',
  options: {
    name: { value: 'name', help: 'name of the list (default: the file name in its URL)' },
    ...waitOptions('name'),
    ...accessOptions,
  },
  notes: [
    'The service fetches the list, so its URL must be public, begin with https: and end in .csv or .txt. A list must have less than 20 MB and\nat most 200,000 addresses. email-check check < FILE checks a file without a service.',
    "Standard output has the list's id; with --output - it has the results instead. Everything else is on standard error. An existing file is\nnever overwritten. An incomplete file is called FILE.part, and an interrupted download is resumed.",
    accessNote,
    'Exit code: 0 if the service accepted the list, with --wait if the results are saved; 1 after an error, or if the list failed or was cancelled;\n2 if an option is invalid; 130 if stopped: the list continues.',
  ],
  async run(parsed, context) {
    const [url, another] = parsed.operands;
    // The argument is not repeated: it may be a key.
    if (url === undefined || another !== undefined)
      throw new UsageError('Write one URL after the command: the URL of the list.');
    checkUrl(url);
    // Before the list is sent to a service.
    const target = targetOf(parsed, () => fileNameOf(parsed.text('name') ?? listNameOf(url)));
    return runBulkCommand(parsed, context, async (bulk) => {
      const name = parsed.text('name');
      const list = await uploaded(bulk, { url, ...(name !== undefined && { name }) });
      if (!list) {
        bulk.printError(`Stopped. ${UNCLEAR_HINT}`);
        return 130;
      }
      const { listId } = list;
      // Printed first, since the user needs it to find the list again if standard output cannot be written.
      bulk.printError(
        target === undefined
          ? `The list is accepted. To see its progress: ${resumeCommand(bulk, listId)}`
          : `The list is accepted as ${listId}.`,
      );
      if (target !== STDOUT) await sayDone(context, bulk.withoutSecrets(listId));
      if (target === undefined) return 0;
      return followList(bulk, { list: listId, target, isFromBeginning: true }, context);
    });
  },
};
