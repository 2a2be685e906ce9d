import type { ListStatus } from '../../client/index.js';
import type { ExitCode, CliContext } from '../command.js';
import type { BulkCommandContext } from './run-bulk-command.js';
import { saveResults } from './save-results.js';
import { refusalWords } from './refusal-words.js';
import { optionWords, shellLine } from './shell-words.js';
import { ReaderClosedError } from './stream-sink.js';
import { stateWords } from './waiting-line.js';
import { WaitingBar } from './waiting-bar.js';

/** The list to follow, and the target of its results. */
interface FollowRequest {
  readonly list: string;
  /** A file's path, or `-`. */
  readonly target: string;
  /** Whether the waiting time is the time that the list takes. */
  readonly isFromBeginning: boolean;
  /** Called with the last status, before its results are fetched. */
  readonly onEnded?: (status: ListStatus) => Promise<void>;
}

/** The command line that asks for a list's status again, or waits for it. */
export const resumeCommand = (
  { access }: Pick<BulkCommandContext, 'access'>,
  list: string,
  target?: string,
): string => {
  const waiting = target === undefined ? [] : ['--wait', ...optionWords('output', target)];
  return shellLine([
    'email-check',
    'bulk',
    'status',
    ...access.repeatOptions,
    ...waiting,
    ...(list.startsWith('-') ? ['--'] : []),
    list,
  ]);
};

const unfinished = ({ status, percentage, reason, downloadLink }: ListStatus): string => {
  const words = stateWords({ status, percentage, reason });
  const some = downloadLink ? ` The results up to then are at ${downloadLink}` : '';
  return `The list is ${words}${/[.!?]$/.test(words) ? '' : '.'}${some}`;
};

/**
 * Waits until a list has ended, shows its progress meanwhile, and saves its results.
 * @returns 0 when they are saved, 1 if the list has no results, 130 if the user stopped the command
 */
export const followList = async (
  bulk: BulkCommandContext,
  request: FollowRequest,
  context: CliContext,
): Promise<ExitCode> => {
  const { access, signal, printError, withoutSecrets } = bulk;
  const { list, target, isFromBeginning, onEnded } = request;
  const { stdout, stderr } = context.stdio ?? process;
  const bar = new WaitingBar({
    terminal: stderr,
    isShown: stderr.isTTY === true && context.environment['TERM'] !== 'dumb',
    print: printError,
  });
  let isWaiting = true;
  let wasHeard = isFromBeginning;
  try {
    const onProgress = (status: ListStatus): void => {
      wasHeard = true;
      bar.show({ ...status, reason: withoutSecrets(status.reason) });
    };
    const last = await access.client.waitForList(list, {
      signal,
      onProgress,
      onTrouble: (error) => bar.showFailure(refusalWords(error, access)),
    });
    isWaiting = false;
    bar.end();
    await onEnded?.(last);
    if (last.status !== 'completed') {
      printError(unfinished(last));
      return 1;
    }
    if (!last.downloadLink)
      throw new Error(
        'The list is completed, but the service gave no link to its results: ask for its status again later.',
      );
    const results = { link: last.downloadLink, from: access.url, list, target, stdout, signal, printError };
    printError(await saveResults(results, isFromBeginning ? bar.milliseconds : undefined));
    return 0;
  } catch (error) {
    bar.end();
    if (error instanceof ReaderClosedError) return 0;
    if (!signal.aborted) {
      // Another upload would make another list, and be charged again.
      if (wasHeard) printError(`To continue: ${resumeCommand(bulk, list, target)}`);
      throw error;
    }
    printError(
      isWaiting
        ? 'Stopped waiting: the list goes on. To wait for it again:'
        : 'Stopped: the download is incomplete. To continue it:',
    );
    printError(resumeCommand(bulk, list, target));
    return 130;
  }
};
