import { ClientError } from '../../client/index.js';
import { UsageError, type ExitCode, type ParsedOptions, type CliContext } from '../command.js';
import { OutputError } from '../standard-output.js';
import { readServiceAccess, type ServiceAccess } from './service-access.js';
import { plainText } from './plain-text.js';
import { refusalWords } from './refusal-words.js';

/** Context of a command about lists. */
export interface BulkCommandContext {
  readonly access: ServiceAccess;
  /** Fires when the user stops the command. */
  readonly signal: AbortSignal;
  /** Makes a text of the service safe to show: without secrets, in one line. */
  readonly withoutSecrets: (text: string) => string;
  /** Prints one line to standard error. */
  readonly printError: (line: string) => void;
}

/**
 * Runs the work of a command that calls a service. Error messages never contain secrets.
 * @returns the exit code of the work, or 130 if the command was stopped
 * @throws UsageError, OutputError, Error
 */
export const runBulkCommand = async (
  parsed: ParsedOptions,
  context: CliContext,
  work: (bulk: BulkCommandContext) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const access = readServiceAccess(parsed, context);
  const withoutSecrets = (text: string): string => plainText(text, access.secrets);
  const stop = new AbortController();
  void context.stopped().then(() => stop.abort());
  try {
    return await work({
      access,
      signal: stop.signal,
      withoutSecrets,
      printError: (line) => context.printError(withoutSecrets(line)),
    });
  } catch (error) {
    if (error instanceof UsageError || error instanceof OutputError) throw error;
    if (stop.signal.aborted) {
      context.printError('Stopped.');
      return 130;
    }
    const words =
      error instanceof ClientError
        ? refusalWords(error, access)
        : error instanceof Error
          ? error.message
          : String(error);
    // Without the cause, whose message may contain secrets.
    throw new Error(withoutSecrets(words));
  }
};
