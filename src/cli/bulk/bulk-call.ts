import { ClientError } from '../../client/index.js';
import { UsageError, type ExitCode, type ParsedOptions, type CliContext } from '../command.js';
import { OutputError } from '../standard-output.js';
import { readServiceAccess, type ServiceAccess } from './service-access.js';
import { plainText } from './plain-text.js';
import { refusalWords } from './refusal-words.js';

/** What a command about lists works with. */
export interface BulkCall {
  readonly access: ServiceAccess;
  /** Fires when the user stops the command. */
  readonly signal: AbortSignal;
  /** A text of the service as it may be shown. */
  readonly plain: (text: string) => string;
  /** One line to standard error. */
  readonly printError: (line: string) => void;
}

/**
 * Does work that asks a service. Whatever fails, no message has a key or anything else that is secret in it.
 * @returns what the work gives, and 130 if it was stopped
 * @throws UsageError, Error
 */
export const bulkCall = async (
  parsed: ParsedOptions,
  context: CliContext,
  work: (bulkCall: BulkCall) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const access = readServiceAccess(parsed, context);
  const plain = (text: string): string => plainText(text, access.secrets);
  const stop = new AbortController();
  void context.stopped().then(() => stop.abort());
  try {
    return await work({ access, signal: stop.signal, plain, printError: (line) => context.printError(plain(line)) });
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
    // Without its cause, which may name what the message does not.
    throw new Error(plain(words));
  }
};
