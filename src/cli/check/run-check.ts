import { mapInOrder, type ResultFormat } from '../../service/bulk/index.js';
import { openVerdicts } from '../../service/compose/verdicts.js';
import type { VerdictEngine } from '../../service/verdict/index.js';
import type { ExitCode, Stdio, CliContext } from '../command.js';
import { reportColumn } from '../column-option.js';
import { fromOperands, fromStdin, type Input, type InputEntry } from './input.js';
import type { CheckSettings } from './options.js';
import { Output } from './output.js';
import { startPortTrial } from './port-trial.js';
import { ProgressBar } from './progress-bar.js';
import { StopSignals } from './stops.js';

/** Others may run ahead of a slow address by this many times the concurrency … */
const AHEAD_FACTOR = 20;
/** … but by no more than this many results, which are kept in memory. */
const MOST_AHEAD = 20_000;

/** More addresses than that on a command line are a list. */
const MOST_TYPED = 10;

/** The parts that one run of `check` uses. */
interface CheckParts {
  readonly engine: VerdictEngine;
  readonly input: Input;
  readonly settings: CheckSettings;
  readonly format: ResultFormat;
  readonly stops: StopSignals;
  readonly bar: ProgressBar;
  readonly output: Output;
  /** Nobody typed the addresses for this run. */
  readonly isList: boolean;
}

const verifyEntry = async ({ engine, isList, settings: { workspace } }: CheckParts, entry: InputEntry) => ({
  ...entry,
  verified: await engine.verify(entry.text, { workspace, isList }),
});

/**
 * Writes a result for each entry; before an error, all results so far. Returns the number of addresses that were given
 * up.
 */
const answerAll = async (parts: CheckParts): Promise<number> => {
  const { input, settings, format, stops, bar, output } = parts;
  const { concurrency } = settings;
  const window = Math.max(concurrency, Math.min(AHEAD_FACTOR * concurrency, MOST_AHEAD));
  let givenUp = 0;
  try {
    if (format.head) await output.write(format.head);
    for await (const { verified, original, end } of mapInOrder(input.entries, (entry) => verifyEntry(parts, entry), {
      concurrency,
      window,
      signal: stops.inputSignal,
    })) {
      if (stops.workSignal.aborted && verified.evidence.gaveUp === 'aborted') {
        givenUp += 1;
        continue;
      }
      bar.add(verified.validation.result, input.size === undefined ? undefined : end / input.size);
      const full = output.write(format.line(verified, original));
      if (full) await full;
    }
  } finally {
    await output.end().finally(() => bar.end());
  }
  return givenUp;
};

const inputOf = (
  operands: readonly string[],
  { column }: CheckSettings,
  stdio: Stdio,
  printError: (sentence: string) => void,
): Input => {
  if (operands.length > 0) return fromOperands(operands);
  if (stdio.stdin.isTTY) printError('Write one address a line; Ctrl-D ends.');
  return fromStdin(stdio.stdin, { column, onColumn: reportColumn(printError) });
};

/** A bar on a terminal, unless the user types addresses there. */
const barOf = ({ stdin, stderr }: Stdio, operands: readonly string[], { environment }: CliContext): ProgressBar =>
  new ProgressBar({
    terminal: stderr,
    isShown: stderr.isTTY === true && environment['TERM'] !== 'dumb' && (operands.length > 0 || !stdin.isTTY),
  });

/**
 * Checks addresses, those on the command line or else standard input's, and writes the results to standard output.
 * @returns 130 when it was stopped, else 0. Rejects if addresses cannot be read or results cannot be written.
 */
export const runCheck = async (
  operands: readonly string[],
  settings: CheckSettings,
  context: CliContext,
): Promise<ExitCode> => {
  const { config } = settings;
  const stdio = context.stdio ?? process;
  const stops = new StopSignals();
  void context.stopped().then(stops.soon);
  const bar = barOf(stdio, operands, context);
  const printError = (sentence: string) => {
    bar.hide();
    context.printError(sentence);
  };
  const input = inputOf(operands, settings, stdio, printError);
  const { engine, canary, reputation, closeReputation } = await openVerdicts(config, printError, {
    onWarning: printError,
  });
  const format = settings.formatFor(reputation.lists());
  const isList = operands.length > MOST_TYPED || (operands.length === 0 && stdio.stdin.isTTY !== true);
  const output = new Output({
    stream: stdio.stdout,
    onGone: stops.now,
    beforeWrite: () => bar.hide(),
    signal: stops.workSignal,
  });
  stops.inputSignal.addEventListener('abort', () => input.close(), { once: true });
  // Cancels the checks in progress.
  stops.workSignal.addEventListener('abort', () => void engine.close(), { once: true });
  const trial = startPortTrial(config, printError);
  let isWanted = false;
  try {
    const givenUp = await answerAll({ engine, input, settings, format, stops, bar, output, isList });
    // Waits for the trial only if a result is Unknown, since the port may be the reason.
    isWanted = bar.counts.Unknown > 0 && !stops.inputSignal.aborted;
    if (isWanted) await canary?.settled();
    if (!stops.hasStopped) return 0;
    context.printError(`Stopped: ${bar.answered} answered, ${givenUp} given up.`);
    return 130;
  } finally {
    await trial.end({ isWanted });
    closeReputation();
    await engine.close();
    stops.clear();
  }
};
