import type { Result } from '../../client/index.js';
import { summaryLine } from '../check/progress.js';
import type { Stdio } from '../command.js';
import { download } from './download.js';
import { FileExistsError, PartFile, PartInUseError } from './part-file.js';
import { ResultCounter } from './result-counter.js';
import { DownloadError } from './sink.js';
import { ReaderClosedError, StreamSink } from './stream-sink.js';
import { STDOUT } from './target.js';

/** The list whose results to save, and their target. */
interface SaveRequest {
  readonly link: string;
  /** The URL of the service that returned the link. */
  readonly from: string;
  readonly list: string;
  /** A file's path, or `-`. */
  readonly target: string;
  readonly stdout: Stdio['stdout'];
  readonly signal: AbortSignal;
  readonly printError: (line: string) => void;
}

/** Numbers of rows by result; `undefined` if the file has no result column. */
type Counts = Readonly<Record<Result, number>> | undefined;

const countsOf = (counter: ResultCounter): Counts => {
  counter.end();
  return counter.isCounting ? counter.counts : undefined;
};

const onBrokenOf =
  ({ printError }: SaveRequest) =>
  (): void =>
    printError('The connection to the results broke: trying again.');

const writeOut = async (request: SaveRequest): Promise<Counts> => {
  const counter = new ResultCounter();
  const sink = new StreamSink(request.stdout, (octets) => counter.add(octets));
  await download({ ...request, sink, onBroken: onBrokenOf(request) });
  return countsOf(counter);
};

const saveFile = async (request: SaveRequest): Promise<Counts> => {
  const { target, from, list } = request;
  const part = await PartFile.open(target, { from, list });
  try {
    await download({ ...request, sink: part, onBroken: onBrokenOf(request) });
    const counter = new ResultCounter();
    for await (const octets of part.read()) counter.add(octets);
    await part.finish();
    return countsOf(counter);
  } finally {
    await part.close();
  }
};

/** The error about results that cannot be saved. */
const toCliError = (error: unknown, { target, signal }: SaveRequest): unknown => {
  if (signal.aborted || error instanceof ReaderClosedError) return error;
  if (error instanceof FileExistsError)
    return new Error(
      `${target} was created in the meantime, and is not overwritten: move it. The complete results are in ${target}.part.`,
    );
  if (error instanceof PartInUseError)
    return new Error(
      `${target}.part exists and may belong to another list. Move it away, or name another file with --output.`,
    );
  if (error instanceof DownloadError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new Error(
    `The results cannot be saved as ${target} (${code ?? message}): check that the disk has room, and that ${target}.part can be written.`,
  );
};

/**
 * Saves a list's results to a file, or writes them to standard output.
 * @returns a line with their numbers and their location
 * @throws Error with a sentence for a person; ReaderClosedError if the reader of standard output has gone
 */
export const saveResults = async (request: SaveRequest, milliseconds: number | undefined): Promise<string> => {
  const { target } = request;
  try {
    const counts = await (target === STDOUT ? writeOut(request) : saveFile(request));
    const where = target === STDOUT ? 'They are on standard output.' : `They are in ${target}.`;
    const time = milliseconds === undefined ? {} : { milliseconds };
    return counts ? `${summaryLine({ counts, ...time })}. ${where}` : `The results are complete. ${where}`;
  } catch (error) {
    throw toCliError(error, request);
  }
};
