import { ClientError } from '../../client/index.js';
import { UsageError, type ExitCode, type Given, type Surroundings } from '../command.js';
import { OutputError } from '../standard-output.js';
import { readPlace, type Place } from './place.js';
import { plainText } from './plain-text.js';
import { refusalWords } from './refusal-words.js';

/** What a command about lists works with. */
export interface Asking {
  readonly place: Place;
  /** Fires when somebody stops the command. */
  readonly signal: AbortSignal;
  /** A text of the service as it may be shown. */
  readonly plain: (text: string) => string;
  /** One line to standard error. */
  readonly complain: (line: string) => void;
}

/**
 * Does work that asks a service. Whatever fails, no message has a key or anything else that is secret in it.
 * @returns what the work gives, and 130 where it was stopped
 * @throws UsageError, Error
 */
export const asking = async (
  given: Given,
  around: Surroundings,
  work: (asking: Asking) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const place = readPlace(given, around);
  const plain = (text: string): string => plainText(text, place.secrets);
  const stop = new AbortController();
  void around.stopped().then(() => stop.abort());
  try {
    return await work({ place, signal: stop.signal, plain, complain: (line) => around.complain(plain(line)) });
  } catch (error) {
    if (error instanceof UsageError || error instanceof OutputError) throw error;
    if (stop.signal.aborted) {
      around.complain('Stopped.');
      return 130;
    }
    const words =
      error instanceof ClientError
        ? refusalWords(error, place)
        : error instanceof Error
          ? error.message
          : String(error);
    // Without its cause, which may name what the message does not.
    throw new Error(plain(words));
  }
};
