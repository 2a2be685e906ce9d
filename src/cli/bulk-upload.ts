import { ClientError, type Client, type ClientErrorCode } from '../client/index.js';
import { parsedUrl } from '../network/index.js';
import { runBulkCommand, type BulkCommandContext } from './bulk/run-bulk-command.js';
import { fileNameOf } from './bulk/file-name.js';
import { listOperandOf } from './bulk/list-operand.js';
import { resumeCommand, followList } from './bulk/follow-list.js';
import { accessNote, accessOptions } from './bulk/service-access.js';
import { refusalWords } from './bulk/refusal-words.js';
import { STDOUT, targetOf, waitOptions } from './bulk/target.js';
import { columnOf } from './column-option.js';
import { UsageError, type Command, type ParsedOptions } from './command.js';
import { sayDone } from './standard-output.js';

/** After these errors it is unknown whether the service has the list. */
const ambiguousErrors: readonly ClientErrorCode[] = ['network', 'timeout', 'server-error', 'bad-answer', 'aborted'];
const UNCLEAR_URL_HINT =
  'The service may have accepted the list anyway. Upload it again: a service of this project returns the same list until it has ended.';
const UNCLEAR_FILE_HINT =
  'The service may have accepted the list anyway. Ask its operator before you send the file again: that makes a second list, which is charged too.';

type UploadedBy = Parameters<Client['uploadList']>[0];

const hintOf = (list: UploadedBy): string => ('file' in list ? UNCLEAR_FILE_HINT : UNCLEAR_URL_HINT);

const uploaded = async ({ access, signal }: BulkCommandContext, list: UploadedBy) => {
  try {
    return await access.client.uploadList(list, { signal });
  } catch (error) {
    if (!(error instanceof ClientError) || !ambiguousErrors.includes(error.code)) throw error;
    if (signal.aborted) return undefined;
    throw new Error(`${refusalWords(error, access)} ${hintOf(list)}`);
  }
};

/** The URL that `--callback` names. An internal host is allowed or refused by the service. @throws UsageError */
const callbackOf = (parsed: ParsedOptions): string | undefined => {
  const text = parsed.text('callback');
  if (text !== undefined && !/^https?:$/.test(parsedUrl(text)?.protocol ?? ''))
    throw new UsageError('--callback is not a URL: write one such as https://shop.example/webhook.');
  return text;
};

/** Has a service fetch a list, or sends it one, and validate it. */
export const bulkUpload: Command = {
  name: 'bulk upload',
  operands: 'URL|FILE',
  summary: 'have a service validate the list at a URL or in a file, and wait for its results',
  options: {
    name: { value: 'name', help: 'name of the list (default: the file name in its URL, or of its file)' },
    column: {
      value: 'column',
      help: 'of a file: the column of addresses, by its name or its number from 1 (default: found out)',
    },
    callback: {
      value: 'url',
      help: 'https URL that the service sends a signed webhook to when the list ends (docs/webhooks.md)',
    },
    ...waitOptions('name'),
    ...accessOptions,
  },
  notes: [
    'The service fetches a list from its URL, which must be public, begin with https: and end in .csv or .txt. A file is sent to the\nservice; - is standard input. A list must have less than 20 MB and\nat most 200,000 addresses. email-check check < FILE checks a file without a service.',
    "Standard output has the list's id; with --output - it has the results instead. Everything else is on standard error. An existing file is\nnever overwritten. An incomplete file is called FILE.part, and an interrupted download is resumed.",
    accessNote,
    'Exit code: 0 if the service accepted the list, with --wait if the results are saved; 1 after an error, or if the list failed or was cancelled;\n2 if an option is invalid; 130 if stopped: the list continues.',
  ],
  async run(parsed, context) {
    const [url, another] = parsed.operands;
    // The argument is not repeated: it may be a key.
    if (url === undefined || another !== undefined)
      throw new UsageError('Write one URL or file after the command: that of the list.');
    const column = columnOf(parsed);
    const operand = listOperandOf(url, context.stdio ?? process);
    if (operand.url !== undefined && column !== undefined)
      throw new UsageError('--column is for a file that is sent: leave it out with a URL.');
    const name = parsed.text('name');
    const callback = callbackOf(parsed);
    // Before the list is sent to a service.
    const target = targetOf(parsed, () => fileNameOf(name ?? operand.name));
    return runBulkCommand(parsed, context, async (bulk) => {
      const asked: UploadedBy = operand.open
        ? { file: operand.open(), name: name ?? operand.name, column, callback }
        : { url, ...(name !== undefined && { name }), callback };
      const list = await uploaded(bulk, asked);
      if (!list) {
        bulk.printError(`Stopped. ${hintOf(asked)}`);
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
